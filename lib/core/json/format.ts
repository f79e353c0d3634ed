// Numbers, times and sizes as text. English unless the panel sets the browser's language, so that the output of the
// command line does not depend on the machine.

let locale: string | undefined = 'en';
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Sets the language, a BCP 47 tag. Invalid tags, such as `en-US@posix` of some browsers, set English. */
export function setLocale(tag: string): void {
  formatters.clear();
  try {
    [locale] = Intl.getCanonicalLocales(tag);
  } catch {
    locale = 'en';
  }
}

/** Cached: creating a formatter costs as much as thousands of calls. */
function cached<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, create: () => F): F {
  const found = formatters.get(key) ?? create();
  formatters.set(key, found);
  // Each key has one kind of formatter.
  return found as F;
}

/** `1,234.5`; with a fixed number of decimals if given, else with at most three. */
export function formatNumber(value: number, decimals?: number): string {
  const digits =
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return cached(`number ${decimals}`, () => new Intl.NumberFormat(locale, digits)).format(value);
}

function formatShort(value: number, decimals: number): string {
  const options = { maximumFractionDigits: decimals, useGrouping: false };
  return cached(`short ${decimals}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** An amount of money or another small quantity: three significant digits. */
export function formatAmount(value: number): string {
  return cached('amount', () => new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })).format(value);
}

/** `1 event`, `1,200 events`. */
export const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Milliseconds: `7 ms`, `1.24 s`, `2 min 3 s`, `5 h 7 min`. Each unit ends where the next would be rounded to. */
export function formatMs(ms: number): string {
  if (ms < 1) return ms <= 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${formatNumber(ms / 1000, ms < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Milliseconds since another moment, for a narrow column: `+12`, `+1.2 s`, `+7 min`, `+3 h`. */
export function formatGap(ms: number): string {
  const since = Math.max(Math.round(ms), 0);
  if (since < 1000) return `+${since}`;
  if (since < 59_950) return `+${formatNumber(since / 1000, since < 9_950 ? 1 : 0)} s`;
  if (since < 3_570_000) return `+${Math.round(since / 60_000)} min`;
  return since < 171_000_000 ? `+${Math.round(since / 3_600_000)} h` : `+${Math.round(since / 86_400_000)} d`;
}

/** A position on an axis of seconds: `50 ms`, `2.5 s`, `2.8 h`, `4.6 d`. The largest position sets the unit. */
export function formatTick(seconds: number, largest = seconds): string {
  if (largest < 1) return `${formatShort(seconds * 1000, 1)} ms`;
  if (largest < 10_000) return `${formatShort(seconds, 2)} s`;
  return largest < 360_000
    ? `${formatNumber(seconds / 3600, 1)} h`
    : `${formatNumber(seconds / 86_400, 1)} d`;
}

/** Bytes or characters: `218 B`, `1.2 kB`, `3.4 MB`, `1.0 GB`. */
export function formatSize(length: number): string {
  if (length < 1000) return `${length} B`;
  if (length < 999_950) return `${formatNumber(length / 1000, 1)} kB`;
  if (length < 999_950_000) return `${formatNumber(length / 1_000_000, 1)} MB`;
  return `${formatNumber(length / 1_000_000_000, 1)} GB`;
}

/** Smaller numbers, ms since 1970, are durations: files of bare events count from 0. */
const FIRST_CLOCK_MS = Date.UTC(1971);
/** The largest time of a Date, ms since 1970. */
const LAST_CLOCK_MS = 8.64e15;

/** True for a time of day, in ms since 1970. */
export const hasClock = (timeMs: number): boolean => timeMs >= FIRST_CLOCK_MS && timeMs <= LAST_CLOCK_MS;

/** 24 hours in every language: a column of times has one width. */
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const CLOCK = { ...TIME, fractionalSecondDigits: 3 } as const;
const DAY = { dateStyle: 'medium', timeStyle: 'short' } as const;

function formatDate(timeMs: number, name: string, options: Intl.DateTimeFormatOptions): string {
  if (!hasClock(timeMs)) return '–';
  return cached(name, () => new Intl.DateTimeFormat(locale, options)).format(timeMs);
}

/** Local time of day with milliseconds, `14:03:22.123`; `–` for a duration. */
export const formatClock = (timeMs: number): string => formatDate(timeMs, 'clock', CLOCK);

export const formatTime = (timeMs: number): string => formatDate(timeMs, 'time', TIME);

/** Local day and time: `Feb 7, 2026, 2:03 PM`. */
export const formatDay = (timeMs: number): string => formatDate(timeMs, 'day', DAY);

/** A Unix time in milliseconds as ISO 8601, clamped to the range of Date. */
export function isoTime(ms: number): string {
  return new Date(Math.max(-LAST_CLOCK_MS, Math.min(LAST_CLOCK_MS, ms))).toISOString();
}
