// Words of the library: whatever is typed, stored before or sent by a page is one line that can be seen, or none.
import { expect, test } from 'vitest';
import { cleanWords, parseSaved } from '@/lib/messages/library';

const LINES: readonly (readonly [string, string])[] = [
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['__proto__', '__proto__'],
  ['  \u00a0 ', ''],
  ['\u200b\u200e\ufeff', ''],
  ['a\u202eb\u2066c', 'a b c'],
  ['a\u0000b\nc\u009bd', 'a b c d'],
  [`${'x'.repeat(199)}\u{1f600}`, 'x'.repeat(199)],
  ['x'.repeat(1_000_000), 'x'.repeat(200)],
];

test('a name is one visible line, or missing', () => {
  for (const [typed, name] of LINES) {
    expect(cleanWords({ name: typed })).toEqual({ name });
    expect(parseSaved(1, { name: typed }, true).name).toBe(name);
  }
});

test('invisible and repeated tags are dropped, and a note is not truncated within a character', () => {
  const { tags, note = '' } = cleanWords({
    tags: ['\u200b', 'a\u0000 b', ' a b ', '\ud83d'],
    note: '\u{1f600}'.repeat(1e6),
  });
  expect(tags).toEqual(['a b']);
  expect(note.isWellFormed()).toBe(true);
  expect(note.length).toBeGreaterThan(1000);
});
