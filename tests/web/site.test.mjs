// The site as a whole: what a static host serves, and a page that starts without a complaint.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, serve } from './support/browser.mjs';

let browser;
let site;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });

test('WebAssembly is served with its own type, and nothing outside the folder', async () => {
  const wasm = await fetch(new URL('driftmark-core.wasm', site.url));
  assert.equal(wasm.headers.get('content-type'), 'application/wasm');
  assert.equal((await fetch(new URL('..%2f..%2fCMakeLists.txt', site.url))).status, 404);
  assert.equal((await fetch(new URL('nothing', site.url))).status, 404);
});

test('the fonts and their licence come with the site', async () => {
  for (const name of ['Inter-Regular.otf', 'Inter-SemiBold.otf', 'JetBrainsMono-Regular.ttf', 'OFL.txt']) {
    const answer = await fetch(new URL(`fonts/${name}`, site.url));
    assert.equal(answer.status, 200, name);
    assert.ok((await answer.arrayBuffer()).byteLength > 1000, name);
  }
});

for (const name of ['', 'embed.html']) {
  test(`/${name} opens, draws and complains of nothing`, async () => {
    const { page, complaints, close } = await open(browser, site.url + name);
    await page.waitForFunction(() => {
      const canvas = document.querySelector('canvas');
      const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      if (!data) return false;
      const seen = new Set();
      for (let i = 0; i < data.length && seen.size < 8; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      return seen.size >= 8;
    }, undefined, { timeout: 30000, polling: 500 });
    assert.deepEqual(complaints, []);
    await close();
  });
}
