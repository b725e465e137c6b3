// The texts for people, as they are: tests/golden/NAME.txt begins with the command that gives it.
// GOLDEN=write writes them anew; look at what changed before committing it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { driftmark, root } from './driftmark.mjs';

const folder = `${root}tests/golden/`;
const cases = {
  'help': ['--help'],
  'help-refresh': ['refresh', '--help'],
  'help-check': ['check', '--help'],
  'threshold-xeon480': ['threshold', '--preset', 'xeon480'],
  'drift-xeon480': ['drift', '--preset', 'xeon480'],
  'drift-xeon480-one-left': ['drift', '--preset', 'xeon480', '--event', '479'],
  'refresh-xeon480': ['refresh', '--preset', 'xeon480'],
  'refresh-xeon480-256': ['refresh', '--preset', 'xeon480', '--event', '224'],
  'refresh-midway': ['refresh', '--cpus', '4', '--step', '7'],
  'refresh-boot': ['refresh', '--preset', 'laptop', '--event', '0'],
  'sweep-4': ['sweep', '--cpus', '4'],
  'sweep-refused': ['sweep', '--cpus', '2', '--script', 'offline:0,offline:1,offline:1,kswapd:wake:0,sysctl:min_free_kbytes=99999'],
  'sweep-csv': ['sweep', '--cpus', '3', '--nodes', '2', '--csv'],
  'refresh-csv': ['refresh', '--preset', 'epyc512', '--csv'],
  'presets': ['presets'],
  'parameters': ['parameters'],
  'check-match': ['check', 'tests/data/zoneinfo/16-x86-412plus-laptop-8cpu.txt'],
  'check-edited': ['check', 'tests/data/zoneinfo/28-x86-5x-2node-jc-edited.txt'],
  'check-edited-csv': ['check', 'tests/data/zoneinfo/28-x86-5x-2node-jc-edited.txt', '--csv'],
  'check-no-threshold': ['check', 'tests/data/zoneinfo/09-arm-318-up-android-cma.txt'],
};

for (const [name, args] of Object.entries(cases)) {
  test(name, () => {
    const { out, err } = driftmark(args);
    assert.equal(err, '');
    const text = `$ driftmark ${args.join(' ')}\n${out}`;
    const path = `${folder}${name}.txt`;
    if (process.env.GOLDEN === 'write') writeFileSync(path, text);
    assert.ok(existsSync(path), `${path}: GOLDEN=write makes it`);
    assert.equal(text, readFileSync(path, 'utf8'));
    // For people: no line of a text is wider than a terminal of 100 columns, but what cannot be broken.
    if (!args.includes('--csv'))
      for (const line of out.split('\n').filter((l) => l.length > 100)) assert.ok(/\S{25}/.test(line), line);
  });
}

test('every golden text has its command', () => {
  assert.deepEqual(readdirSync(folder).sort(), Object.keys(cases).map((name) => `${name}.txt`).sort());
});

// The examples of --help are real: each of them runs.
for (const line of ['threshold', 'drift', 'refresh', 'sweep', 'parameters', 'presets'].flatMap((name) =>
  driftmark([name, '--help']).out.split('\n').filter((l) => l.startsWith('  driftmark ')))) {
  test(`example:${line}`, { skip: line.includes('/proc/') && process.platform !== 'linux' }, () => {
    const args = line.trim().split(' ').slice(1).map((a) => a.replace(/^'(.*)'$/, '$1'));
    const { status, err } = driftmark(args);
    assert.equal(err, '');
    assert.equal(status, 0);
  });
}
