// The commands, run as a user runs them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '@/lib/core/files/formats';
import { commands } from '@/lib/package/cli/commands';
import { onInput, temporaryFolder } from '../../support/command';
import { sse } from '../../support/logs';
import { writeProgram } from '../../support/program';
import { events as streamed } from '../../support/stream-text';

const ROOT = join(import.meta.dirname, '../../..');
const FIXTURES = join(ROOT, 'test/fixtures');
const FOLDER = temporaryFolder();

const lens = onInput('input');
const EVENTS = streamed('run · text m "Hel" "lo" · state {"n":1} · end');
const JSON_ARRAY = JSON.stringify(EVENTS);

test('events: a line for each, with seq, run and problems', () => {
  const { code, out } = lens(['events', '-'], JSON_ARRAY);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(0);
  expect(lines.map((line) => line.type)).toEqual(EVENTS.map((event) => event.type));
  expect(Object.keys(lines[0])).toEqual(['seq', 'timeMs', 'stream', 'run', 'type', 'event', 'problems']);
  expect(lines[2]).toMatchObject({ seq: 2, run: 'r', event: EVENTS[2], problems: [] });
});

test('at: runs with their place in the thread and their questions, calls with their times', () => {
  const interrupts = [{ id: 'i1', reason: 'approval' }];
  const resume = [{ interruptId: 'i1', status: 'resolved', payload: 'yes' }];
  const input = { threadId: 't', runId: 'r2', messages: [], tools: [], context: [], resume };
  const talk = [
    ...streamed('run r1 · tool c find {} · result c "found"'),
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r1', outcome: { type: 'interrupt', interrupts } },
    { type: 'RUN_STARTED', threadId: 't', runId: 'r2', input },
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r2' },
  ];
  const { runs, toolCalls } = JSON.parse(lens(['at', '-'], JSON.stringify(talk)).out);
  expect(runs).toMatchObject([
    { index: 0, link: 'root', parent: null, interrupts: [{ id: 'i1', state: 'answered' }] },
    { index: 1, link: 'resume', parent: 0, interrupts: [] },
  ]);
  expect(runs[0].interrupts[0].answer).toMatchObject({ run: 1, status: 'resolved', payload: 'yes' });
  expect(toolCalls[0]).toMatchObject({ argumentsMs: 0, waitingMs: 0, answeredBy: 'agent', answeredIn: 0 });
});

test('at: messages and state as of an event, by default the last', () => {
  const at = JSON.parse(lens(['at', '-', '--seq', '2'], JSON_ARRAY).out);
  expect(at.messages).toEqual([{ id: 'm', role: 'assistant', content: 'Hel' }]);
  expect(at.state).toEqual({});
  const last = JSON.parse(lens(['at', '-'], JSON_ARRAY).out);
  expect(last.messages[0].content).toBe('Hello');
  expect(last.state).toEqual({ n: 1 });
  expect(last.runs[0]).toMatchObject({ runId: 'r', status: 'success' });
});

const BROKEN = [
  ...EVENTS.slice(0, 3),
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'gone', delta: '!' },
  ...EVENTS.slice(3),
];
const RECORDINGS = join(FIXTURES, 'recordings');

test('at: as the app has it, up to where its client stops; another client is named by hand', () => {
  const messagesOf = (...args: readonly string[]) => {
    const { code, out, err } = lens(['at', '-', ...args], JSON.stringify(BROKEN));
    expect(err).toBe('');
    expect(code).toBe(0);
    return JSON.parse(out).messages.map(({ content }: { content: string }) => content);
  };
  expect(messagesOf()).toEqual(['Hello']);
  expect(messagesOf('--view', 'server')).toEqual(['Hello']);
  expect(messagesOf('--view', 'app')).toEqual(['Hel']);
  expect(messagesOf('--view', 'app', '--consumer', 'client-0.0')).toEqual(['Hel']);
  // TanStack's client appends what it does not know to what it is reading.
  expect(messagesOf('--view', 'app', '--consumer', 'tanstack')).toEqual(['Hel!lo']);
});

test('at: for an unknown client, the app’s messages are not invented', () => {
  const file = join(RECORDINGS, 'a6-eventsource-ws.fetch-plain.agui.jsonl');
  const { code, err } = lens(['at', file, '--view', 'app']);
  expect(code).toBe(2);
  expect(err).toMatch(/^The state of the app is unknown, .+ Name the client with the option consumer\.$/);
  expect(lens(['at', file, '--view', 'app', '--consumer', 'client-1.0']).code).toBe(0);
  expect(lens(['at', file, '--view', 'app', '--consumer', 'nobody']).err).toMatch(
    /^--consumer must be one of /,
  );
});

test('check: by the detected client, one step milder for an unknown one', () => {
  const severities = (...args: readonly string[]) =>
    JSON.parse(lens(['check', '-', '--format', 'json', ...args], JSON.stringify(BROKEN)).out)
      .filter(({ rule }: { rule: string }) => rule === 'text-not-open')
      .map(({ severity, clientStops }: { severity: string; clientStops?: boolean }) => [
        severity,
        clientStops,
      ]);
  expect(severities()).toEqual([['error', true]]);
  expect(severities('--consumer', 'unknown')).toEqual([['warning', undefined]]);
  expect(severities('--consumer', 'tanstack')).toEqual([['info', undefined]]);
  expect(severities('--profile', 'spec')).toEqual([['error', undefined]]);
});

test('at: an unknown seq or thread is one sentence, exit code 2', () => {
  expect(lens(['at', '-', '--seq', '99'], JSON_ARRAY)).toMatchObject({ code: 2, out: '' });
  expect(lens(['at', '-', '--seq', '0'], '[]').err).toContain('There is no event in this file');
  const { code, err } = lens(['at', '-', '--thread', 'x'], JSON_ARRAY);
  expect(code).toBe(2);
  expect(err).toBe("Unknown thread 'x'. Threads in this file: 't'.");
});

test('check: exit code 0 without errors, 1 with, 2 for an unreadable file', () => {
  expect(lens(['check', '-', '--format', 'json'], JSON_ARRAY)).toMatchObject({ code: 0, out: '[]\n' });
  const broken = join(FIXTURES, 'lint/malformed-event/stream.jsonl');
  const { code, out } = lens(['check', broken, '--format', 'json', '--profile', 'client-1.0']);
  expect(code).toBe(1);
  expect(JSON.parse(out)[0]).toMatchObject({
    rule: 'malformed-event',
    severity: 'error',
    seq: 1,
    clientStops: true,
  });
  expect(lens(['check', '/does/not/exist']).code).toBe(2);
  expect(lens(['check', '-'], '').code).toBe(2);
});

test('check: other JSON with types is not a run without errors', () => {
  for (const [text, type] of [
    ['{"type":"module","name":"x"}', 'module'],
    ['{"type":"FeatureCollection","features":[]}', 'FeatureCollection'],
  ] as const) {
    const { code, err } = lens(['check', '-'], text);
    expect(code).toBe(2);
    expect(err).toContain(
      `contains no event: it was read as 1 frame, and none has a type of AG-UI. The first type is "${type}".`,
    );
  }
  expect(lens(['check', '-'], '{"type":"RunStarted"}').out).toContain('unknown-type');
  expect(lens(['check', '-'], '{"type":"RUN_BEGUN"}').out).toContain('unknown-type');
});

test.each([
  ['otlp-json', 'a trace of OpenTelemetry'],
  ['perfetto', 'a trace for Perfetto'],
  ['openai-chat', 'a conversation for OpenAI'],
])('check: an export without events is named: %s', (format, what) => {
  const talk = streamed('run · text m "Hello" · end');
  const { out } = lens(['convert', '-', '--to', format], JSON.stringify(talk));
  const { code, err } = lens(['check', '-'], out);
  expect([code, err]).toEqual([2, expect.stringContaining(`contains no event: it is ${what}. Export a`)]);
});

test('check, diff: a file of other bytes is called binary, not text', () => {
  const file = join(FOLDER, 'other.bin');
  writeFileSync(file, Uint8Array.of(0, 0, 0, 3, 255, 254, 253, 1, 2));
  for (const args of [
    ['check', file],
    ['diff', file, file],
  ])
    expect(lens(args).err).toMatch(/none has a type\. The first is binary, and no protobuf of AG-UI\.$/);
});

test('check: SARIF and JUnit are well formed', () => {
  const broken = join(FIXTURES, 'lint/truncated-run/stream.jsonl');
  const sarif = JSON.parse(lens(['check', broken, '--format', 'sarif']).out);
  expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'truncated-run', level: 'error' });
  expect(lens(['check', broken, '--format', 'junit']).out).toMatch(
    /<testcase [^>]*name="truncated-run"><failure /,
  );
});

test('check: rules can be switched off by the command line, a project or the file', () => {
  const broken = join(FIXTURES, 'lint/crlf-framing/stream.jsonl');
  const rulesOf = (...args: string[]) =>
    JSON.parse(lens(['check', broken, '--format', 'json', ...args]).out).map(
      ({ rule }: { rule: string }) => rule,
    );
  expect(rulesOf()).toContain('crlf-framing');
  expect(rulesOf('--off', 'crlf-framing')).not.toContain('crlf-framing');
  expect(rulesOf('--off', 'zero-events, AGUI501')).not.toContain('crlf-framing');
  expect(rulesOf('--off', 'crlf-framing', '--off', 'zero-events,')).not.toContain('crlf-framing');
  expect(lens(['check', broken, '--off', 'nonsense'])).toEqual({
    code: 2,
    out: '',
    err: "--off names unknown rules: 'nonsense'.",
  });
  const config = join(FOLDER, 'ag-ui-lens.json');
  writeFileSync(config, '{"rulesOff":["crlf-framing"]}');
  expect(rulesOf('--config', config)).not.toContain('crlf-framing');
  for (const text of ['{"rulesOff":["nonsense"]}', '{"rulesOff":7}', '{"rulesoff":[]}', '[]', 'nonsense']) {
    writeFileSync(config, text);
    const { code, err } = lens(['check', broken, '--config', config]);
    expect(code).toBe(2);
    expect(err).toMatch(/^[^\n]+\.$/);
  }
  const recorded = readFileSync(broken, 'utf8').replace(
    '"version":1',
    '"version":1,"rulesOff":["crlf-framing","gone",7]',
  );
  expect(lens(['check', '-', '--format', 'json'], recorded).out).not.toContain('"crlf-framing"');
  expect(lens(['convert', '-', '--to', 'recording'], recorded).out.split('\n')[0]).toContain(
    '"rulesOff":["crlf-framing","gone"]',
  );
});

test('check: a finding without an event names its stream', () => {
  const empty = join(FIXTURES, 'lint/zero-events/stream.jsonl');
  const place = 'stream 0 (POST http://localhost/agent)';
  expect(lens(['check', empty]).out).toMatch(
    new RegExp(`^${place.replace(/[()]/g, '\\$&')}\twarning\tzero-events`, 'm'),
  );
  expect(lens(['check', empty, '--format', 'junit']).out).toContain(`<system-out>${place}: `);
  const sarif = JSON.parse(lens(['check', empty, '--format', 'sarif']).out);
  expect(sarif.runs[0].results[0].locations[0].logicalLocations).toEqual([{ name: place }]);
  const rule = sarif.runs[0].tool.driver.rules.find(({ id }: { id: string }) => id === 'truncated-run');
  expect(rule).toMatchObject({
    helpUri: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
    help: { text: expect.stringContaining('RUN_FINISHED') },
    fullDescription: { text: expect.stringContaining('finished run') },
    properties: { aliases: ['AGUI003', 'AGUI508'] },
  });
});

test('compact: both modes give a JSON array', () => {
  for (const mode of ['safe', 'stock']) {
    const { code, out } = lens(['compact', '-', '--mode', mode], JSON_ARRAY);
    expect(code).toBe(0);
    expect(JSON.parse(out)[2]).toEqual({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hello' });
  }
});

test('compact: a frame without an event is skipped with a note', () => {
  const ndjson = EVENTS.map((event) => JSON.stringify(event))
    .join('\n')
    .replace('\n', '\n{"type":"broken\n');
  for (const [mode, text] of [
    ['safe', ndjson],
    ['stock', ndjson],
    ['safe', lens(['convert', '-', '--to', 'recording'], ndjson).out],
  ] as const) {
    const { err, out } = lens(['compact', '-', '--mode', mode], text);
    expect(err).toContain('Skipped one frame without an event');
    expect(JSON.parse(out)).not.toHaveLength(0);
    const converted = lens(['convert', '-', '--to', `compacted-${mode}`], text);
    expect(converted).toMatchObject({ err, out });
  }
});

test('convert: to a recording and back', () => {
  const recording = lens(['convert', '-', '--to', 'recording'], JSON_ARRAY).out;
  expect(recording.split('\n')[0]).toContain('"format":"ag-ui-lens"');
  expect(JSON.parse(lens(['convert', '-', '--to', 'json-array'], recording).out)).toEqual(EVENTS);
  expect(lens(['convert', '-', '--to', 'nonsense'], JSON_ARRAY).code).toBe(2);
});

const PLAIN = formats.filter(({ write, needsReport }) => write !== undefined && needsReport !== true);

test.each(PLAIN.map(({ id }) => [id]))('convert: to %s', (id) => {
  const file = join(FIXTURES, 'recordings/a1-httpagent.sse-tools.agui.jsonl');
  const { code, out } = lens(['convert', file, '--to', id]);
  expect(code).toBe(0);
  expect(out).toMatch(/\S/);
  expect(lens(['convert', '--help']).out).toMatch(new RegExp(`[:,] ${id}[,.]`));
});

test('convert: to a report, where the extension was built; why not, where it was not', () => {
  const built = existsSync(join(import.meta.dirname, '../../../.output/chrome-mv3/report.js'));
  const { code, out, err } = lens(['convert', '-', '--to', 'html-report'], JSON_ARRAY);
  expect(code).toBe(built ? 0 : 1);
  if (!built) expect(err).toContain('build the extension first.');
  else {
    expect(JSON.parse(lens(['convert', '-', '--to', 'json-array'], out).out)).toEqual(EVENTS);
    const script = out.slice(out.indexOf('<script>') + '<script>'.length, out.lastIndexOf('</script>'));
    const hash = createHash('sha256').update(script).digest('base64');
    expect(out.includes(`script-src 'sha256-${hash}'`)).toBe(true);
  }
});

test('diff: the same, and the differences, as text and as JSON', () => {
  const file = join(FIXTURES, 'lint/truncated-run/stream.jsonl');
  const unlike = join(FIXTURES, 'lint/unknown-type/stream.jsonl');
  const alike = lens(['diff', file, file, '--json']);
  expect(alike.code).toBe(0);
  expect(JSON.parse(alike.out)).toMatchObject({ same: true, event: -1, events: [], findings: [] });
  expect(lens(['diff', file, file])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No difference\./),
  });
  const { code, out } = lens(['diff', file, unlike, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ same: false, event: 1, findings: expect.any(Array) });
  expect(lens(['diff', '-', file], 'data: nope\n\n')).toMatchObject({
    code: 2,
    err: expect.stringContaining('contains no event'),
  });
  expect(lens(['diff', file, unlike]).out).toMatch(
    /^3 of 4 events differ, first CUSTOM \(#1 vs missing\)\.\n[\s\S]*\nEvents\n[\s\S]*\nFindings\n/,
  );
});

test('diff: of runs, ignoring what may differ', () => {
  const other = JSON_ARRAY.replaceAll('"r"', '"r2"').replaceAll('"m"', '"m2"');
  const both = `[${JSON_ARRAY.slice(1, -1)},${other.slice(1, -1)}]`;
  expect(lens(['diff', '-', '-', '--run', '1,2'], both).code).toBe(1);
  expect(lens(['diff', '-', '-', '--run', '1,2', '--ignore', 'ids'], both)).toMatchObject({ code: 0 });
  expect(lens(['diff', '-', '-', '--run', '3'], both).err).toMatch(/There is no run 3 in .*, which has 2\./);
  expect(lens(['diff', '-', '-', '--ignore', 'colours'], both).err).toMatch(
    /--ignore must be one of ids, times, wording/,
  );
});

test('lists of values may have spaces; each run of a scope has to be there', () => {
  expect(lens(['diff', '-', '-', '--ignore', 'ids, times'], JSON_ARRAY).code).toBe(0);
  expect(
    lens(['what-if', '-', '--fault', 'cut, stall', '--client', 'tanstack, client-1.0'], JSON_ARRAY).code,
  ).toBe(0);
  const kept = lens(
    ['convert', '-', '--to', 'json-array', '--keep', 'TEXT_MESSAGE_CONTENT/delta, X/y'],
    JSON_ARRAY,
  );
  expect(kept.err).toContain('There is no value at X/y in');
  const scoped = (scope: string) =>
    lens(['convert', '-', '--to', 'json-array', '--scope', scope], JSON_ARRAY);
  expect(scoped('run:r, r').code).toBe(0);
  expect(scoped('run:r,gone')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no run 'gone' in /),
  });
});

test('streams of other protocols are reported as not checked', () => {
  const file = join(FIXTURES, 'decode/hector/flat.sse');
  expect(lens(['check', file])).toMatchObject({
    code: 0,
    out: '',
    err: 'Not checked: 1 stream of another protocol (hector).',
  });
});

test('a process reads standard input, writes output larger than a pipe, and errors to standard error', async () => {
  const program = await writeProgram(FOLDER);
  const spawned = (args: readonly string[], input: string) => {
    const child = spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' });
    return { code: child.status, out: child.stdout, err: child.stderr };
  };
  const many = JSON.stringify(
    Array.from({ length: 3000 }, (_, n) => ({ type: 'CUSTOM', name: 'n', value: n })),
  );
  const events = spawned(['events', '-'], many);
  expect(events.code).toBe(0);
  expect(events.out.trimEnd().split('\n')).toHaveLength(3000);
  expect(spawned(['check', '-'], many).code).toBe(1);
  expect(spawned(['diff', '-', '-'], many).err).toBe(
    'Standard input can be read only once: pass a file for one side.\n',
  );
  expect(spawned(['at', '-'], 'nonsense')).toEqual({
    code: 2,
    out: '',
    err: 'Standard input is not in a format that can be imported.\n',
  });
});

test('events: a dialect may be named', () => {
  const frames = 'event: message_start\ndata: {"messageId":"m","contextId":"c","taskId":"t"}\n\n';
  const found = lens(['events', '-', '--dialect', 'hector'], frames);
  expect(found.out).toContain('"type":"RUN_STARTED"');
  const wrong = lens(['events', '-', '--dialect', 'klingon'], frames);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('--dialect must be one of ag-ui-1.0,');
});

test('help: the program and each command, with exit code 0', () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, out } = lens(args);
    expect(code).toBe(0);
    for (const { name, summary } of commands) expect(out).toContain(`${name.padEnd(10)}  ${summary}`);
  }
  for (const command of commands) {
    const { code, out } = lens([command.name, '--help']);
    expect(code).toBe(0);
    const {
      files: [file],
      takesMany,
    } = command;
    const none = takesMany ? '[file…]' : '[options]';
    expect(out).toContain(`lens ${command.name} ${file === undefined ? none : `<${file}>`}`);
    for (const option of Object.keys(command.options)) expect(out).toContain(`--${option} `);
  }
  expect(lens(['help', 'check']).out).toBe(lens(['check', '--help']).out);
  expect(lens(['probe', '--help']).out).not.toContain('A file is');
  expect(lens(['check', '--help']).out).toContain('recording of another tool; - is standard input.\n');
  expect(lens(['open', '--help']).out).toContain('recording of another tool.\n');
  expect(lens(['convert', '--help']).out).toContain('Default: full; with --keep, choose.');
  expect(lens(['redact', '--help']).out).toContain('Default: share; with --keep, choose.');
  for (const name of ['check', 'probe'])
    expect(lens([name, '--help']).out).toContain('Output format (default: text).');
  expect(lens(['compact', '--help']).out).toContain('safe (default):');
  // Asked for anywhere, whatever else is wrong.
  expect(lens(['check', '--profile', 'nobody', '-h']).code).toBe(0);
});

test.each([
  [
    [],
    /Missing command\. Use events, at, check, compact, diff, convert, redact, push, record, serve, open, probe, what-if, mcp, completion, or --help\./,
  ],
  [['anonymise', '-'], /Unknown command 'anonymise'\. Use /],
  [['chek', '-'], /Unknown command 'chek'\. Did you mean 'check'\?/],
  [['check', '-', '--fromat', 'json'], /Unknown option --fromat\. Did you mean --format\?/],
  [['at', '-', '--nonsense', '1'], /Unknown option --nonsense\./],
  [['at', '-', '--seq'], /--seq needs a value\./],
  [['at', '-', '--seq='], /^--seq needs a value\.$/],
  [['at', '-', 'more'], /^Unexpected argument 'more'\.$/],
  ...[' ', '1e0', '0x1', '1.0', '+1', '-1'].map(
    (text) => [['at', '-', '--seq', text], /^--seq must be a number from 0 to 6/] as const,
  ),
  [['at'], /Missing file/],
  [['convert', '-'], /^--to is missing: one of html-report, markdown, .*\.$/],
  [
    ['check', '-', '--format', 'toString'],
    /--format must be one of text, json, sarif, junit, github, not 'toString'\./,
  ],
  [['events', '-x'], /Unknown option -x\./],
] as const)('invalid arguments are refused: %j', (args, sentence) => {
  const { code, err, out } = lens(args, JSON_ARRAY);
  expect(err).toMatch(sentence);
  expect(err).toMatch(/^[^\n]+\.$/);
  expect([code, out]).toEqual([2, '']);
});

test('check lists the gaps of a file', () => {
  const entry = (content: object) => ({
    startedDateTime: '2026-11-20T14:00:00.000Z',
    time: 1,
    request: { method: 'POST', url: 'http://x/', headers: [] },
    response: { status: 200, headers: [], content: { mimeType: 'text/event-stream', ...content } },
  });
  const whole = sse(EVENTS[0]);
  const har = { log: { entries: [entry({ size: 500, text: 'd' }), entry({ text: whole })] } };
  const { err } = lens(['check', '-'], JSON.stringify(har));
  expect(err).toContain('this body is cut off after 1 of 500 bytes (stream 0)');
});

test('remarks of one kind are one line with their number; errors and warnings have a line each', () => {
  const call = (id: string) => [
    { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: 'a', parentMessageId: `none-${id}` },
    { type: 'TOOL_CALL_END', toolCallId: id },
  ];
  const events = [EVENTS[0], ...call('1'), ...call('2'), ...call('3'), EVENTS.at(-1)];
  const lines = lens(['check', '-'], JSON.stringify(events)).out.split('\n');
  expect(lines.filter((line) => line.includes('parent-unknown'))).toEqual([
    expect.stringMatching(/^1\tinfo\tparent-unknown\t.*\(3 times\)$/),
  ]);
  const json = lens(['check', '-', '--format', 'json'], JSON.stringify(events)).out;
  expect(json.match(/"parent-unknown"/g)).toHaveLength(3);
});
