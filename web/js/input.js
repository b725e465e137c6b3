// What the reader does on a canvas, passed on to its figure. The canvas is a polite guest: the wheel is the
// page's unless the figure has focus (or Ctrl is held) and can use it, keys are taken only with focus, Tab and
// the browser's own combinations never, and Escape gives focus back.

// In the order of figure::Key.
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', ' ', 'Enter', 'Escape'];
const OF_LISTS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Enter']; // the page scrolls by them while no list is open
const LETTER = 12;
const LINE = 16, PAGE = 400, STEP = 100; // px of wheel travel

export function attachInput(view) {
  const { canvas, module, id } = view;
  const stop = new AbortController();
  const on = (type, handler, options = {}) => canvas.addEventListener(type, handler, { signal: stop.signal, ...options });
  let held = null; // the pointer that presses

  const move = (event) => {
    const box = canvas.getBoundingClientRect();
    module._dm_pointer(id, (event.clientX - box.left) / view.scale, (event.clientY - box.top) / view.scale,
      event.pointerType === 'touch' ? 1 : 0);
  };
  const release = () => {
    held = null;
    module._dm_button(id, 0);
  };

  on('pointerdown', (event) => {
    if (event.button !== 0 || held !== null) return;
    held = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    move(event);
    module._dm_button(id, 1);
    view.request();
  });
  on('pointermove', (event) => {
    if (held !== null && event.pointerId !== held) return;
    move(event);
    view.request();
  });
  on('pointerup', (event) => {
    if (event.pointerId !== held) return;
    move(event);
    release();
    if (event.pointerType !== 'mouse') module._dm_leave(id);
    view.request();
  });
  on('pointercancel', (event) => {
    if (event.pointerId !== held) return;
    module._dm_leave(id); // first: a scroll that began on a button does not press it
    release();
    view.request();
  });
  on('pointerleave', (event) => {
    if (held !== null && event.pointerId === held) return;
    module._dm_leave(id);
    view.request();
  });

  on('wheel', (event) => {
    const focused = document.activeElement === canvas;
    if (!(focused || event.ctrlKey) || !view.frame.wheel) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? PAGE : 1;
    module._dm_wheel(id, (event.deltaY * unit) / STEP);
    view.request();
  }, { passive: false });

  on('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const list = view.frame.list_open;
    if (!list && OF_LISTS.includes(event.key)) return;
    const key = KEYS.indexOf(event.key);
    const letter = key < 0 && event.key.length === 1 && event.key > ' ' && event.key <= '~' ? event.key.toLowerCase().charCodeAt(0) : 0;
    if (key < 0 && !letter) return;
    module._dm_key(id, key < 0 ? LETTER : key, letter, event.shiftKey ? 1 : 0);
    event.preventDefault();
    view.request();
    if (event.key === 'Escape' && !list) canvas.blur();
  });
  on('focus', () => { module._dm_focus(id, 1); view.request(); });
  on('blur', () => { module._dm_focus(id, 0); view.request(); });

  return () => stop.abort();
}
