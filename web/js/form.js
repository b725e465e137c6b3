// The native form, made from the module's parameter list. A wrong value is told at its field and read out; the
// state stays as it was and so does what was typed.
import { el } from './dom.js';

// A group starts at the parameter named, in the list's own order; what is added to the list falls into place.
const GROUPS = [
  ['cpus', 'The machine', true],
  ['min_free_kbytes', 'Memory settings', false],
  ['boot_refresh', 'Booting', false],
  ['script', 'What happens, and where you are in it', true],
];
const LAST = ['view', 'How it is shown', false];

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function rangeText(p) {
  if (p.kind !== 'count') return '';
  const most = p.most > 1e9 ? 'no upper limit' : number.format(p.most);
  return p.most > 1e9 ? `${number.format(p.least)} or more` : `${number.format(p.least)} to ${most}`;
}

export class ParameterForm {
  constructor(sitting, root, live) {
    this.sitting = sitting;
    this.root = root;
    this.live = live;
    this.fields = new Map();
    const { parameters, presets } = sitting.engine.about;
    this.presets = presets;
    root.append(this.#presetField(presets));
    let group = null;
    for (const p of parameters.filter((q) => !q.view)) {
      const start = GROUPS.find(([key]) => key === p.key);
      if (start || !group) group = this.#group(...(start ?? ['other', 'Other', true]));
      group.append(this.#field(p));
    }
    group = this.#group(...LAST);
    for (const p of parameters.filter((q) => q.view)) group.append(this.#field(p));
    root.addEventListener('submit', (event) => event.preventDefault());
    sitting.addEventListener('change', ({ detail: { before, now } }) => { if (before.state !== now.state) this.refresh(); });
    this.refresh();
  }

  /** Opens the group of a parameter, and puts focus into its field. */
  edit(key) {
    const field = this.fields.get(key);
    if (!field) return;
    field.input.closest('details').open = true;
    field.input.scrollIntoView({ block: 'center', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    field.input.focus({ preventScroll: true });
  }

  /** Shows the present values; a field with an unresolved problem keeps what was typed. */
  refresh() {
    const values = this.sitting.snapshot.values;
    for (const [key, field] of this.fields) {
      if (field.wrong || field.input === document.activeElement && field.dirty) continue;
      this.#show(field, values[key]);
    }
    const { preset } = this;
    preset.value = this.presetNow ?? '';
  }

  #show(field, value) {
    if (field.p.kind === 'toggle') field.input.checked = value === 'on';
    else field.input.value = value;
    field.dirty = false;
  }

  #group(key, title, open) {
    const body = el('div', { className: 'fields' });
    this.root.append(el('details', { open, className: 'group' }, el('summary', {}, title), body));
    return body;
  }

  #presetField(presets) {
    this.presetHelp = el('p', { className: 'help', id: 'help-preset' }, 'Machines from the reports that this page explains, and a few familiar ones.');
    this.preset = el('select', { id: 'field-preset', 'aria-describedby': 'help-preset', onchange: () => this.#takePreset() },
      el('option', { value: '' }, 'Choose a machine'),
      presets.map((p) => el('option', { value: p.name }, p.label)));
    return el('div', { className: 'field preset' }, el('label', { htmlFor: 'field-preset' }, 'Preset'), this.preset, this.presetHelp);
  }

  #takePreset() {
    const preset = this.presets.find((p) => p.name === this.preset.value);
    if (!preset) return;
    for (const field of this.fields.values()) this.#settle(field, '');
    this.sitting.act(`preset ${preset.name}`, 'form');
    this.presetNow = preset.name;
    this.preset.value = preset.name;
    const assumed = preset.assumed.length ? ` Assumed: ${preset.assumed.join(' ')}` : '';
    this.presetHelp.textContent = `${preset.summary}${assumed}`;
    this.refresh();
  }

  #field(p) {
    const id = `field-${p.key}`;
    const common = {
      id, name: p.key, autocomplete: 'off', spellcheck: false, 'aria-describedby': `help-${p.key} error-${p.key}`,
      onchange: () => this.#commit(field), oninput: () => { field.dirty = true; },
    };
    let input;
    if (p.kind === 'choice') input = el('select', common, p.choices.map((c) => el('option', { value: c }, c.replaceAll('_', ' '))));
    else if (p.kind === 'toggle') input = el('input', { ...common, type: 'checkbox' });
    else if (p.kind === 'text') input = el('textarea', { ...common, rows: 2, placeholder: p.example });
    else input = el('input', { ...common, type: 'text', inputMode: p.kind === 'count' && !p.auto ? 'numeric' : 'text', placeholder: p.example });
    const unit = p.unit && p.unit !== 'CPUs' && p.unit !== 'nodes' ? ` (${p.unit})` : '';
    const facts = [rangeText(p), p.auto ? 'auto leaves it to the rule' : '', p.kind === 'size' ? 'K, M, G, T are binary' : ''].filter(Boolean);
    const error = el('p', { className: 'error', id: `error-${p.key}`, hidden: true });
    const field = { p, input, error, wrong: false, dirty: false };
    this.fields.set(p.key, field);
    return el('div', { className: `field ${p.kind}` },
      el('label', { htmlFor: id }, p.label + unit),
      input,
      error,
      el('p', { className: 'help', id: `help-${p.key}` }, `${p.help}${facts.length ? ` ${facts.join('; ')}.` : ''}`));
  }

  #commit(field) {
    const value = field.p.kind === 'toggle' ? (field.input.checked ? 'on' : 'off') : field.input.value.trim();
    this.presetNow = '';
    const problem = this.sitting.set({ [field.p.key]: value }, 'form');
    this.#settle(field, problem);
    if (!problem) this.refresh();
  }

  #settle(field, problem) {
    field.wrong = Boolean(problem);
    field.error.hidden = !problem;
    field.error.textContent = problem;
    if (problem) field.input.setAttribute('aria-invalid', 'true');
    else field.input.removeAttribute('aria-invalid');
    if (problem) this.live.textContent = problem;
  }
}
