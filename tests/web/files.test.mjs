// A machine from a /proc/zoneinfo: by picker, paste and drop; and what is no zoneinfo.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { launch, serve } from './support/browser.mjs';
import { openFigure, rest, snapshot } from './support/figure.mjs';

const TEXT = gunzipSync(readFileSync(new URL('../data/truth/c12-17G-n2.baseline.boot.zoneinfo.txt.gz', import.meta.url)));
let browser, site, page, opened;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });
beforeEach(async () => { opened = await openFigure(browser, site.url); ({ page } = opened); });
afterEach(async () => { assert.deepEqual(opened.complaints, []); await opened.close(); });

const says = async () => {
  await page.waitForFunction(() => !/^Reading|^$/.test(document.querySelector('#file-says').textContent));
  await rest(page);
  return page.locator('#file-says').textContent();
};
async function holds() {
  assert.match(await says(), /now shows the machine/);
  const now = await snapshot(page);
  assert.equal(now.values.cpus, '12');
  assert.equal(now.values.nodes, '2');
  assert.equal(now.message, '');
}
async function dropFile(name, bytes) {
  const data = await page.evaluateHandle(([n, b]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(b), (c) => c.charCodeAt(0))], n));
    return transfer;
  }, [name, Buffer.from(bytes).toString('base64')]);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('#canvas', type, { dataTransfer: data });
}
async function paste(selector, text) {
  await page.focus(selector);
  await page.evaluate(([s, t]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', t);
    document.querySelector(s).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, [selector, text]);
}
async function refused(act) {
  const before = await snapshot(page);
  await act();
  const text = await says();
  assert.equal(await page.locator('#file-says').evaluate((p) => p.classList.contains('wrong')), true, text);
  assert.equal((await snapshot(page)).state, before.state);
  return text;
}

test('by the file picker', async () => {
  await page.setInputFiles('#picker', { name: 'zoneinfo', mimeType: 'text/plain', buffer: TEXT });
  await holds();
});
test('pasted into the box', async () => {
  await paste('#paste', TEXT.toString());
  await holds();
});
test('pasted onto the figure', async () => {
  await paste('#canvas', TEXT.toString());
  await holds();
});
test('dropped on the figure', async () => {
  await dropFile('zoneinfo', TEXT);
  await holds();
});
test('the picture shows the machine, and undo brings the last one back', async () => {
  const before = await snapshot(page);
  await page.setInputFiles('#picker', { name: 'zoneinfo', mimeType: 'text/plain', buffer: TEXT });
  await holds();
  await page.evaluate(() => globalThis.driftmark.sitting.act('undo'));
  assert.equal((await snapshot(page)).values.cpus, before.values.cpus);
});

test('an empty file says so', async () => {
  assert.match(await refused(() => page.setInputFiles('#picker', { name: 'nothing', mimeType: 'text/plain', buffer: Buffer.alloc(0) })), /empty/i);
});
test('a binary file says what is wrong', async () => {
  const bytes = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37 + 11) % 256));
  const text = await refused(() => dropFile('picture.png', bytes));
  assert.match(text, /picture\.png/);
  assert.match(text, /accepted|zoneinfo/);
});
test('a text that is no zoneinfo says what is wrong', async () => {
  assert.match(await refused(() => paste('#paste', 'MemTotal: 16 kB\nMemFree: 3 kB\n')), /zoneinfo/);
});
test('100 MB that is no zoneinfo is refused within its first 64 KB', async () => {
  await refused(() => page.evaluate(async () => {
    const line = new Blob(['this is some other file, and a long one at that\n'.repeat(21846)]); // 1 MiB
    const { files } = globalThis.driftmark;
    await files.takeFile(new File(Array(100).fill(line), 'large.log'));
  }));
  const read = await page.evaluate(() => globalThis.driftmark.sitting.bytesRead);
  assert.ok(read <= 64 * 1024, `${read} bytes were read`);
});
test('a file cut in the middle changes nothing or says so', async () => {
  await page.setInputFiles('#picker', { name: 'cut', mimeType: 'text/plain', buffer: TEXT.subarray(0, 300) });
  const text = await says();
  assert.ok(text.length > 10);
});
