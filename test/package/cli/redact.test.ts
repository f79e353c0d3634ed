// Output of the command line: redacted, and only the requested part.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { runCommand } from '@/lib/package/cli/program';
import { openRecord, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

/** A command on a file that holds a text. */
function lens(text: string, ...args: readonly string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'lens-')), 'private-name.agui.jsonl');
  writeFileSync(file, text);
  try {
    return [...runCommand(args.map((arg) => (arg === '-' ? file : arg))).output].join('');
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
}

function recordingOf(records: readonly CapturedRecord[], header: object = {}): string {
  const lines = [
    { format: 'ag-ui-lens', version: 1, ...header },
    { doc: 'd', frame: 0, n: 0, records },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const SECRET = 'swordfish-99';
const RUN = recordingOf(sseRecords(events(`run r1 · text m1 "${SECRET}" · end`)), { notes: [[1, SECRET]] });

/** A socket with two runs, asked for one after the other. */
const SOCKET = ((): string => {
  const frames = ['one', 'two'].flatMap((name, at): CapturedRecord[] => [
    {
      kind: 'frame',
      t: 10 * at + 1,
      stream: 1,
      dir: 'out',
      text: JSON.stringify({
        threadId: 't',
        runId: name,
        messages: [{ id: `u${at}`, role: 'user', content: name }],
      }),
    },
    ...events(`run ${name} on t · text m${at} "${name} said" · end`).map(
      (event, index): CapturedRecord => ({
        kind: 'frame',
        t: 10 * at + 2 + index,
        stream: 1,
        dir: 'in',
        text: JSON.stringify(event),
      }),
    ),
  ]);
  const start: CapturedRecord = {
    kind: 'navigation',
    t: 0,
    url: 'http://localhost/',
    timeOrigin: 0,
    top: true,
  };
  const open: CapturedRecord = openRecord({
    t: 0,
    transport: 'web-socket',
    url: 'ws://localhost/',
    method: '',
  });
  return recordingOf([start, open, ...frames, { kind: 'close', t: 99, stream: 1, how: 'complete' }]);
})();

test('redact: a recording of the same events, without what was said, noted, or in the name of the file', () => {
  const out = lens(RUN, 'redact', '-');
  const result = readFile({ name: 'x.agui.jsonl', text: out });
  const log = createLog();
  for (const batch of 'error' in result ? [] : result.batches) log.append(batch);
  expect(Array.from({ length: log.length }, (_none, seq) => log.typeOf(seq))).toEqual(
    'RUN_STARTED TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END RUN_FINISHED'.split(' '),
  );
  expect(out).not.toMatch(/swordfish|private-name|localhost/);
});

test('convert: nothing is redacted unless it is asked for; every format can be', () => {
  expect(lens(RUN, 'convert', '-', '--to', 'markdown')).toContain(SECRET);
  for (const format of ['markdown', 'har', 'compacted-safe', 'vitest-test'])
    expect(lens(RUN, 'convert', '-', '--to', format, '--redact', 'share')).not.toContain(SECRET);
});

test('convert --redact: in the dialects that were chosen by hand, as without it', () => {
  const frame = 'event: message_start\ndata: {"messageId":"m","contextId":"c","taskId":"t"}\n\n';
  const [navigation, open, , ...rest] = sseRecords([{ type: 'RUN_STARTED' }]);
  const chunk: CapturedRecord = { kind: 'chunk', t: 2, stream: 1, text: frame };
  const records = [navigation, open, chunk, ...rest].filter((record) => record !== undefined);
  const typesOf = (dialect: string, ...args: readonly string[]) =>
    lens(
      recordingOf(records, { dialects: { 'd:1': dialect } }),
      'convert',
      '-',
      '--to',
      'ndjson-file',
      ...args,
    )
      .split('\n')
      .map((line) => /"type":"(\w+)"/.exec(line)?.[1]);
  for (const dialect of ['hector', 'ag-ui-1.0'])
    expect(typesOf(dialect, '--redact', 'share'), dialect).toEqual(typesOf(dialect));
  expect(typesOf('hector')).not.toEqual(typesOf('ag-ui-1.0'));
});

test('convert --keep: what was chosen is kept', () => {
  const out = lens(RUN, 'convert', '-', '--to', 'ndjson-file', '--keep', 'TEXT_MESSAGE_CONTENT/delta');
  expect(out).toContain(SECRET);
  expect(out).not.toContain('"runId":"r1"');
});

test.each(['***', 'TEXT_*/delta', 'TEXT_MESSAGE_CONTENT/delta*', ',', '/'])(
  '--keep %s is no path',
  (keep) => {
    expect(() => lens(RUN, 'redact', '-', '--keep', keep)).toThrow(/^'.*' is not a valid path: .*\.$/);
  },
);

test('--keep: where nothing stands at a path, that is said', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lens-')), 'a.agui.jsonl');
  writeFileSync(file, RUN);
  const noteOf = (keep: string) => runCommand(['redact', file, '--keep', keep]).note;
  const sentence = (path: string) => `There is no value at ${path} in `;
  expect(noteOf('text_message_content/delta')).toContain(sentence('text_message_content/delta'));
  expect(noteOf('TEXT_MESSAGE_CONTENT/delta,STATE_DELTA/*')).toContain(sentence('STATE_DELTA/*'));
  expect(noteOf('TEXT_MESSAGE_CONTENT/delta')).toBeUndefined();
  expect(noteOf('*/delta')).toBeUndefined();
  rmSync(dirname(file), { recursive: true });
});

test('convert --redact full: what looks like a secret is named on standard error', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lens-')), 'a.agui.jsonl');
  const records = sseRecords(events('run r1 · text m1 "Write to alice@mail.example.com" · end'));
  writeFileSync(file, recordingOf(records));
  const noteOf = (...args: string[]) => runCommand(['convert', file, '--to', 'recording', ...args]).note;
  expect(noteOf('--redact', 'full')).toMatch(/may contain secrets: e-mail address in event 2 \(alic… /);
  expect([noteOf(), noteOf('--redact', 'share')]).toEqual([undefined, undefined]);
  rmSync(dirname(file), { recursive: true });
});

test.each([
  ['x '.repeat(9_000_000), /^Only a part was searched for secrets \(limit reached\)\.$/],
  [
    Array.from({ length: 150 }, (_none, n) => `a${n}@mail.example.com`).join(' '),
    /; and 95 more\. Only a part was searched for secrets \(limit reached\)\.$/,
  ],
])('what was not looked through for secrets is not called clean (%#)', (delta, note) => {
  const file = join(mkdtempSync(join(tmpdir(), 'lens-')), 'a.json');
  writeFileSync(file, JSON.stringify([{ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta }]));
  expect(runCommand(['convert', file, '--to', 'json-array', '--redact', 'full']).note).toMatch(note);
  rmSync(dirname(file), { recursive: true });
});

test('convert --scope: one of the runs of a socket, with its own request', () => {
  const out = lens(SOCKET, 'convert', '-', '--to', 'recording', '--scope', 'run:two');
  expect(out).toContain('two said');
  expect(out).not.toMatch(/one said|"content\\":\\"one/);
  expect(out).toContain('\\"content\\":\\"two');
  expect(lens(SOCKET, 'convert', '-', '--to', 'json-array', '--scope', 'run:one,two')).toMatch(
    /one said[\s\S]*two said/,
  );
});

test.each([
  [['--scope', 'run:none'], "There is no run 'none' in private-name.agui.jsonl."],
  [['--scope', 'none'], "--scope must be run: and ids of runs, such as run:r1,r2, not 'none'."],
  [['--redact', 'all'], "--redact must be one of share, tools, choose, secrets, full, not 'all'."],
  [['--redact', 'share', '--keep', 'x'], '--keep is for --redact choose or tools, not share.'],
])('convert %j: %s', (args, sentence) => {
  expect(() => lens(SOCKET, 'convert', '-', '--to', 'recording', ...args)).toThrow(sentence);
});

test('what is wrong in a file is said without a word of what is in it', () => {
  const broken = `${RUN.trimEnd()}\n{"doc":"d","frame":0,"n":1,"records":[${SECRET}]}\n`;
  const file = join(mkdtempSync(join(tmpdir(), 'lens-')), 'broken.agui.jsonl');
  writeFileSync(file, broken);
  try {
    const outcome = runCommand(['redact', file]);
    expect([...outcome.output].join('')).not.toContain('swordfish');
    expect(outcome.note).toMatch(/^Data is missing: Line 3 is invalid JSON: Unexpected token/);
    expect(outcome.note).not.toMatch(/sword|fish|records/);
  } finally {
    rmSync(dirname(file), { recursive: true });
  }
});
