// The WebAssembly module with figures, its fonts, and the page's one WebGL canvas.
import { Sitting } from './sitting.js';

const FONTS = ['Inter-Regular.otf', 'Inter-SemiBold.otf', 'JetBrainsMono-Regular.ttf'];
const CONTEXT = {
  alpha: false, depth: false, stencil: false, antialias: false,
  premultipliedAlpha: true, preserveDrawingBuffer: false, powerPreference: 'low-power',
};

// Where the site lies: this file is in a folder of it, bundled or not.
const here = import.meta.url;
const site = new URL('../', here);

export class Engine {
  /** @param {{root?: URL | string, onprogress?: (what: string) => void}} [options] */
  static async load({ root = site } = {}) {
    const url = (name) => new URL(name, root).href;
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', CONTEXT);
    if (!context) throw new Error('This browser gives no WebGL 2, which the figure is drawn with.');

    const fonts = Promise.all(FONTS.map(async (name) => {
      const answer = await fetch(url(`fonts/${name}`));
      if (!answer.ok) throw new Error(`The font ${name} did not load (${answer.status}).`);
      return new Uint8Array(await answer.arrayBuffer());
    }));
    const glue = url('driftmark-figures.mjs');
    const { default: create } = await import(/* @vite-ignore */ glue);
    const module = await create({ locateFile: (name) => url(name), driftmarkContext: context });
    return new Engine(module, canvas, context, await fonts);
  }

  constructor(module, canvas, context, fonts) {
    this.module = module;
    this.canvas = canvas;
    this.context = context;
    this.lost = false;
    this.views = new Set();
    if (!module._dm_surface()) throw new Error('The figure could not be set up for drawing.');
    fonts.forEach((bytes, face) => {
      const at = this.put(bytes);
      const taken = module._dm_font(face, at, bytes.length);
      module._free(at);
      if (!taken) throw new Error(`The font ${FONTS[face]} cannot be read.`);
    });
    this.about = JSON.parse(this.text(module._dm_about()));

    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // or it would not come back
      this.lost = true;
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.lost = false;
      module._dm_restored();
      for (const view of this.views) view.request();
    });
  }

  open(figure) { return new Sitting(this, figure); }

  /** Makes the drawing canvas at least that large, in device pixels. */
  ensure(width, height) {
    if (this.canvas.width < width) this.canvas.width = width;
    if (this.canvas.height < height) this.canvas.height = height;
  }

  text(pointer) { return this.module.UTF8ToString(pointer); }
  put(bytes) {
    const at = this.module._malloc(bytes.length || 1);
    this.module.HEAPU8.set(bytes, at);
    return at;
  }
  /** Calls an exported function whose last arguments are texts. */
  call(name, numbers, ...texts) {
    const at = texts.map((t) => this.module.stringToNewUTF8(t));
    try {
      return this.module[name](...numbers, ...at);
    } finally {
      for (const p of at) this.module._free(p);
    }
  }
  report(command, state) {
    return JSON.parse(this.text(this.call('_dm_report', [], command, state)));
  }
}
