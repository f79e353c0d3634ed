// Figures in words: rounded before the unit is chosen, so that no unit holds as many as make the next.
import { afterEach, expect, test } from 'vitest';
import {
  counted,
  formatAmount,
  formatClock,
  formatDay,
  formatGap,
  formatMs,
  formatNumber,
  formatSize,
  formatTick,
  setLocale,
} from '@/lib/core/json/format';

afterEach(() => setLocale('en'));

test.each([
  [0, '0 ms'],
  [0.4, '<1 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [9_994, '9.99 s'],
  [9_996, '10.0 s'],
  [59_949, '59.9 s'],
  [59_951, '1 min 0 s'],
  [899_999, '15 min 0 s'],
  [3_599_400, '59 min 59 s'],
  [3_599_600, '1 h 0 min'],
  [7_199_999, '2 h 0 min'],
  [99 * 3_600_000, '99 h 0 min'],
])('%s ms are %s', (ms, text) => expect(formatMs(ms)).toBe(text));

test.each([
  [999, '+999'],
  [9_951, '+10 s'],
  [59_951, '+1 min'],
  [3_569_999, '+59 min'],
  [3_599_999, '+1 h'],
  [172_799_999, '+2 d'],
])('%s ms later is %s', (ms, text) => expect(formatGap(ms)).toBe(text));

test.each([
  [999, '999 B'],
  [999_949, '999.9 kB'],
  [999_951, '1.0 MB'],
  [999_999_999, '1.0 GB'],
])('%s bytes are %s', (length, text) => expect(formatSize(length)).toBe(text));

test.each([
  [0.25, '250 ms'],
  [2.5, '2.5 s'],
  [9_000, '9000 s'],
  [18_000, '5.0 h'],
  [8_640_000, '100.0 d'],
])('%s seconds on an axis are %s', (seconds, text) => expect(formatTick(seconds)).toBe(text));

test.each([
  [
    [0, 0.05, 0.35],
    ['0 ms', '50 ms', '350 ms'],
  ],
  [
    [0, 0.5, 1],
    ['0 s', '0.5 s', '1 s'],
  ],
  [
    [9_000, 18_000],
    ['2.5 h', '5.0 h'],
  ],
])('%j seconds on one axis have one unit', (ticks, texts) =>
  expect(ticks.map((tick) => formatTick(tick, ticks.at(-1)))).toEqual(texts),
);

test('a number that is rounded up to the next unit is shown in that unit', () => {
  const wrong: string[] = [];
  for (let ms = 1; ms < 1e9; ms *= 1.0007) {
    const [time, size] = [formatMs(ms), formatSize(ms)];
    const [, first = 0, second = 0] = /^(\d+) (?:min|h) (\d+)/.exec(time) ?? [];
    const isLate = Number(second) >= 60 || (Number(first) >= 60 && !time.includes('h'));
    if (isLate || /^(1000 ms|10\.00 s|60\.0 s)$/.test(time)) wrong.push(time);
    if (size.startsWith('1000.0')) wrong.push(size);
  }
  expect(wrong).toEqual([]);
});

test('a time of day is shown for real dates only: not for zero, times since the start, or invalid dates', () => {
  expect(formatClock(Date.UTC(2026, 1, 7, 14, 3, 4, 5))).toMatch(/^\d\d:\d3:04\.005$/);
  for (const timeMs of [0, 1234, -1, Number.NaN, 1.7e9, 1.7e18, 1e300, Number.POSITIVE_INFINITY])
    expect(formatClock(timeMs), String(timeMs)).toBe('–');
});

const DAY_MS = new Date(2026, 1, 7, 14, 3, 4, 5).getTime();
const texts = () => [
  formatNumber(12_345),
  formatNumber(0.5, 2),
  formatAmount(0.012_345),
  counted(1, 'event'),
  counted(1_200, 'event'),
  formatMs(1_240),
  formatSize(1_200_000),
  formatTick(2.5),
  formatClock(DAY_MS),
  formatDay(DAY_MS),
];

test('numbers are English unless the language is set', () => {
  expect(texts().join('|').replaceAll('\u202f', ' ')).toBe(
    '12,345|0.50|0.0123|1 event|1,200 events|1.24 s|1.2 MB|2.5 s|14:03:04.005|Feb 7, 2026, 2:03 PM',
  );
});

test('numbers, times and sizes follow the language of the browser', () => {
  setLocale('de-DE');
  expect(texts().join('|')).toBe(
    '12.345|0,50|0,0123|1 event|1.200 events|1,24 s|1,2 MB|2,5 s|14:03:04,005|07.02.2026, 14:03',
  );
});

test('an invalid language tag falls back to English', () => {
  setLocale('de');
  setLocale('en-US@posix');
  expect(formatNumber(1_234.5)).toBe('1,234.5');
});
