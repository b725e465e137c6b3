// What tests do with a figure: ask where things are, press them, read the snapshot, wait for rest.
import assert from 'node:assert/strict';
import { open } from './browser.mjs';

/** Opens a page and waits until its figure has been drawn. */
export async function openFigure(browser, url, options) {
  const opened = await open(browser, url, options);
  await opened.page.waitForFunction(() => document.documentElement.dataset.driftmark === 'failed'
    || globalThis.driftmark?.view.framesDrawn > 0, undefined, { timeout: 60000 });
  assert.equal(await opened.page.evaluate(() => document.documentElement.dataset.driftmark), 'ready');
  await rest(opened.page);
  return opened;
}

/** Waits until nothing is drawn any more. */
export async function rest(page) {
  await page.evaluate(async () => {
    const { view } = globalThis.driftmark;
    const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
    const end = performance.now() + 10000;
    for (let before = -1; before !== view.framesDrawn || view.wanted; await pause(120)) {
      if (performance.now() > end) throw new Error('the figure does not come to rest');
      before = view.framesDrawn;
    }
  });
}

export const snapshot = (page) => page.evaluate(() => globalThis.driftmark.sitting.snapshot);
export const act = async (page, action) => {
  const message = await page.evaluate((a) => globalThis.driftmark.sitting.act(a), action);
  await rest(page);
  return message;
};

/** The box of a named place in the viewport, scrolled into view. */
export async function place(page, name) {
  const box = await page.evaluate((wanted) => {
    const { view } = globalThis.driftmark;
    const area = view.areas()[wanted];
    if (!area) return null;
    const at = () => view.canvas.getBoundingClientRect();
    const y = at().top + area[1];
    if (y < 0 || y + area[3] > innerHeight) scrollBy(0, y + area[3] / 2 - innerHeight / 2);
    const canvas = at();
    return { x: canvas.left + area[0], y: canvas.top + area[1], width: area[2], height: area[3] };
  }, name);
  assert.ok(box, `the figure names no place "${name}"`);
  return box;
}

export async function press(page, name, { at = 0.5 } = {}) {
  const box = await place(page, name);
  await page.mouse.click(box.x + box.width * at, box.y + box.height / 2);
  await rest(page);
}

/** The picture: its size and a hash of all its pixels. */
export const picture = (page) => page.evaluate(() => {
  const { canvas } = globalThis.driftmark.view;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let hash = 2166136261;
  for (let i = 0; i < data.length; i += 1) hash = Math.imul(hash ^ data[i], 16777619);
  return `${canvas.width}x${canvas.height} ${hash >>> 0}`;
});
