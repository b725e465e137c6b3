// The address: the whole state, written while the reader acts, read when the page opens; and addresses that
// cannot be read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, serve } from './support/browser.mjs';
import { act, openFigure, picture, rest, snapshot } from './support/figure.mjs';

let browser, site;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });

async function written(page) {
  await page.waitForFunction(() => location.hash.slice(1) === globalThis.driftmark.sitting.snapshot.state, undefined, { timeout: 5000 });
}

test('a reload shows the same moment of the same machine', async () => {
  const { page, complaints, close } = await openFigure(browser, site.url);
  await act(page, 'preset broadwell88');
  await act(page, 'seek 7 33');
  await written(page);
  const { state } = await snapshot(page);
  const pictures = [];
  for (let i = 0; i < 2; i += 1) {
    await page.reload();
    await page.waitForFunction(() => globalThis.driftmark?.view.framesDrawn > 0, undefined, { timeout: 60000 });
    await rest(page);
    const now = await snapshot(page);
    assert.deepEqual([now.state, now.event, now.step, now.can_undo], [state, 7, 33, false]);
    pictures.push(await picture(page));
  }
  assert.equal(pictures[0], pictures[1]);
  assert.deepEqual(complaints, []);
  await close();
});

test('a link in hand is taken, also while the page is open', async () => {
  const { page, close } = await openFigure(browser, `${site.url}#v1/refresh?cpus=6&script=offline:5,online:5&event=2`);
  assert.deepEqual([(await snapshot(page)).values.cpus, (await snapshot(page)).event], ['6', 2]);
  await page.evaluate(() => { location.hash = '#v1/refresh?cpus=12'; });
  await page.waitForFunction(() => globalThis.driftmark.sitting.snapshot.values.cpus === '12');
  await close();
});

for (const [what, hash] of [['a future version', '#v9/refresh?cpus=7'], ['an unknown key', '#v1/refresh?wheels=4'], ['9000 CPUs', '#v1/refresh?cpus=9000']]) {
  test(`${what} in the address: a message, and the state before it stays`, async () => {
    const { page, close } = await openFigure(browser, site.url);
    await act(page, 'set cpus=24');
    await written(page);
    const before = await snapshot(page);
    await page.evaluate((h) => { location.hash = h; }, hash);
    await page.waitForFunction(() => !document.querySelector('#banner').hidden);
    const message = await page.locator('#banner').textContent();
    assert.match(message, /accepted/);
    assert.equal((await snapshot(page)).state, before.state);
    assert.equal(await page.evaluate(() => location.hash), hash, 'the address was overwritten');
    await close();
  });
}

test('a page opened with a future version says so and shows its opening', async () => {
  const plain = await openFigure(browser, site.url);
  const opening = (await snapshot(plain.page)).state;
  await plain.close();
  const { page, close } = await openFigure(browser, `${site.url}#v2/refresh?cpus=7`);
  assert.match(await page.locator('#banner').textContent(), /v2/);
  assert.equal((await snapshot(page)).state, opening);
  await close();
});

test('an anchor is an anchor: no message, the state stays', async () => {
  const { page, close } = await openFigure(browser, `${site.url}#numbers`);
  assert.equal(await page.locator('#banner').isHidden(), true);
  const before = (await snapshot(page)).state;
  await page.click('nav a[href="#settings"]');
  assert.equal((await snapshot(page)).state, before);
  await close();
});

test('the address is written at most twice a second', async () => {
  const { page, close } = await openFigure(browser, site.url);
  const writes = await page.evaluate(async () => {
    let n = 0;
    const { replaceState } = history;
    history.replaceState = (...a) => { n += 1; return replaceState.apply(history, a); };
    const start = performance.now();
    for (let i = 0; performance.now() - start < 2000; i += 1) {
      globalThis.driftmark.sitting.act(i % 2 ? 'step' : 'back');
      await new Promise((done) => { setTimeout(done, 20); });
    }
    return n;
  });
  assert.ok(writes >= 1 && writes <= 5, `${writes} writes in two seconds`);
  await close();
});
