// DevTools has a theme of its own that may differ from the system's; in a tab the system's counts.
import { effect, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import type { Settings } from '@/lib/session/settings';

/** Sets `data-theme` on the document and keeps it right; the user's own choice comes first. */
export function followTheme(settings: Settings): void {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const found = signal<string>('light');
  const apply = (name: string | undefined) => {
    found.value = name === 'dark' || (name === undefined && dark.matches) ? 'dark' : 'light';
  };
  effect(() => {
    const { theme } = settings.values.value;
    root.dataset['theme'] = theme === 'auto' ? found.value : theme;
  });
  // The types lack how the theme is followed: each browser has a way of its own.
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
