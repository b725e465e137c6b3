// Every command's JSON: what JSON.stringify would print, and of the shape its schema tells.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { data, driftmark, root } from './driftmark.mjs';

const Ajv = createRequire(new URL('../web/package.json', import.meta.url))('ajv/dist/2020').default;
const ajv = new Ajv({ strict: false, allErrors: true });
for (const file of readdirSync(`${root}schemas`))
  if (file.endsWith('.json')) ajv.addSchema(JSON.parse(readFileSync(`${root}schemas/${file}`, 'utf8')));

function checked(args, status = 0) {
  const ran = driftmark([...args, '--json']);
  assert.equal(ran.err, '');
  assert.equal(ran.status, status);
  const json = JSON.parse(ran.out);
  assert.equal(`${JSON.stringify(json)}\n`, ran.out, 'as JSON.stringify prints it');
  const validate = ajv.getSchema(`${args[0]}.schema.json`);
  assert.ok(validate, `a schema for ${args[0]}`);
  assert.ok(validate(json), JSON.stringify(validate.errors?.slice(0, 5), null, 1));
  return json;
}

const presets = checked(['presets']).report.presets.map((p) => p.name);
const scenarios = [
  [],
  ['--cpus', '1', '--memory', '16M'],
  ['--cpus', '6', '--nodes', '3', '--script',
    'offline:node1,sysctl:min_free_kbytes=90112,kswapd:wake:0,memory:online:1/Normal=256M,online:5,offline:0,memory:offline:1/Normal=128M'],
  ['--cpus', '4', '--script', 'none', '--event', '0'],
  ['--cpus', '8', '--kswapd', 'awake', '--boot-refresh', 'per_cpu_late', '--event', '0'],
  ...presets.map((name) => ['--preset', name]),
];
for (const command of ['threshold', 'drift', 'refresh', 'sweep']) {
  for (const scenario of scenarios)
    test(`${command} ${scenario.join(' ')}`, () => { checked([command, ...scenario]); });
}
test('parameters', () => {
  const { report, scenario } = checked(['parameters']);
  assert.deepEqual(report.parameters.filter((p) => !p.view).map((p) => p.key), Object.keys(scenario));
});
for (const event of [2, 3, 4, 5, 6, 7]) {
  test(`refresh, event ${event} of a script of every kind`, () => { checked(['refresh', ...scenarios[2], '--event', String(event)]); });
}
test('refresh midway', () => { checked(['refresh', '--cpus', '4', '--step', '7']); });

for (const file of readdirSync(data('zoneinfo'))) {
  test(`check ${file}`, () => {
    const path = data(`zoneinfo/${file}`);
    const { status } = driftmark(['check', path]);
    assert.ok(status === 0 || status === 1);
    const { report } = checked(['check', path], status);
    assert.equal(report.difference, status === 1);
    assert.equal(report.zones.some((z) => z.result === 'differ'), status === 1);
  });
}
test('verify', () => {
  const traces = readdirSync(data('truth')).filter((f) => f.startsWith('c4-')).map((f) => data(`truth/${f}`));
  const { report } = checked(['verify', ...traces]);
  assert.equal(report.different, 0);
  assert.ok(report.compared > 1000);
});

test('what `scenario` holds is accepted back and gives the same report', () => {
  for (const scenario of [...scenarios.slice(0, 3), ['--preset', 'xeon480'], ['--preset', 'phone']]) {
    const first = checked(['refresh', ...scenario]);
    const again = checked(['refresh', ...Object.entries(first.scenario).flatMap(([key, value]) => [`--${key}`, String(value)])]);
    assert.deepEqual(again, first);
  }
});
