// The page: one figure, and around it everything that native HTML does better than a canvas.
import { Engine } from './engine.js';
import { FigureView } from './figure-view.js';
import { Files } from './files.js';
import { ParameterForm } from './form.js';
import { Mirror } from './mirror.js';
import { followTheme } from './theme.js';
import { UrlState } from './url-state.js';

// The moment the page opens on: half of the Xeon's CPUs are gone, and nothing changes although all is written.
const OPENING = 'v1/refresh?preset=xeon480&event=224&step=963';

const $ = (id) => document.getElementById(id);

function tell(place, text, wrong = false) {
  place.hidden = !text;
  place.textContent = text;
  place.classList.toggle('wrong', wrong);
}

// An anchor of the page scrolls there and leaves the state in the address alone.
function anchors() {
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    link.addEventListener('click', (event) => {
      const target = $(link.hash.slice(1));
      if (!target) return;
      event.preventDefault();
      target.scrollIntoView();
      const focusable = target.querySelector('canvas, button, input:not([hidden]), select, textarea') ?? target;
      focusable.focus({ preventScroll: true });
    });
  }
}

async function start() {
  anchors();
  const engine = await Engine.load();
  const sitting = engine.open('refresh');
  sitting.act(`open ${OPENING}`);

  const banner = $('banner');
  const url = new UrlState(sitting, (problem) => tell(banner, problem));
  const view = new FigureView(sitting, $('canvas'));
  $('stage').classList.add('ready');
  followTheme(sitting, view, $('theme'));
  $('theme').hidden = false;

  const form = new ParameterForm(sitting, $('form'), $('form-live'));
  new Mirror(sitting, { sentence: $('sentence'), detail: $('detail'), transport: $('transport'), tables: $('tables'), notes: $('notes') });
  const files = new Files(sitting, {
    picker: $('picker'), paste: $('paste'), dropzone: document.body,
    says: (text, wrong) => { tell($('file-says'), text, wrong); tell(banner, wrong ? text : ''); },
  });
  $('open-file').addEventListener('click', () => files.pick());

  const shown = $('show-mirror');
  shown.hidden = false;
  shown.addEventListener('click', () => {
    const on = $('mirror').classList.toggle('shown');
    shown.setAttribute('aria-expanded', String(on));
    shown.textContent = on ? 'Hide words and buttons' : 'Show as words and buttons';
  });

  // What only the page can do for the figure.
  view.addEventListener('request', ({ detail }) => {
    const [verb, what] = detail.split(':');
    if (verb === 'edit') form.edit(what);
    if (verb === 'open' && what === 'zoneinfo') files.pick();
  });
  // What was wrong with an action made in the figure; gone with the next one that changes something.
  sitting.addEventListener('change', ({ detail: { before, now, teller } }) => {
    if (now.message && !teller) tell(banner, now.message);
    else if (!now.message && now.state !== before.state) tell(banner, '');
  });

  globalThis.driftmark = { engine, sitting, view, form, url, files }; // for the console, and for tests
  document.documentElement.dataset.driftmark = 'ready';
}

start().catch((error) => {
  $('stage').classList.add('failed');
  $('stand-in-text').textContent = `${error.message} The same counts come from the command line: driftmark sweep --preset xeon480.`;
  document.documentElement.dataset.driftmark = 'failed';
  console.error(error);
});
