// The native form: made from the parameter list; a wrong value is told where it was typed and changes nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { COMMAND, launch, serve } from './support/browser.mjs';
import { openFigure, rest, snapshot } from './support/figure.mjs';

let browser, site, page, opened;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });
beforeEach(async () => { opened = await openFigure(browser, site.url); ({ page } = opened); });
afterEach(async () => { assert.deepEqual(opened.complaints, []); await opened.close(); });

const field = (key) => page.locator(`#field-${key}`);
async function type(key, value) {
  await page.evaluate((k) => { document.querySelector(`#field-${k}`).closest('details').open = true; }, key);
  await field(key).fill(value);
  await field(key).press('Tab');
  await rest(page);
}

test('every parameter of the command line has a labelled field', async () => {
  const listed = execFileSync(COMMAND, ['parameters', '--csv'], { encoding: 'utf8' }).trim().split('\n').slice(1).map((l) => l.split(',')[0]);
  assert.ok(listed.length > 15);
  const fields = await page.locator('#form [name]').evaluateAll((all) => all.map((f) => ({ name: f.name, label: f.labels[0]?.textContent ?? '' })));
  assert.deepEqual(fields.map((f) => f.name), listed);
  for (const f of fields) assert.ok(f.label.length > 1, f.name);
});

test('typed CPUs change the figure', async () => {
  await type('cpus', '96');
  const now = await snapshot(page);
  assert.equal(now.values.cpus, '96');
  assert.equal(now.events, 190); // 95 off, 95 on
});

test('zones can be typed', async () => {
  await type('nodes', '2');
  await type('zones', '0:DMA=15M,DMA32=3G,Normal=12G;1:Normal=16G');
  assert.equal(await field('zones').getAttribute('aria-invalid'), null);
  assert.match((await snapshot(page)).state, /zones=/);
});

for (const [key, value] of [['cpus', '0'], ['cpus', '9000'], ['zones', '0:Normal=-1'], ['script', 'offline:9999'], ['memory', 'much']]) {
  test(`${key} = ${value} is refused at its field, and nothing changes`, async () => {
    const before = await snapshot(page);
    await type(key, value);
    const now = await snapshot(page);
    assert.equal(now.state, before.state);
    assert.equal(await field(key).inputValue(), value, 'what was typed is gone');
    assert.equal(await field(key).getAttribute('aria-invalid'), 'true');
    const error = await page.locator(`#error-${key}`).textContent();
    assert.match(error, /accepted/);
    assert.equal(error.includes('\n'), false);
    assert.equal(await page.locator('#form-live').textContent(), error);
    await type(key, before.values[key]);
    assert.equal(await field(key).getAttribute('aria-invalid'), null);
  });
}

test('a preset says what it assumes', async () => {
  await page.locator('#field-preset').selectOption('laptop');
  await rest(page);
  assert.match(await page.locator('#help-preset').textContent(), /Assumed/);
  assert.notEqual((await snapshot(page)).values.cpus, '480');
});
