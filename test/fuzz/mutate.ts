// Damages texts: cuts, doubles, swaps, puts in what has done harm elsewhere.
import type { Random } from '../core/model/random';

const TOKENS = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '"__proto__":',
    '""',
    'null',
    'true',
    '-0',
    '1e999',
    '1e-999',
  ],
  ...[
    '9007199254740993',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '\ud800',
    '\u0000',
    '\ufeff',
    '\u2028',
  ],
  ...['\n', '\r', '\r\n', '\n\n', 'data:', 'event: ', 'id:', 'retry: 1', ': ', '[DONE]', '😀', 'é', ' '],
  ...[
    ...'RUN_STARTED RUN_FINISHED TEXT_MESSAGE_CHUNK MESSAGES_SNAPSHOT STATE_DELTA'.split(' '),
    ...'TOOL_CALL_ARGS ACTIVITY_DELTA'.split(' '),
  ],
  ...[
    '/-',
    '/~0~1',
    '/0',
    '(a+)+$',
    '(?=a)',
    '[^',
    '\\p{L}',
    '{0,1000}',
    '*',
    '$ref',
    '#',
    'pattern',
    'format',
    '\\1',
  ],
];

const place = (random: Random, text: string): number => random.below(text.length + 1);

/** A damaged copy of a text, with parts of another one. */
export function mutate(random: Random, text: string, other: string, lengthMax: number): string {
  let made = text;
  for (let times = 1 + random.below(5); times > 0; times--) {
    const [a, b] = [place(random, made), place(random, made)].sort((one, two) => one - two) as [
      number,
      number,
    ];
    const part = made.slice(a, Math.min(b, a + 200));
    const ways: readonly (() => string)[] = [
      () => made.slice(0, a) + random.pick(TOKENS) + made.slice(a),
      () => made.slice(0, a) + made.slice(Math.min(b, a + 40)),
      () => made.slice(0, a) + part + part + made.slice(a),
      () => made.slice(0, a) + part.repeat(1 + random.below(60)) + made.slice(b),
      () =>
        made.slice(0, a) +
        String.fromCharCode(random.below(random.chance(0.5) ? 128 : 65_536)) +
        made.slice(a + 1),
      () => made.slice(0, a) + other.slice(place(random, other)) + made.slice(b),
      () => made.slice(0, a),
      () => made.replace(/-?\d+/, () => String(random.pick([-1, 0, 1, 1e9, 2 ** 31, 2 ** 53, 1e21, 0.1]))),
      () => made.slice(0, a) + '['.repeat(random.below(3_000)) + made.slice(a),
    ];
    made = random.pick(ways)().slice(0, lengthMax);
  }
  return made;
}
