// Light or dark: the state's theme where it names one, else the system's. The switch writes the state.
const system = matchMedia('(prefers-color-scheme: dark)');

export function followTheme(sitting, view, button) {
  const apply = () => {
    const { theme, scale } = sitting.snapshot.values;
    const dark = theme === 'dark' || (theme !== 'light' && system.matches);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    const size = Number(scale) / 100 || 1;
    if (view.dark !== dark || view.scale !== size) view.look({ dark, scale: size });
    if (button) {
      button.textContent = dark ? 'Light' : 'Dark';
      button.setAttribute('aria-label', dark ? 'Use light colours' : 'Use dark colours');
    }
    return dark;
  };
  sitting.addEventListener('change', ({ detail: { before, now } }) => { if (before.state !== now.state) apply(); });
  system.addEventListener('change', apply);
  button?.addEventListener('click', () => {
    const wanted = view.dark ? 'light' : 'dark';
    sitting.set({ theme: (wanted === 'dark') === system.matches ? 'auto' : wanted });
  });
  apply();
}
