// The state in the URL's fragment, written at most twice a second. A fragment that is no state is an anchor of
// the page and none of our business; one that cannot be read leaves state and URL as they are, with a message.
const PAUSE = 500;
const IS_STATE = /^v\d+\//;

export class UrlState {
  constructor(sitting, onproblem) {
    this.sitting = sitting;
    this.onproblem = onproblem;
    this.written = null;
    this.timer = 0;
    this.last = 0;
    this.take('open');
    this.known = sitting.snapshot.state;
    sitting.addEventListener('change', () => this.#changed());
    addEventListener('hashchange', () => this.take());
    addEventListener('pagehide', () => this.flush());
  }

  take(verb = 'state') {
    const text = location.hash.slice(1);
    if (!IS_STATE.test(text) || text === this.written) return;
    const problem = this.sitting.act(`${verb} ${text}`, 'address');
    this.known = this.sitting.snapshot.state;
    clearTimeout(this.timer);
    this.timer = 0;
    this.onproblem(problem);
  }

  flush() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.#write();
  }

  #changed() {
    if (this.sitting.snapshot.state === this.known || this.timer) return;
    this.timer = setTimeout(() => this.#write(), Math.max(0, this.last + PAUSE - performance.now()));
  }

  #write() {
    this.timer = 0;
    this.last = performance.now();
    this.known = this.written = this.sitting.snapshot.state;
    try {
      history.replaceState(history.state, '', `#${this.written}`);
    } catch {
      // A sandboxed frame may not; the state is then only in the page.
    }
  }
}
