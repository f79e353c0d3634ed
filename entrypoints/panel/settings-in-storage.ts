// Settings in the origin's storage, shared by all panels.
import type { SettingsStore } from '@/lib/panel/settings';

/** Throws if the browser denies the storage. */
export function settingsInStorage(key: string): SettingsStore {
  localStorage.getItem(key);
  return {
    read: () => localStorage.getItem(key),
    write: (text) => localStorage.setItem(key, text),
    watch: (changed) => addEventListener('storage', (event) => event.key === key && changed()),
  };
}
