// DevTools has a theme of its own that may differ from the system's; in a tab the system's counts.
import { browser } from 'wxt/browser';
import type { Settings } from '@/lib/panel/settings';
import { applyTheme, followSystemTheme } from './system-theme';

/** Sets `data-theme` on the document by the theme of DevTools, or by the system's in a tab, and keeps it right. */
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
