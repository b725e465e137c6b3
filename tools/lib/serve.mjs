// Serves a folder as a plain static host would: serve.mjs FOLDER PORT
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import process from 'node:process';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8', '.wasm': 'application/wasm', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.otf': 'font/otf', '.ttf': 'font/ttf', '.txt': 'text/plain; charset=utf-8',
};

/** The file a request names, or nothing: never one outside the folder. */
function fileFor(folder, url) {
  let path;
  try { path = decodeURIComponent(new URL(url, 'http://host').pathname); } catch { return undefined; }
  let file = resolve(join(folder, normalize(path)));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  try {
    if (statSync(file).isDirectory()) file = join(file, 'index.html');
    return statSync(file).isFile() ? file : undefined;
  } catch { return undefined; }
}

export function siteServer(root, headers = {}) {
  const folder = resolve(root);
  return createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405).end();
      return;
    }
    const file = fileFor(folder, request.url);
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache', ...headers,
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).on('error', () => response.destroy()).pipe(response);
  });
}

if (import.meta.filename === process.argv[1]) {
  const [root, text] = process.argv.slice(2);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    console.error(`tools/serve: PORT=${text} is no port; accepted: 1 to 65535`);
    process.exit(2);
  }
  const server = siteServer(root);
  server.on('error', (error) => {
    console.error(error.code === 'EADDRINUSE'
      ? `tools/serve: port ${port} is taken; choose another with PORT=9000 tools/serve`
      : `tools/serve: ${error.message}`);
    process.exit(1);
  });
  server.listen(port, () => console.log(`Driftmark is served on http://localhost:${port} (Ctrl-C ends it)`));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
}
