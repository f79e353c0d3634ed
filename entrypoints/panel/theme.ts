// The theme in DevTools, which may differ from the system's theme.
import { browser } from 'wxt/browser';
import type { Settings } from '@/lib/panel/settings';
import { applyTheme, followSystemTheme } from './system-theme';

/** Keeps `data-theme` on the document equal to the theme of DevTools, or of the system in a tab. */
export function followTheme(settings: Settings): void {
  // The types lack the APIs for theme changes, which differ between browsers.
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
