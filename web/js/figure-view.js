// A figure on its canvas. The frame is drawn on the page's WebGL canvas and copied here, so a figure at rest is
// a picture. Frames are asked for by events; nothing is drawn while nothing changes.
import { attachInput } from './input.js';

export class FigureView extends EventTarget {
  /** @param {HTMLCanvasElement} canvas in a block element whose width it takes */
  constructor(sitting, canvas, { embed = false } = {}) {
    super();
    this.sitting = sitting;
    this.engine = sitting.engine;
    this.module = this.engine.module;
    this.id = sitting.id;
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    this.embed = embed;
    this.dark = false;
    this.scale = 1;
    this.width = this.height = 0;    // CSS pixels
    this.pixels = { width: 0, height: 0 }; // device pixels
    this.exact = null;               // what the browser says the canvas covers, in device pixels
    this.visible = true;
    this.frame = { cursor: 'default', tooltip: '', request: '', wheel: false, list_open: false };
    this.framesDrawn = 0;
    this.wanted = 0;                 // a pending animation frame
    this.timer = 0;
    this.stop = new AbortController();
    const { signal } = this.stop;

    this.motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.motion.addEventListener('change', () => this.look(), { signal });
    this.engine.views.add(this);
    sitting.addEventListener('change', () => this.request(), { signal });
    this.detach = attachInput(this);

    this.box = new ResizeObserver(() => this.resize());
    this.box.observe(canvas.parentElement);
    this.device = new ResizeObserver(([entry]) => {
      const size = entry.devicePixelContentBoxSize?.[0];
      this.exact = size ? { width: size.inlineSize, height: size.blockSize } : null;
      this.resize();
    });
    try {
      this.device.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      // Safari: the product of size and ratio has to do.
    }
    this.seen = new IntersectionObserver(([entry]) => {
      this.visible = entry.isIntersecting;
      if (this.visible) this.request();
    }, { rootMargin: '64px' });
    this.seen.observe(canvas);
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.request(); }, { signal });
    this.#watchRatio();
    this.look();
  }

  close() {
    this.stop.abort();
    this.detach();
    this.box.disconnect();
    this.device.disconnect();
    this.seen.disconnect();
    cancelAnimationFrame(this.wanted);
    clearTimeout(this.timer);
    this.engine.views.delete(this);
  }

  /** Theme, size of things, motion. */
  look({ dark = this.dark, scale = this.scale } = {}) {
    this.dark = dark;
    this.scale = scale;
    this.module._dm_look(this.id, dark ? 1 : 0, this.motion.matches ? 1 : 0, this.embed ? 1 : 0);
    this.resize();
  }

  /** Asks for a frame soon. */
  request() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.wanted) this.wanted = requestAnimationFrame((time) => { this.wanted = 0; this.draw(time); });
  }

  /** Named places of the last frame, in CSS pixels of the canvas: {name: [x, y, width, height]}. */
  areas() {
    const areas = JSON.parse(this.engine.text(this.module._dm_areas(this.id)));
    for (const box of Object.values(areas)) box.forEach((side, i) => { box[i] = side * this.scale; });
    return areas;
  }

  // Takes the width there is and the figure's natural height, and paints at once: a resized canvas is blank.
  resize() {
    if (this.#fit()) this.draw(performance.now());
    else this.request();
  }

  #fit() {
    const room = Math.floor(this.canvas.parentElement.clientWidth);
    if (room <= 0) return false;
    const most = this.embed ? innerHeight / this.scale : 0;
    const height = Math.ceil(this.module._dm_height(this.id, room / this.scale, most) * this.scale);
    const ratio = devicePixelRatio || 1;
    const { style } = this.canvas;
    if (room !== this.width || height !== this.height) {
      if (room !== this.width) style.width = `${room}px`;
      style.height = `${height}px`;
      this.width = room;
      this.height = height;
      this.exact = null;
      this.dispatchEvent(new CustomEvent('height', { detail: height }));
    }
    // The browser may snap the canvas to one device pixel more or less than the product.
    const wide = Math.round(room * ratio), high = Math.round(height * ratio);
    const near = (a, b) => Math.abs(a - b) <= 1;
    const fits = this.exact && near(this.exact.width, wide) && near(this.exact.height, high);
    this.pixels = fits ? this.exact : { width: wide, height: high };
    const { canvas, pixels } = this;
    if (pixels.width === canvas.width && pixels.height === canvas.height) return false;
    canvas.width = pixels.width;
    canvas.height = pixels.height;
    return true;
  }

  draw(time) {
    if (this.engine.lost || document.hidden || !this.visible || !this.width) return; // each asks again when it ends
    this.#fit();
    const { width, height } = this.pixels;
    if (!width || !height) return;
    this.engine.ensure(width, height);
    const ratio = (width / this.width) * this.scale;
    const next = this.module._dm_draw(this.id, width / ratio, height / ratio, ratio, time);
    const source = this.engine.canvas;
    this.context.drawImage(source, 0, source.height - height, width, height, 0, 0, width, height);
    this.framesDrawn += 1;

    const frame = JSON.parse(this.engine.text(this.module._dm_frame(this.id)));
    if (frame.cursor !== this.frame.cursor) this.canvas.style.cursor = frame.cursor;
    this.frame = frame;
    if (frame.request) this.dispatchEvent(new CustomEvent('request', { detail: frame.request }));
    this.sitting.poll();

    if (next === 0) this.request();
    else if (next > 0 && !this.wanted) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.request(), next);
    }
  }

  // The ratio changes without a resize when the window moves to another screen.
  #watchRatio() {
    if (this.stop.signal.aborted) return;
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', () => { this.resize(); this.#watchRatio(); }, { once: true, signal: this.stop.signal });
  }
}
