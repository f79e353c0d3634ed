// The theme of the panel where only the system determines it.
import { effect, signal } from '@preact/signals';
import type { Settings } from '@/lib/panel/settings';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Sets `data-theme` on the document: the user's choice, or the system's theme, which the result receives. */
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
