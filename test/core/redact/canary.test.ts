// A session of nothing but canaries, redacted and written in every format: none of them is left in any spelling. The
// records are searched whole. The files that are written of all streams are searched in the project `long`; otherwise
// those of one stream, and of all streams in two formats, which LENS_SEED chooses.
import { gunzipSync, gzipSync, strToU8, unzlibSync, zlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { formats } from '@/lib/core/files/formats';
import { sourceOf } from '@/lib/core/files/log-source';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch } from '@/lib/core/files/types';
import type { Level } from '@/lib/core/redact/policy';
import { redact } from '@/lib/core/redact/redact';
import { toBase64 } from '@/lib/messages/base64';
import { REPORT } from '../../support/report';
import { isLong } from '../../support/sample-size';
import { createRandom } from '../model/random';
import { CANARY, canarySession, HALVES, NUMBERS } from './canaries';

/** The middle of a text's base64, wherever it begins in what is encoded. */
function base64Of(text: string): readonly string[] {
  return ['', ' ', '  '].map((before) => toBase64(bytesOf(before + text)).slice(4, -4));
}

const escaped = (text: string): string =>
  [...text].map((unit) => `\\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('');
const percent = (text: string): string =>
  [...text].map((unit) => `%${(unit.codePointAt(0) ?? 0).toString(16)}`).join('');

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const wide = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((unit) => [unit.charCodeAt(0), 0]));

/** Other ways to write a word, in small letters; whatever stands in for a value, none of them may be there. */
function otherSpellings(word: string): readonly string[] {
  const units = [...word];
  return [
    units.toReversed().join(''),
    units.map((unit) => `&#${unit.charCodeAt(0)};`).join(''),
    units.map((unit) => `&#x${unit.charCodeAt(0).toString(16)};`).join(''),
    units.map((unit) => `%25${unit.charCodeAt(0).toString(16)}`).join(''),
    units.map((unit) => `=${unit.charCodeAt(0).toString(16)}`).join(''),
    units.map((unit) => `\\\\u00${unit.charCodeAt(0).toString(16)}`).join(''),
    units.map((unit) => unit.charCodeAt(0).toString(16)).join(''),
    ...['.', ' ', '-', '","', '\0', '&shy;', '&zwnj;', '&nbsp;', '&#8203;'].map((between) =>
      units.join(between),
    ),
  ].map((each) => each.toLowerCase());
}

/** Known spellings of each half, in lower case. */
const SPELLINGS = HALVES.map((half) => [half, [half.toLowerCase(), ...otherSpellings(half)]] as const);
/** Forbidden texts, case-sensitive: base64, escapes and numbers. */
const CODED = [
  ...base64Of(CANARY),
  toBase64(wide(CANARY)).slice(0, -4),
  ...[CANARY, ...HALVES].flatMap((word) => [escaped(word), percent(word)]),
  ...NUMBERS.map(String),
];

/** Secrets that a text leaks. */
function leaksIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  // Parts that stand in separate events, with nothing but their own texts between them.
  const streamed = [...lower.matchAll(/"delta\\*":\s*\\*"((?:[^"\\]|\\.)*?)\\*"/g)]
    .map(([, part]) => part)
    .join('');
  return [
    ...SPELLINGS.filter(
      ([half, all]) => all.some((each) => lower.includes(each)) || streamed.includes(half.toLowerCase()),
    ).map(([half]) => half),
    ...CODED.filter((code) => text.includes(code)),
  ];
}

function written(
  format: (typeof formats)[number],
  batches: readonly FileBatch[],
  annotations: object,
): string {
  const source = sourceOf(readLog(batches), () => batches, { annotations });
  const parts = format.write?.({ ...source, report: REPORT }) ?? [];
  return 'refused' in parts ? parts.refused : [...parts].join('');
}

const session = canarySession();
/** Some formats take a single stream. */
const single = canarySession(1);
const writers = formats.filter(({ write }) => write !== undefined);
const SEED = Number(process.env['LENS_SEED'] ?? Date.now() % 100_000);
const { pick } = createRandom(SEED);
const chosen = isLong ? writers : [pick(writers), pick(writers)];
console.log(`canaries of all streams, seed ${SEED}: ${chosen.map(({ id }) => id).join(', ')}`);
const redacted = (level: Level, parts = session) => redact(parts, { level, random: createRandom(5).below });

test('every format of the unredacted session contains canaries', () => {
  const without = writers.filter((format) =>
    [single, session].every(
      (parts) => leaksIn(written(format, parts.batches, parts.annotations)).length === 0,
    ),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

test.each(writers.map((format) => [format.id, format] as const))(
  '%s of the redacted session contains no canary',
  (_id, format) => {
    for (const parts of chosen.includes(format) ? [single, session] : [single]) {
      const { batches, annotations } = redacted('share', parts);
      expect(leaksIn(written(format, batches, annotations))).toEqual([]);
    }
  },
);

test('redacted records contain no canary', () => {
  const { batches, annotations } = redacted('share');
  for (const { doc, records } of batches) {
    expect(leaksIn(doc)).toEqual([]);
    for (const record of records) {
      const bytes = 'b64' in record && record.b64 !== undefined ? atob(record.b64) : '';
      expect([JSON.stringify(record).slice(0, 500), leaksIn(JSON.stringify(record) + bytes)]).toEqual([
        expect.anything(),
        [],
      ]);
    }
  }
  expect(leaksIn(JSON.stringify(annotations))).toEqual([]);
});

const url = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fullWidth = (text: string): string =>
  [...text].map((unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0)).join('');

/** Encodings of a secret, as an app may send them. */
const MADE: readonly (readonly [how: string, made: string])[] = [
  ['base64url', url(toBase64(bytesOf(`??>${CANARY}??>`)))],
  ['gzip in base64', toBase64(gzipSync(strToU8(CANARY), { mtime: 0 }))],
  ['gzip in base64url', url(toBase64(gzipSync(strToU8(CANARY.repeat(3)), { mtime: 0 })))],
  ['zlib in base64', toBase64(zlibSync(strToU8(CANARY)))],
  ['named entities', [...CANARY].join('&shy;')],
  ['a host in punycode', `xn--${CANARY.toLowerCase()}-dma9e`],
  ['letters of full width', fullWidth(CANARY)],
];

/** Decoded base64 of a text, unpacked if it was packed. */
function insideOf(text: string): string {
  const found = [...text.matchAll(/[\w+/-]{16,}/g)].flatMap(([base64]) => {
    const bytes = Uint8Array.from(atobLoose(base64), (unit) => unit.charCodeAt(0));
    return [bytes, ...unpacked(bytes)].map((each) => String.fromCharCode(...each.subarray(0, 10_000)));
  });
  return found.join('\n');
}

function atobLoose(base64: string): string {
  const plain = base64.replaceAll('-', '+').replaceAll('_', '/');
  return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)));
}

function unpacked(bytes: Uint8Array): readonly Uint8Array[] {
  try {
    return [bytes[0] === 0x1f ? gunzipSync(bytes) : unzlibSync(bytes)];
  } catch {
    return [];
  }
}

function remadeSession(from: typeof session) {
  let next = 0;
  const remade = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(CANARY, () => MADE[next++ % MADE.length]?.[1] ?? ''));
  const batches: readonly FileBatch[] = remade(from.batches);
  return { batches, annotations: remade(from.annotations) };
}

const remade = remadeSession(isLong ? session : single);
const safe = redacted('share', remade);
const safeBatches = [...safe.batches];

/** Encoded secrets still in a text: literally, or within base64. */
function madeIn(text: string): readonly unknown[] {
  const lower = text.toLowerCase();
  return [...MADE.filter(([, made]) => lower.includes(made.toLowerCase())), ...leaksIn(insideOf(text))];
}

test('values derived from a secret are redacted: packed, in base64, in other scripts', () => {
  const given = JSON.stringify(remade.batches).toLowerCase();
  for (const [how, made] of MADE) expect([how, given.includes(made.toLowerCase())]).toEqual([how, true]);
  for (const each of [safe.annotations, ...safeBatches.flatMap(({ doc, records }) => [doc, ...records])]) {
    const text = JSON.stringify(each);
    expect([text.slice(0, 500), madeIn(text)]).toEqual([expect.anything(), []]);
  }
});

test.each(writers.map((format) => [format.id, format] as const))(
  'values derived from a secret are redacted in the format %s',
  (_id, format) => expect(madeIn(written(format, safeBatches, safe.annotations))).toEqual([]),
);
