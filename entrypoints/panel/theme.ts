// DevTools has a theme of its own that may differ from the system's; in a tab the system's counts.
import { browser } from 'wxt/browser';

/** Sets `data-theme` on the document and keeps it right. */
export function followTheme(): void {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (name: string | undefined) => {
    root.dataset['theme'] = name === 'dark' || (name === undefined && dark.matches) ? 'dark' : 'light';
  };
  const panels = browser.devtools?.panels as
    | (typeof browser.devtools.panels & {
        onThemeChanged?: { addListener(listener: (name: string) => void): void };
        setThemeChangeHandler?(listener: (name: string) => void): void;
      })
    | undefined;
  if (panels === undefined) {
    apply(undefined);
    dark.addEventListener('change', () => apply(undefined));
    return;
  }
  apply(panels.themeName);
  if (panels.setThemeChangeHandler !== undefined) panels.setThemeChangeHandler(apply);
  else panels.onThemeChanged?.addListener(apply);
}
