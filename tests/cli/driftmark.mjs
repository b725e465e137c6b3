// Runs the command line as a reader would. DRIFTMARK names another one than the native build's, such as
// `node build/node/driftmark.js`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const data = (path) => fileURLToPath(new URL(`../data/${path}`, import.meta.url));
const [program, ...first] = process.env.DRIFTMARK?.split(' ') ?? [`${root}build/native/driftmark`];

/** What came of it: { status, out, err }. `input` is standard input. */
export function driftmark(args, input = '') {
  const ran = spawnSync(program, [...first, ...args], { cwd: root, encoding: 'utf8', input, maxBuffer: 1 << 28 });
  if (ran.error && ran.error.code !== 'EPIPE') throw ran.error;
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

/** The command line itself, for tests that need more than its output. */
export const command = [program, ...first];
