// Numbers as people read them in a list.

import { isMac } from './ui/platform';

/** Milliseconds: `7 ms`, `1.24 s`, `2 min 3 s`, `5 h 7 min`. Each unit ends where the next would be rounded to. */
export function formatMs(ms: number): string {
  if (ms < 1) return ms <= 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Milliseconds since another moment, as short as a column is narrow: `+12`, `+1.2 s`, `+7 min`, `+3 h`. */
export function formatGap(ms: number): string {
  const since = Math.max(Math.round(ms), 0);
  if (since < 1000) return `+${since}`;
  if (since < 59_950) return `+${(since / 1000).toFixed(since < 9_950 ? 1 : 0)} s`;
  if (since < 3_570_000) return `+${Math.round(since / 60_000)} min`;
  return since < 171_000_000 ? `+${Math.round(since / 3_600_000)} h` : `+${Math.round(since / 86_400_000)} d`;
}

/** A place on an axis of seconds, as short as it has to be there: `0.25 s`, `2.8 h`, `4.6 d`. */
export function formatTick(seconds: number): string {
  if (seconds > 0 && seconds < 0.1) return `${Number((seconds * 1000).toFixed(1))} ms`;
  if (seconds < 10_000) return `${Number(seconds.toFixed(2))} s`;
  return seconds < 360_000 ? `${(seconds / 3600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} d`;
}

/** Bytes or characters: `218 B`, `1.2 kB`, `3.4 MB`, `1.0 GB`. */
export function formatSize(length: number): string {
  if (length < 1000) return `${length} B`;
  if (length < 999_950) return `${(length / 1000).toFixed(1)} kB`;
  if (length < 999_950_000) return `${(length / 1_000_000).toFixed(1)} MB`;
  return `${(length / 1_000_000_000).toFixed(1)} GB`;
}

/** Before that, ms since 1970, a file tells how long something took, or nothing, and not when it was. */
const FIRST_CLOCK_MS = Date.UTC(1971);
/** The last moment that a Date can hold, ms since 1970. */
const LAST_CLOCK_MS = 8.64e15;

/** Whether a number is a moment that has a time of day, in ms since 1970. */
export const hasClock = (timeMs: number): boolean => timeMs >= FIRST_CLOCK_MS && timeMs <= LAST_CLOCK_MS;

/** Time of day with milliseconds, local; `–` where it is not known. */
export function formatClock(timeMs: number): string {
  if (!hasClock(timeMs)) return '–';
  const date = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Day and time of day, local, the same in every language: `2026-02-07 14:03`. */
export function formatDay(timeMs: number): string {
  const date = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** A key as it is printed: `Ctrl+F`, on a Mac `⌘+F`; `Shift+↓`. */
export function showKey(key: string): string {
  const names: Readonly<Record<string, string>> = { ...KEY_NAMES, Mod: isMac() ? '⌘' : 'Ctrl' };
  return key
    .split(/\+(?=.)/)
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
}
