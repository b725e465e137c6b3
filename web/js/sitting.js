// One reader's sitting, as the page sees it: actions go in, snapshots come out. Whoever mirrors it listens for
// 'change' and keeps no copy of its own.
const SLICE = 64 * 1024; // a wrong file is refused within its first slice

export class Sitting extends EventTarget {
  constructor(engine, figure) {
    super();
    this.engine = engine;
    this.id = engine.module._dm_create();
    if (!engine.call('_dm_show', [this.id], figure)) throw new Error(`There is no figure named ${figure}.`);
    this.snapshot = this.#read(-1, false);
  }

  close() {
    this.engine.module._dm_destroy(this.id);
    this.id = 0;
  }

  /**
   * One action. Returns what was wrong with it; empty when nothing was.
   * @param {string} [teller] who tells the reader what was wrong; whoever else would, keeps quiet
   */
  act(action, teller = '') {
    this.engine.call('_dm_act', [this.id], action);
    this.poll(teller);
    return this.snapshot.message;
  }
  set(assignments, teller = '') {
    const text = Object.entries(assignments).map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&');
    return this.act(`set ${text}`, teller);
  }

  /** Tells listeners when something has changed since they were told last. */
  poll(teller = '') {
    const now = this.#read(this.snapshot.revision, false);
    if (!now) return false;
    const before = this.snapshot;
    this.snapshot = now;
    this.dispatchEvent(new CustomEvent('change', { detail: { before, now, teller } }));
    return true;
  }

  /** The snapshot with its report, which costs more and is asked for at rest. */
  full() { return this.#read(-1, true); }

  /** Takes a text as the machine. */
  async feedText(text, name) { return this.feedStream(new Blob([text]).stream(), name); }

  /** Takes a stream of bytes as the machine, read only as far as it makes sense. Returns what was wrong. */
  async feedStream(stream, name, onprogress) {
    const { module } = this.engine;
    const reader = stream.getReader();
    let read = 0;
    module._dm_feed_cancel(this.id);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        for (let at = 0; at < value.length; at += SLICE) {
          const slice = value.subarray(at, at + SLICE);
          const p = this.engine.put(slice);
          const more = module._dm_feed(this.id, p, slice.length);
          module._free(p);
          read += slice.length;
          if (!more) {
            await reader.cancel();
            this.bytesRead = read;
            this.engine.call('_dm_feed_done', [this.id], name);
            this.poll('files');
            return this.snapshot.message;
          }
        }
        onprogress?.(read);
      }
    } catch (error) {
      module._dm_feed_cancel(this.id);
      return `${name}: could not be read (${error.message})`;
    }
    this.bytesRead = read;
    this.engine.call('_dm_feed_done', [this.id], name);
    this.poll('files');
    return this.snapshot.message;
  }

  #read(since, report) {
    const text = this.engine.text(this.engine.module._dm_snapshot(this.id, since, report ? 1 : 0));
    return text ? JSON.parse(text) : null;
  }
}
