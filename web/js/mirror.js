// The figure in words, buttons and tables: what a screen reader, find-in-page and a keyboard see.
import { el } from './dom.js';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const PAUSE = 150;

function cellText(value, column) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && !column.plain) return number.format(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  return String(value);
}

function tableOf(table) {
  const isNumber = (i) => table.rows.some((row) => typeof row[i] === 'number');
  return el('div', { className: 'table', tabIndex: 0, role: 'region', 'aria-label': table.title || 'Table' },
    el('table', {},
      table.title ? el('caption', {}, table.title) : null,
      el('thead', {}, el('tr', {}, table.columns.map((c, i) =>
        el('th', { scope: 'col', className: isNumber(i) ? 'number' : '' }, c.label || c.key,
          c.unit ? el('span', { className: 'unit' }, ` ${c.unit}`) : null)))),
      el('tbody', {}, table.rows.map((row) => el('tr', {}, row.map((value, i) => {
        const c = table.columns[i] ?? {};
        return el(i === 0 ? 'th' : 'td', { ...(i === 0 ? { scope: 'row' } : {}), className: isNumber(i) ? 'number' : '' }, cellText(value, c));
      }))))));
}

export class Mirror {
  constructor(sitting, { sentence, detail, transport, tables, notes }) {
    this.sitting = sitting;
    this.places = { sentence, detail, transport, tables, notes };
    this.timer = 0;
    this.buttons = [];
    const button = (label, action, enabled) => {
      const node = el('button', { type: 'button', onclick: () => sitting.act(typeof action === 'function' ? action() : action) }, label);
      node.dataset.action = label.toLowerCase();
      this.buttons.push({ node, label, enabled });
      transport.append(node);
      return node;
    };
    button('First', 'first', (s) => s.can_back);
    button('Back', 'back', (s) => s.can_back);
    button('Step', 'step', (s) => s.can_step);
    this.play = button('Play', () => (sitting.snapshot.playing ? 'pause' : 'play'), (s) => s.playing || s.can_step);
    button('Last', 'last', (s) => s.can_step);
    button('Undo', 'undo', (s) => s.can_undo);
    button('Redo', 'redo', (s) => s.can_redo);
    sitting.addEventListener('change', () => this.update());
    this.update();
  }

  update() {
    const s = this.sitting.snapshot;
    for (const { node, enabled } of this.buttons) {
      // Not `disabled`: a button that loses focus while it is pressed throws a keyboard reader out.
      node.setAttribute('aria-disabled', String(!enabled(s)));
    }
    this.play.textContent = s.playing ? 'Pause' : 'Play';
    clearTimeout(this.timer);
    // Not at every step of play: a live region that never rests says nothing.
    this.timer = setTimeout(() => this.#settle(), s.playing ? 1500 : PAUSE);
  }

  #settle() {
    const full = this.sitting.full();
    const { sentence, detail, tables, notes } = this.places;
    if (sentence.textContent !== full.sentence) sentence.textContent = full.sentence;
    if (detail) detail.textContent = full.detail ?? '';
    const report = full.report ?? {};
    tables.replaceChildren(...(report.tables ?? []).map(tableOf));
    notes?.replaceChildren(...(report.notes ?? []).map((n) => el('li', {}, n)));
    this.settled = full.revision;
  }
}
