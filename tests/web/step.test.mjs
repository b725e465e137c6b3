// Acting on the picture: stepping both ways by mouse and by keys, scrubbing, the slider, the cells.
import assert from 'node:assert/strict';
import { after, before, beforeEach, afterEach, test } from 'node:test';
import { launch, serve } from './support/browser.mjs';
import { act, openFigure, picture, place, press, rest, snapshot } from './support/figure.mjs';

let browser, site, page, opened;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });
beforeEach(async () => {
  opened = await openFigure(browser, site.url);
  ({ page } = opened);
  await act(page, 'preset xeon480');
  await act(page, 'seek 5 100');
});
afterEach(async () => {
  assert.deepEqual(opened.complaints, []);
  await opened.close();
});

test('the mouse steps and goes back, and the picture with it', async () => {
  await act(page, 'set granularity=store');
  const first = await picture(page);
  const at = await snapshot(page);
  await press(page, 'step');
  const next = await snapshot(page);
  assert.equal(next.step, at.step + 1);
  await press(page, 'back');
  assert.equal((await snapshot(page)).step, at.step);
  await page.mouse.move(0, 0);
  await rest(page);
  await page.evaluate(() => globalThis.driftmark.view.canvas.blur());
  await rest(page);
  assert.equal(await picture(page), first);
});

test('each size of step goes as far as it says', async () => {
  for (const [granularity, moved] of [['cpu', (a, b) => b.event === a.event && b.step > a.step],
    ['zone', (a, b) => b.event === a.event && b.step > a.step + 100], ['event', (a, b) => b.step === b.steps && b.event >= a.event]]) {
    await act(page, 'seek 5 100');
    await act(page, `set granularity=${granularity}`);
    const a = await snapshot(page);
    await press(page, 'step');
    const b = await snapshot(page);
    assert.ok(moved(a, b), `${granularity}: ${a.event}/${a.step} to ${b.event}/${b.step}`);
  }
});

test('keys step and go back, and only with focus', async () => {
  await act(page, 'set granularity=store');
  const at = await snapshot(page);
  await page.keyboard.press('ArrowRight');
  await rest(page);
  assert.equal((await snapshot(page)).step, at.step, 'a key without focus did something');
  await page.focus('#canvas');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await rest(page);
  assert.equal((await snapshot(page)).step, at.step + 1);
  await page.keyboard.press('End');
  await rest(page);
  assert.equal((await snapshot(page)).event, at.events);
  await page.keyboard.press('Home');
  await rest(page);
  assert.equal((await snapshot(page)).event, 0);
});

test('Space plays and stops; at rest nothing moves on', async () => {
  await act(page, 'set granularity=event');
  await page.focus('#canvas');
  await page.keyboard.press('Space');
  await page.waitForFunction((e) => globalThis.driftmark.sitting.snapshot.event > e, (await snapshot(page)).event, { timeout: 15000 });
  await page.keyboard.press('Space');
  await rest(page);
  const stopped = await snapshot(page);
  assert.equal(stopped.playing, false);
  await page.waitForTimeout(800);
  assert.equal((await snapshot(page)).event, stopped.event);
});

test('dragging along the timeline seeks', async () => {
  const line = await place(page, 'timeline');
  const y = line.y + line.height / 2;
  await page.mouse.move(line.x + line.width * 0.25, y);
  await page.mouse.down();
  await rest(page);
  const quarter = (await snapshot(page)).event;
  for (let share = 0.3; share < 0.78; share += 0.05) await page.mouse.move(line.x + line.width * share, y);
  await rest(page);
  const most = (await snapshot(page)).event;
  await page.mouse.up();
  await rest(page);
  const { events } = await snapshot(page);
  assert.ok(Math.abs(quarter - events * 0.25) < events * 0.03, `a quarter of ${events} gave ${quarter}`);
  assert.ok(Math.abs(most - events * 0.75) < events * 0.03, `three quarters of ${events} gave ${most}`);
});

test('the CPU slider changes the machine', async () => {
  const before480 = await snapshot(page);
  assert.equal(before480.values.cpus, '480');
  const track = await place(page, 'cpus');
  // It is logarithmic up to 8192: 480 lies at about 0.685.
  await page.mouse.move(track.x + track.width * 0.68, track.y + track.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width * 0.5, track.y + track.height / 2, { steps: 4 });
  await page.mouse.up();
  await rest(page);
  const now = await snapshot(page);
  assert.ok(Number(now.values.cpus) < 200 && Number(now.values.cpus) > 20, `cpus is ${now.values.cpus}`);
  assert.equal(now.message, '');
  assert.ok(now.machine_revision > before480.machine_revision);
});

test('a click on a CPU inserts an event here, and undo takes it out', async () => {
  const at = await snapshot(page);
  await press(page, 'cells:rewrite', { at: 0.25 });
  const now = await snapshot(page);
  assert.equal(now.events, at.events + 1);
  assert.match(now.event_text, /^offline:1[0-3]\d$/);
  assert.equal(now.can_undo, true);
  await act(page, 'undo');
  assert.equal((await snapshot(page)).events, at.events);
});

test('a chip of a zone opens the form at the zones', async () => {
  await press(page, 'zone:0');
  await page.waitForFunction(() => document.activeElement?.name === 'zones');
});

test('the native buttons do the same', async () => {
  await act(page, 'set granularity=store');
  const at = await snapshot(page);
  await page.focus('#transport [data-action=step]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal((await snapshot(page)).step, at.step + 2);
  await page.focus('#transport [data-action=back]');
  await page.keyboard.press('Enter');
  assert.equal((await snapshot(page)).step, at.step + 1);
  await page.waitForFunction(() => document.querySelector('#sentence').textContent === globalThis.driftmark.sitting.snapshot.sentence);
});
