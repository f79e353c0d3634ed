// Strings from outside in every output: nothing in them reaches a terminal, and data files keep them as they are.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import type { CapturedRecord } from '@/lib/messages/records';
import { commands } from '@/lib/package/cli/commands';
import { paintFor } from '@/lib/package/cli/paint';
import { check, convert, LensError, read } from '@/lib/package/library';
import { WRITERS } from '@/lib/package/library/convert';
import { aguiMatchers } from '@/lib/package/library/matchers';
import { CANARY, canarySession } from '../../core/redact/canaries';
import { runLens, temporaryFolder } from '../../support/command';
import { sse } from '../../support/logs';
import { writeProgram } from '../../support/program';

/** Clears the screen, names the window, writes the clipboard, hides, colours, overwrites, in 7 and 8 bits; and reorders. */
const OBEYED =
  '\x1b[2J\x1b]0;T\x07\x1b]52;c;QQ==\x07\x1b[8m\x1b[31m\r\b\x7f\x90q\x9b2J\x9d0;T\x9c\u202egpj\u202c\u2066\u2069\u200f\u061c';
/** Forbidden in output: control characters except line ends and tabs, and reordering of text. */
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Bidi_C}]/u;
const OUR_COLOURS = new RegExp(`${'\x1b'}\\[(?:31|33|36|39|32|1|22|2)m`, 'g');
const IN_BODIES: ReadonlySet<string> = new Set(['text', 'requestBody']);

/** A value in which canaries are replaced: by the signs themselves, or in bodies by how JSON spells them. */
function withSigns(value: Json, signs: string, inBodies: string, key = ''): Json {
  if (typeof value === 'string') return value.replaceAll(CANARY, IN_BODIES.has(key) ? inBodies : signs);
  if (Array.isArray(value)) return value.map((item) => withSigns(item, signs, inBodies, key));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(CANARY, signs),
      withSigns(member, signs, inBodies, name),
    ]),
  );
}

/** Streams of the session: two bodies, one of them broken, a page, and messages of an EventSource. */
const STREAMS: ReadonlySet<number> = new Set([1, 3, 7, 9]);
/** Every event is in a body: of the messages, a few are enough. */
const isMore = (record: CapturedRecord): boolean => record.kind === 'frame' && record.t > 60;
const ESCAPED = JSON.stringify(OBEYED).slice(1, -1);
const FOLDER = temporaryFolder();
// A name may have a line end, too.
const NAME = join(FOLDER, `no\n0\terror${OBEYED.replaceAll('/', '')}.agui.jsonl`);

function recordingText(inBodies: string): string {
  const [batch] = canarySession().batches;
  const records = batch?.records.filter(
    (each) => !isMore(each) && (!('stream' in each) || STREAMS.has(each.stream) || each.stream >= 100),
  );
  // Batches are JSON.
  const batches = [{ ...batch, records }] as unknown as Json;
  const lines = withSigns(batches, OBEYED, inBodies) as unknown as readonly FileBatch[];
  const head = { format: 'ag-ui-lens', version: 1 };
  const written = lines.map(({ frameId, ...batch }) => ({ ...batch, frame: frameId }));
  return [head, ...written].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const RAW_SSE = sse(
  { type: 'RUN_STARTED', threadId: OBEYED, runId: OBEYED },
  { type: 'TEXT_MESSAGE_START', messageId: OBEYED, role: 'assistant', name: OBEYED },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: OBEYED, delta: `${OBEYED}\n\n## ${OBEYED}` },
  { type: 'TOOL_CALL_END', toolCallId: OBEYED },
  { type: 'RUN_ERROR', message: OBEYED, code: OBEYED },
);

const FILES: readonly (readonly [string, string, string])[] = [
  ['signs that JSON spells out', NAME, recordingText(ESCAPED)],
  ['the signs themselves', join(FOLDER, 'raw.agui.jsonl'), recordingText(OBEYED)],
  ['a body', join(FOLDER, 'body.sse'), RAW_SSE],
  ['no recording at all', join(FOLDER, `${OBEYED}.json`), `{"a": ${OBEYED}`],
];
for (const [, path, text] of FILES) writeFileSync(path, text);
const [, GOOD] = FILES[2] ?? [];
const BODY = GOOD ?? '';

const CALLS: readonly (readonly string[])[] = [
  ['events'],
  ['at'],
  ['at', '--view', 'app'],
  ['check'],
  ...['text', 'json', 'sarif', 'junit', 'github'].map((format) => ['check', '--format', format]),
  ['check', '--profile', 'spec', BODY],
  ['check', BODY, '--format', 'github'],
  ['compact'],
  ['compact', '--mode', 'stock'],
  ['diff', BODY],
  ['diff', BODY, '--json'],
  ['redact'],
  ['redact', '--redact', 'tools'],
  ['push', '--otlp', 'http://localhost', '--dry-run'],
  ...WRITERS.map(({ id }) => ['convert', '--to', id]),
];

/** Invalid values of options. */
const MISTAKES: readonly (readonly string[])[] = [
  ['at', '--seq', OBEYED],
  ['at', '--thread', `${OBEYED}\n0\terror`],
  ['at', '--consumer', OBEYED],
  ['check', '--off', OBEYED],
  ['check', '--config', OBEYED],
  ['check', '--format', OBEYED],
  ['convert', '--to', OBEYED],
  ['convert', '--to', 'recording', '--scope', OBEYED],
  ['convert', '--to', 'recording', '--scope', `run:${OBEYED}`],
  ['convert', '--to', 'recording', '--keep', OBEYED],
  ['convert', '--to', 'recording', '--out', `/no/${OBEYED}`],
  ['diff', BODY, '--run', OBEYED],
  ['events', OBEYED, OBEYED],
  [`--${OBEYED}`],
];

describe.each(FILES)('%s prints nothing that a terminal obeys', (_what, file) => {
  test.each(CALLS)('%j', (...words) => {
    const [command = '', ...options] = words.filter((word) => word !== undefined);
    const { out, err, isData } = runLens([command, file, ...options]);
    if (isData !== true) expect(out).not.toMatch(UNSAFE);
    expect(err).not.toMatch(UNSAFE);
    // A file cannot colour anything either.
    if (command !== 'check') return;
    expect(runLens([command, file, ...options], paintFor(true, {})).out.replace(OUR_COLOURS, '')).toBe(out);
  });
});

test.each(MISTAKES)('%j', (...words) => {
  const [command = '', ...options] = words.filter((word) => word !== undefined);
  const { out, err } = runLens([command, BODY, ...options]);
  expect(out + err).not.toMatch(UNSAFE);
});

test('errors of the program and of a missing file are harmless to a terminal', () => {
  const errors = [
    runLens([OBEYED]),
    runLens(['check', OBEYED]),
    runLens(['check', `${OBEYED}*`]),
    runLens(['push', BODY, '--otlp', OBEYED]),
    runLens(['push', BODY, '--otlp', 'http://localhost', '--header', OBEYED]),
    runLens(['completion', OBEYED]),
    ...commands.map(({ name }) => runLens([name, '--help'])),
  ];
  for (const { out, err } of errors) expect(out + err).not.toMatch(UNSAFE);
  expect(runLens(['check', `a\n${OBEYED}`]).err).not.toContain('\n');
});

test('a file name is on one line of the output', () => {
  const { out } = runLens(['check', NAME, BODY]);
  expect(out.split('\n').filter((line) => / in \d+ events?$/.test(line))).toHaveLength(2);
  expect(out.split('\n')[0]).toContain('no 0 error\\u001b[2J');
});

test('the program prints what is harmless to a pipe and to standard error', async () => {
  const program = await writeProgram(FOLDER);
  const none = join(FOLDER, `none${OBEYED.replaceAll('/', '')}`);
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'check', NAME, none], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('\\u001b[2J');
  expect(stdout + stderr).not.toMatch(UNSAFE);
});

test('data formats keep their content', () => {
  const same = (format: string) => read(convert(read(RAW_SSE), format)).events.map(({ event }) => event);
  const events = read(RAW_SSE).events.map(({ event }) => event);
  for (const format of ['recording', 'ndjson-file', 'json-array', 'sse-body'])
    expect(same(format)).toEqual(events);
  expect(convert(read(RAW_SSE), 'sse-body')).toBe(RAW_SSE);
  expect(runLens(['convert', BODY, '--to', 'sse-body']).out).toBe(readFileSync(BODY, 'utf8'));
  expect(convert(read(RAW_SSE), 'recording')).not.toMatch(UNSAFE);
});

test('the library: texts of findings, errors and matchers are harmless to a terminal', () => {
  const { findings } = check(read(RAW_SSE, { name: OBEYED }));
  expect(findings.length).toBeGreaterThan(0);
  for (const { message, clientText = '' } of findings) expect(message + clientText).not.toMatch(UNSAFE);
  const source = read(RAW_SSE, { name: OBEYED });
  const results = [
    aguiMatchers.toBeValidAgui(source),
    aguiMatchers.toEndWithMessages(source, [OBEYED]),
    aguiMatchers.toEndWithState(source, { a: OBEYED }),
  ];
  for (const result of results) {
    if (result instanceof Promise) throw new Error('Expected an answer at once');
    expect(result.message()).not.toMatch(UNSAFE);
  }
  for (const fails of [() => read(`[{"${OBEYED}`, { name: OBEYED }), () => convert(source, OBEYED)]) {
    let failed: unknown;
    try {
      fails();
    } catch (error) {
      failed = error;
    }
    expect(failed).toBeInstanceOf(LensError);
    expect(failed instanceof Error && failed.message).not.toMatch(UNSAFE);
  }
});

test('a generated test has a name that its runner can print', () => {
  const text = convert(read(recordingText(ESCAPED)), 'vitest-test');
  const names = [...text.matchAll(/^ *"name": (".*"),$/gm)].map(([, name = '""']): unknown =>
    JSON.parse(name),
  );
  const ofRuns = names.filter((name) => typeof name === 'string' && name.startsWith('run '));
  expect(ofRuns.length).toBeGreaterThan(0);
  for (const name of ofRuns) expect(name).not.toMatch(UNSAFE);
});
