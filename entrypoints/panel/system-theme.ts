// The theme of the panel where DevTools has none.
import { effect, signal } from '@preact/signals';
import type { Settings } from '@/lib/panel/settings';

const dark = matchMedia('(prefers-color-scheme: dark)');

/**
 * Sets `data-theme` on the document to the user's choice, else to the applied theme. The returned function applies a
 * theme; undefined is the system's.
 */
export function applyTheme(settings: Settings): (name: string | undefined) => void {
  const found = signal<string>('light');
  effect(() => {
    const { theme } = settings.values.value;
    document.documentElement.dataset['theme'] = theme === 'auto' ? found.value : theme;
  });
  return (name) => {
    found.value = name === 'dark' || (name === undefined && dark.matches) ? 'dark' : 'light';
  };
}

export function followSystemTheme(settings: Settings): void {
  const apply = applyTheme(settings);
  apply(undefined);
  dark.addEventListener('change', () => apply(undefined));
}
