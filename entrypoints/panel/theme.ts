// DevTools has a theme of its own that may differ from the system's; in a tab the system's counts.
import { effect, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import type { Settings } from '@/lib/session/settings';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Sets `data-theme` on the document, as it was found or as the user wants it; the result is told what is found. */
function applyTheme(settings: Settings): (name: string | undefined) => void {
  const found = signal<string>('light');
  effect(() => {
    const { theme } = settings.values.value;
    document.documentElement.dataset['theme'] = theme === 'auto' ? found.value : theme;
  });
  return (name) => {
    found.value = name === 'dark' || (name === undefined && dark.matches) ? 'dark' : 'light';
  };
}

/** Sets `data-theme` on the document by the system's theme, and keeps it right; the user's own choice comes first. */
export function followSystemTheme(settings: Settings): void {
  const apply = applyTheme(settings);
  apply(undefined);
  dark.addEventListener('change', () => apply(undefined));
}

/** The same by the theme of DevTools, where the panel is inside of them. */
export function followTheme(settings: Settings): void {
  // The types lack how the theme is followed: each browser has a way of its own.
  const panels = browser.devtools?.panels as
    | (typeof browser.devtools.panels & {
        onThemeChanged?: { addListener(listener: (name: string) => void): void };
        setThemeChangeHandler?(listener: (name: string) => void): void;
      })
    | undefined;
  if (panels === undefined) {
    followSystemTheme(settings);
    return;
  }
  const apply = applyTheme(settings);
  apply(panels.themeName);
  if (panels.setThemeChangeHandler !== undefined) panels.setThemeChangeHandler(apply);
  else panels.onThemeChanged?.addListener(apply);
}
