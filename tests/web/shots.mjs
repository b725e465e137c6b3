// Pictures of the page and the embed at the sizes and looks that they are judged at: node shots.mjs [FOLDER]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './support/browser.mjs';
import { openFigure, rest } from './support/figure.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../../build/shots', import.meta.url));
mkdirSync(folder, { recursive: true });
const site = await serve();
const browser = await launch();
const only = process.argv[3];

for (const dark of [false, true]) {
  for (const ratio of [1, 2]) {
    for (const [width, height, page] of [[1280, 790, 'index'], [640, 420, 'embed'], [360, 740, 'index']]) {
      const name = `${page}-${width}x${height}-${dark ? 'dark' : 'light'}-${ratio}x`;
      if (only && !name.includes(only)) continue;
      const opened = await openFigure(browser, `${site.url}${page === 'embed' ? 'embed.html' : ''}`, { width, height, ratio, dark });
      await opened.page.screenshot({ path: join(folder, `${name}.png`) });
      await opened.page.locator('#stage').scrollIntoViewIfNeeded();
      await opened.page.evaluate(() => document.querySelector('#stage').scrollIntoView());
      await rest(opened.page);
      await opened.page.locator('#stage').screenshot({ path: join(folder, `${name}-figure.png`) });
      if (page === 'index' && ratio === 1) await opened.page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true });
      for (const complaint of opened.complaints) console.log(`${name}: ${complaint}`);
      await opened.close();
      console.log(name);
    }
  }
}
await browser.close();
site.close();
