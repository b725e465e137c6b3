// The page's numbers are the command line's.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { COMMAND, launch, serve } from './support/browser.mjs';
import { act, openFigure, snapshot } from './support/figure.mjs';

let browser, site;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });
const command = (...args) => JSON.parse(execFileSync(COMMAND, args, { encoding: 'utf8', maxBuffer: 1 << 26 }));

for (const preset of ['xeon480', 'phone']) {
  test(`${preset}: the totals of the sweep and the ledger of an event`, async () => {
    const { page, close } = await openFigure(browser, site.url);
    await act(page, `preset ${preset}`);
    await act(page, 'seek 3');
    const told = command('sweep', '--preset', preset, '--json');
    const now = await snapshot(page);
    assert.ok(now.totals.variants.rewrite.stores > 0);
    assert.deepEqual(now.totals, told.report.totals);
    assert.equal(now.events, told.report.events.length);
    const { report } = command('refresh', '--preset', preset, '--event', '3', '--json');
    assert.deepEqual(now.ledgers, { variants: report.variants, needed: report.needed, avoided: report.avoided });

    // And in the words of the page: the table shows the number itself.
    await page.waitForFunction(() => document.querySelectorAll('#tables td').length > 4);
    const words = await page.locator('#tables').innerText();
    assert.ok(words.includes(report.variants.rewrite.stores.toLocaleString('en')), words.slice(0, 400));
    await close();
  });
}

test('the module gives the same JSON as the command line, byte for byte', async () => {
  const { page, close } = await openFigure(browser, site.url);
  for (const name of ['refresh', 'sweep', 'threshold', 'drift']) {
    const text = await page.evaluate((c) => {
      const { engine } = globalThis.driftmark;
      return engine.text(engine.call('_dm_report', [], c, 'v1/refresh?cpus=24&nodes=3&event=4'));
    }, name);
    assert.equal(text, execFileSync(COMMAND, [name, '--scenario', 'v1/refresh?cpus=24&nodes=3&event=4', '--json'], { encoding: 'utf8' }));
  }
  await close();
});
