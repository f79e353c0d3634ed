// Settings in the storage of the origin, which all of its panels share.
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
