// A /proc/zoneinfo from the reader's machine: by the file picker, pasted, or dropped. It is read in the browser
// and goes nowhere; a wrong one says what is wrong and changes nothing.
const LIKE_ZONEINFO = /^\s*Node \d+, zone/m;

export class Files {
  /** `says` shows a line: (text, wrong). */
  constructor(sitting, { picker, paste, dropzone, says }) {
    this.sitting = sitting;
    this.says = says;
    this.picker = picker;

    picker.addEventListener('change', () => {
      const [file] = picker.files;
      if (file) this.takeFile(file);
      picker.value = ''; // so that the same file can be taken again
    });
    paste?.addEventListener('paste', (event) => {
      const text = event.clipboardData.getData('text/plain');
      if (!text) return;
      event.preventDefault();
      paste.value = '';
      this.takeText(text, 'pasted text');
    });
    paste?.addEventListener('change', () => {
      if (paste.value.trim()) this.takeText(paste.value, 'typed text');
    });
    // On the page outside of fields, a pasted zoneinfo is taken too; anything else is left alone.
    dropzone.addEventListener('paste', (event) => {
      if (event.defaultPrevented || event.target.closest?.('input, textarea, select')) return;
      const [file] = event.clipboardData.files;
      const text = event.clipboardData.getData('text/plain');
      if (file) this.takeFile(file);
      else if (LIKE_ZONEINFO.test(text)) this.takeText(text, 'pasted text');
    });

    let depth = 0;
    const over = (by) => {
      depth = Math.max(0, depth + by);
      dropzone.classList.toggle('dropping', depth > 0);
    };
    const carries = (event) => [...event.dataTransfer.types].some((t) => t === 'Files' || t === 'text/plain');
    dropzone.addEventListener('dragenter', (event) => { if (carries(event)) over(1); });
    dropzone.addEventListener('dragleave', (event) => { if (carries(event)) over(-1); });
    dropzone.addEventListener('dragover', (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    });
    dropzone.addEventListener('drop', (event) => {
      over(-depth);
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData('text/plain');
      if (!file && !text) return;
      event.preventDefault();
      if (file) this.takeFile(file);
      else this.takeText(text, 'dropped text');
    });
  }

  pick() { this.picker.click(); }

  async takeFile(file) {
    this.says(`Reading ${file.name}`, false);
    this.#told(await this.sitting.feedStream(file.stream(), file.name, (read) => {
      if (read > 1e6) this.says(`Reading ${file.name}: ${Math.round((100 * read) / file.size)} %`, false);
    }), file.name);
  }
  async takeText(text, name) { this.#told(await this.sitting.feedText(text, name), name); }

  #told(problem, name) {
    if (problem) this.says(problem, true);
    else this.says(`The figure now shows the machine of ${name}.`, false);
  }
}
