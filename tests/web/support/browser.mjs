// A browser with the built site in it, for tests: no network but the site's own, WebGL in software.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { siteServer } from '../../../tools/lib/serve.mjs';

export const SITE = fileURLToPath(new URL('../../../build/site', import.meta.url));
export const COMMAND = fileURLToPath(new URL('../../../build/native/driftmark', import.meta.url));

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--no-sandbox',
  '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Serves the site on a free port. */
export async function serve(headers) {
  const server = siteServer(SITE, headers);
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export async function launch(more = []) {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (!executablePath) throw new Error('no Chromium was found; CHROMIUM=/path/to/it names one');
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** Opens a page of the site and notes every complaint of the browser, which a test then holds to be none. */
export async function open(browser, url, { width = 1280, height = 900, ratio = 1, dark = false, touch = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height }, deviceScaleFactor: ratio, colorScheme: dark ? 'dark' : 'light', hasTouch: touch,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  page.on('response', (response) => { if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`); });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}
