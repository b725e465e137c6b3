// The canvas as a guest on the page: sharp, at rest when nothing happens, unharmed by a lost context, and
// taking neither the page's scroll nor its keys.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, serve } from './support/browser.mjs';
import { act, openFigure, picture, place, rest, snapshot } from './support/figure.mjs';

let browser, site;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });

const MOMENT = '#v1/refresh?cpus=48&nodes=2&memory=64G&event=17&step=40';

test('the picture is not blank, in light and in dark', async () => {
  const grounds = [];
  for (const dark of [false, true]) {
    const { page, complaints, close } = await openFigure(browser, site.url + MOMENT, { dark });
    const colours = await page.evaluate(() => {
      const { canvas } = globalThis.driftmark.view;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const count = new Map();
      for (let i = 0; i < data.length; i += 4) {
        const c = `${data[i]},${data[i + 1]},${data[i + 2]}`;
        count.set(c, (count.get(c) ?? 0) + 1);
      }
      return { seen: count.size, ground: [...count].sort((a, b) => b[1] - a[1])[0], all: canvas.width * canvas.height };
    });
    assert.ok(colours.seen > 100, `${colours.seen} colours`);
    assert.ok(colours.ground[1] < colours.all * 0.97, 'almost all of it is one colour');
    const body = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.replaceAll(/[^\d,]/g, ''));
    assert.equal(colours.ground[0], body, 'the figure and the page have different paper');
    grounds.push(body);
    assert.deepEqual(complaints, []);
    await close();
  }
  assert.notEqual(grounds[0], grounds[1]);
});

test('a lost context comes back with the very same picture', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT);
  await page.evaluate(() => { globalThis.lose = globalThis.driftmark.engine.context.getExtension('WEBGL_lose_context'); });
  const before = await picture(page);
  await page.evaluate(() => new Promise((done) => {
    globalThis.driftmark.engine.canvas.addEventListener('webglcontextlost', done, { once: true });
    globalThis.lose.loseContext();
  }));
  assert.equal(await picture(page), before, 'the figure lost its picture with the context');
  await page.evaluate(() => { globalThis.driftmark.sitting.act('step'); });
  await page.evaluate(() => new Promise((done) => {
    globalThis.driftmark.engine.canvas.addEventListener('webglcontextrestored', () => setTimeout(done, 50), { once: true });
    globalThis.lose.restoreContext();
  }));
  await rest(page);
  assert.notEqual(await picture(page), before, 'a step made while the context was lost is not shown');
  await act(page, 'back');
  assert.equal(await picture(page), before);
  assert.equal(await page.evaluate(() => globalThis.driftmark.engine.context.getError()), 0);
  await close();
});

test('text is crisp at pixel ratio 2', async () => {
  // Detail that a picture made at ratio 1 and enlarged cannot have: differences between neighbouring pixels.
  const detail = async (ratio, enlarge) => {
    const { page, close } = await openFigure(browser, site.url + MOMENT, { ratio });
    const sum = await page.evaluate((times) => {
      const { canvas, width, height } = globalThis.driftmark.view;
      const to = new OffscreenCanvas(width * 2, height * 2).getContext('2d');
      to.imageSmoothingQuality = 'high';
      to.drawImage(canvas, 0, 0, canvas.width * times, canvas.height * times);
      const { data } = to.getImageData(0, 0, width * 2, height * 2);
      let total = 0;
      for (let i = 0; i + 8 < data.length; i += 4) total += Math.abs(data[i] - 2 * data[i + 4] + data[i + 8]);
      return { total, pixels: [canvas.width, canvas.height], css: [width, height] };
    }, enlarge);
    assert.deepEqual(sum.pixels, sum.css.map((side) => side * ratio));
    await close();
    return sum.total;
  };
  const sharp = await detail(2, 1), enlarged = await detail(1, 2);
  assert.ok(sharp > enlarged * 1.2, `${sharp} against ${enlarged}`);
});

test('at fractional ratios too, the canvas has exactly the pixels it covers', async () => {
  for (const ratio of [1.25, 2.625]) {
    // A ratio of the screen itself: one that is only emulated does not reach the browser's own measure.
    const own = await launch([`--force-device-scale-factor=${ratio}`, '--window-size=1001,800']);
    const page = await (await own.newContext({ viewport: null })).newPage();
    await page.goto(site.url + MOMENT);
    await page.waitForFunction(() => globalThis.driftmark?.view.exact && globalThis.driftmark.view.framesDrawn > 0, undefined, { timeout: 60000 });
    await rest(page);
    const { got, covered, css } = await page.evaluate(() => {
      const { view } = globalThis.driftmark;
      return { got: [view.canvas.width, view.canvas.height], covered: [view.exact.width, view.exact.height], css: [view.width, view.height] };
    });
    assert.deepEqual(got, covered, `at ${ratio}`);
    assert.ok(Math.abs(got[0] - css[0] * ratio) <= 1, `${got[0]} pixels for ${css[0]} at ${ratio}`);
    await own.close();
  }
});

test('no frame is drawn in two seconds at rest, and one is after an event', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT);
  const count = () => page.evaluate(() => globalThis.driftmark.view.framesDrawn);
  const before = await count();
  await page.waitForTimeout(2000);
  assert.equal(await count(), before);
  const box = await place(page, 'step');
  await page.mouse.move(box.x + 5, box.y + 5);
  await rest(page);
  const moved = await count() - before;
  assert.ok(moved >= 1 && moved <= 6, `${moved} frames after a move`);
  await close();
});

test('nothing is drawn off screen', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => !globalThis.driftmark.view.visible);
  const before = await page.evaluate(() => globalThis.driftmark.view.framesDrawn);
  await page.evaluate(() => globalThis.driftmark.sitting.act('step'));
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => globalThis.driftmark.view.framesDrawn), before);
  await close();
});

test('the wheel over the figure scrolls the page, with and without focus', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT, { height: 600 });
  for (const focus of [false, true]) {
    await page.evaluate(() => scrollTo(0, 0));
    const box = await place(page, 'cells:rewrite');
    if (focus) await page.focus('#canvas');
    await page.mouse.move(box.x + 20, box.y + 8);
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 200);
    await page.waitForFunction((y) => scrollY > y, before, { timeout: 3000 });
  }
  await close();
});

test('one tab stop: Tab comes and goes, Escape gives focus back', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT);
  await page.focus('#theme');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(ring, 'none', 'focus cannot be seen');
  await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'canvas');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
  await page.keyboard.press('Escape');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'canvas');
  await close();
});

test("the browser's own keys are left to it", async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT);
  const prevented = await page.evaluate(() => {
    const { canvas } = globalThis.driftmark.view;
    const tried = (init) => !canvas.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    return {
      tab: tried({ key: 'Tab' }), f5: tried({ key: 'F5' }), find: tried({ key: 'f', ctrlKey: true }),
      back: tried({ key: 'ArrowLeft', altKey: true }), address: tried({ key: 'l', metaKey: true }), step: tried({ key: 'ArrowRight' }),
    };
  });
  assert.deepEqual(prevented, { tab: false, f5: false, find: false, back: false, address: false, step: true });
  await close();
});

test('a finger steps too, and a scroll that begins on a button presses nothing', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT, { touch: true, width: 412, height: 800 });
  await act(page, 'set granularity=store');
  const at = (await snapshot(page)).step;
  const box = await place(page, 'step');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await rest(page);
  assert.equal((await snapshot(page)).step, at + 1);
  await page.evaluate(([x, y]) => {
    const { canvas } = globalThis.driftmark.view;
    canvas.setPointerCapture = () => {};
    const send = (type) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 77, pointerType: 'touch', button: 0, clientX: x, clientY: y, bubbles: true }));
    send('pointerdown');
    send('pointercancel');
  }, [box.x + box.width / 2, box.y + box.height / 2]);
  await rest(page);
  assert.equal((await snapshot(page)).step, at + 1);
  await close();
});

test('it resizes with the page and keeps the pixels', async () => {
  const { page, close } = await openFigure(browser, site.url + MOMENT);
  for (const width of [1280, 900, 640, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((w) => Math.abs(globalThis.driftmark.view.width - w) < 20, width);
    await rest(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `the page scrolls sideways at ${width}`);
  }
  await close();
});

test('a strict content policy is enough', async () => {
  const strict = await serve({ 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'" });
  const { complaints, close } = await openFigure(browser, strict.url + MOMENT);
  assert.deepEqual(complaints, []);
  await close();
  strict.close();
});

test('without WebGL the page says so and keeps its words', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest); };
  });
  await page.goto(site.url);
  await page.waitForFunction(() => document.documentElement.dataset.driftmark === 'failed');
  assert.match(await page.locator('#stand-in').textContent(), /WebGL 2/);
  assert.equal(await page.locator('h1').isVisible(), true);
  await context.close();
});
