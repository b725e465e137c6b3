// One figure by itself, for a frame in another page.
import { Engine } from './engine.js';
import { FigureView } from './figure-view.js';
import { Files } from './files.js';
import { el } from './dom.js';
import { followTheme } from './theme.js';
import { UrlState } from './url-state.js';

const $ = (id) => document.getElementById(id);

function tell(text) {
  $('banner').hidden = !text;
  $('banner').textContent = text;
}

async function start() {
  const engine = await Engine.load();
  const sitting = engine.open('refresh');
  sitting.act('open v1/refresh?preset=xeon480&event=224&step=963');
  const url = new UrlState(sitting, tell);
  const view = new FigureView(sitting, $('canvas'), { embed: true });
  $('stage').classList.add('ready');
  followTheme(sitting, view, null);

  const picker = el('input', { type: 'file', hidden: true });
  document.body.append(picker);
  const files = new Files(sitting, { picker, dropzone: $('page'), says: (text, wrong) => tell(wrong ? text : '') });
  view.addEventListener('request', ({ detail }) => {
    if (detail === 'open:zoneinfo') files.pick();
    // A frame has no form: typed values are for the whole page.
    else if (detail.startsWith('edit:')) open(`./#${sitting.snapshot.state}`, '_blank', 'noopener');
  });
  let timer = 0;
  const speak = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { $('sentence').textContent = sitting.snapshot.sentence; }, sitting.snapshot.playing ? 1500 : 150);
  };
  sitting.addEventListener('change', ({ detail: { before, now, teller } }) => {
    speak();
    if (now.message && !teller) tell(now.message);
    else if (!now.message && now.state !== before.state) tell('');
  });
  speak();

  addEventListener('resize', () => view.resize()); // the frame's height counts too

  globalThis.driftmark = { engine, sitting, view, url, files };
  document.documentElement.dataset.driftmark = 'ready';
}

start().catch((error) => {
  $('stage').classList.add('failed');
  $('stand-in-text').textContent = error.message;
  document.documentElement.dataset.driftmark = 'failed';
  console.error(error);
});
