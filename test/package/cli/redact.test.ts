// Output of the command line: redacted, and only the requested part.
import { expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { onInput } from '../../support/command';
import { batchesOf, logOfBatches, recordingText } from '../../support/exported';
import { openRecord, sseRecords, typesIn } from '../../support/logs';
import { events } from '../../support/stream-text';

const run = onInput('private-name.agui.jsonl');
const onArray = onInput('a.json');
/** Output of a command on a text. */
const lens = (text: string, ...args: readonly string[]) => run(args, text).out;
/** Its note or its error. */
const noteOf = (text: string, ...args: readonly string[]) => run(args, text).err;

const SECRET = 'swordfish-99';
const RUN = recordingText(sseRecords(events(`run r1 · text m1 "${SECRET}" · end`)), { notes: [[1, SECRET]] });

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
  return recordingText([start, open, ...frames, { kind: 'close', t: 99, stream: 1, how: 'complete' }]);
})();

test('redact: writes a recording of the same events, without texts, notes, or the name of the file', () => {
  const out = lens(RUN, 'redact', '-');
  const log = logOfBatches(batchesOf({ name: 'x.agui.jsonl', text: out }));
  expect(typesIn(log)).toEqual(
    'RUN_STARTED TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END RUN_FINISHED'.split(' '),
  );
  expect(out).not.toMatch(/swordfish|private-name|localhost/);
});

test('convert: every format can be redacted, and none is by default', () => {
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
      recordingText(records, { dialects: { 'd:1': dialect } }),
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

test('convert --keep: chosen values are kept', () => {
  const out = lens(RUN, 'convert', '-', '--to', 'ndjson-file', '--keep', 'TEXT_MESSAGE_CONTENT/delta');
  expect(out).toContain(SECRET);
  expect(out).not.toContain('"runId":"r1"');
});

test.each(['***', 'TEXT_*/delta', 'TEXT_MESSAGE_CONTENT/delta*', ',', '/'])(
  '--keep %s is no path',
  (keep) => {
    expect(run(['redact', '-', '--keep', keep], RUN)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^'.*' is not a valid path: .*\.$/),
    });
  },
);

test('--keep: a path without a value is reported', () => {
  const noteOn = (keep: string) => noteOf(RUN, 'redact', '-', '--keep', keep);
  const sentence = (path: string) => `There is no value at ${path} in `;
  expect(noteOn('text_message_content/delta')).toContain(sentence('text_message_content/delta'));
  expect(noteOn('TEXT_MESSAGE_CONTENT/delta,STATE_DELTA/*')).toContain(sentence('STATE_DELTA/*'));
  expect([noteOn('TEXT_MESSAGE_CONTENT/delta'), noteOn('*/delta')]).toEqual(['', '']);
});

test('convert --redact full: possible secrets are reported on standard error', () => {
  const text = recordingText(sseRecords(events('run r1 · text m1 "Write to alice@mail.example.com" · end')));
  const noteOn = (...args: string[]) => noteOf(text, 'convert', '-', '--to', 'recording', ...args);
  expect(noteOn('--redact', 'full')).toMatch(/may contain secrets: e-mail address in event 2 \(alic… /);
  expect([noteOn(), noteOn('--redact', 'share')]).toEqual(['', '']);
});

test.each([
  ['x '.repeat(9_000_000), /^Only a part was searched for secrets \(limit reached\)\.$/m],
  [
    Array.from({ length: 150 }, (_none, n) => `a${n}@mail.example.com`).join(' '),
    /; and 95 more\. Only a part was searched for secrets \(limit reached\)\.$/,
  ],
])('unchecked content is not reported as clean (%#)', (delta, note) => {
  const text = JSON.stringify([{ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta }]);
  expect(onArray(['convert', '-', '--to', 'json-array', '--redact', 'full'], text).err).toMatch(note);
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
  const all = ['convert', '-', '--to', 'recording', ...args];
  const code = sentence.startsWith('There is no run') ? 1 : 2;
  expect(run(all, SOCKET)).toEqual({ code, out: '', err: sentence });
});

test('problems of a file are reported without its content', () => {
  const broken = `${RUN.trimEnd()}\n{"doc":"d","frame":0,"n":1,"records":[${SECRET}]}\n`;
  const { out, err } = run(['redact', '-'], broken);
  expect(out).not.toContain('swordfish');
  expect(err).toMatch(/^Data is missing: Line 3 is invalid JSON: Unexpected token/);
  expect(err).not.toMatch(/sword|fish|records/);
});
