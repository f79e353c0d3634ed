// Files that are broken, empty, of another kind or meant to do harm, and what `check` makes of each.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { sseTexts } from '../../support/logs';

/** Result of `check`: findings (0 without an error, 1 with one), or a reason for none (2). */
interface Expected {
  readonly code: 0 | 1 | 2;
  /** Part of its output, or of its sentence. */
  readonly expectedText?: string;
}

/** A file by its name, what it holds, and what is expected. */
type HostileFile = readonly [name: string, content: string | Uint8Array, expected: Expected];

const DEPTH = 100_000;
const ARRAYS = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const OBJECTS = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
const STARTED = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}';
const FINISHED = '{"type":"RUN_FINISHED","threadId":"t","runId":"r"}';
const GOOD = sseTexts(STARTED, FINISHED);

const FINE: Expected = { code: 0 };
const NO_EVENT: Expected = { code: 2, expectedText: 'contains no event' };
const NO_FORMAT: Expected = { code: 2, expectedText: 'not in a format that can be imported' };
const DEEP: Expected = { code: 2, expectedText: 'nests JSON more than 2,000 levels deep' };
const DEEP_FRAME: Expected = { code: 1, expectedText: 'nests JSON more than 2,000 levels deep' };

function patch(path: string, value: string): string {
  return `{"type":"STATE_DELTA","delta":[{"op":"add","path":${JSON.stringify(path)},"value":${value}}]}`;
}

/** Patches that each add 1,500 levels, each below the limit. */
function growing(): string[] {
  const value = `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`;
  return Array.from({ length: 20 }, (_, n) => patch('/a'.repeat(1500 * n + 1), value));
}

function har(request: object, content: object, more: object = {}): string {
  const entry = {
    startedDateTime: '2026-11-20T14:00:00.000Z',
    time: 1,
    request: { method: 'POST', url: 'http://localhost/', headers: [], ...request },
    response: { status: 200, headers: [], content },
    ...more,
  };
  return JSON.stringify({ log: { entries: [entry] } });
}

function noise(length: number, first: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 7919 + 13 * at * at + first) % 256);
}

const STREAM = { mimeType: 'text/event-stream' };
const RUN = { postData: { text: '{"threadId":"t","runId":"r","messages":[]}' } };
const NOTHING: readonly HostileFile[] = [
  ['empty.sse', '', { code: 2, expectedText: 'is empty' }],
  ['spaces.txt', '  \n\n \n', NO_FORMAT],
  ['mark.json', '\ufeff', NO_FORMAT],
  ['comments.sse', ': one\n\n: two\n\n', NO_EVENT],
  ['fields.sse', 'event: x\nid: 1\n\nretry: 5\n\n', NO_EVENT],
  ['login.html', '<!doctype html>\n<html>\n\n<body>Log in</body></html>\n', NO_FORMAT],
  ['login.sse', '<!doctype html>\n<html>\n\n<body style="color: red">Log in</body></html>\n', NO_EVENT],
  ['data.sse', 'data\n\n', NO_EVENT],
  ['empty-data.sse', 'data:\n\n', NO_EVENT],
  ['words.sse', sseTexts('hello', '[DONE]'), NO_EVENT],
  ['table.csv', 'a,b\n1,2\n', NO_FORMAT],
  ['null.json', 'null', NO_FORMAT],
  ['number.json', '3', NO_FORMAT],
  ['string.json', '"x"', NO_FORMAT],
  ['array.json', '[]', NO_EVENT],
  ['values.json', '[null,1,"x",[]]', NO_EVENT],
  ['object.json', '{"a":1}', NO_EVENT],
  ['lines.ndjson', '{"a":1}\n{"b":2}\n', NO_EVENT],
  ['cut.json', `[${STARTED},`, FINE],
  ['cut-first.json', '[{"type":', { code: 2, expectedText: 'is JSON that is cut off' }],
  ['recording.agui.jsonl', '{"format":"ag-ui-lens","version":1}\n', NO_EVENT],
  ['empty.har', '{"log":{"entries":[]}}', NO_EVENT],
  ['pages.har', har({}, { mimeType: 'text/html', text: '<p>' }), NO_EVENT],
  ['silent.har', har({}, { ...STREAM, text: ': hello\n\n' }), NO_EVENT],
  ['nothing.har', '{"log":{}}', { code: 2, expectedText: 'log.entries is not an array' }],
  ['cut.har', '{"log":{"entries":[', { code: 2, expectedText: 'invalid JSON' }],
  [
    'openai.sse',
    sseTexts('{"id":"1","object":"chat.completion.chunk","choices":[]}', '[DONE]'),
    { code: 2, expectedText: 'openai' },
  ],
  ['noise.bin', noise(5000, 0), NO_EVENT],
  ['noise', noise(5000, 7), NO_FORMAT],
  ['zeros.bin', new Uint8Array(5000), NO_EVENT],
  ['zero', new Uint8Array(1), NO_EVENT],
  ['picture.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), NO_FORMAT],
];

/** Incompressible text. */
const noisy = Array.from({ length: 2000 }, (_none, at) => `: ${Math.imul(at + 1, 0x9e3779b1)}\n`).join('');

const PACKED: readonly HostileFile[] = [
  ['packed.sse.gz', gzipSync(GOOD), FINE],
  ['packed.sse', gzipSync(GOOD), FINE],
  ['twice.sse.gz.gz', gzipSync(gzipSync(GOOD)), FINE],
  ['packed.sse.zz', deflateSync(GOOD), FINE],
  ['packed.sse.br', brotliCompressSync(GOOD), FINE],
  ['cut.sse.br', brotliCompressSync(`${GOOD}${noisy}`).subarray(0, -500), FINE],
  [
    'nothing-left.sse.br',
    brotliCompressSync(GOOD).subarray(0, 3),
    { code: 2, expectedText: 'is not brotli' },
  ],
  ['not.br', GOOD, { code: 2, expectedText: 'is not brotli' }],
  ['page.html.gz', gzipSync('<html>'), NO_FORMAT],
  ['nothing.sse.gz', gzipSync(''), { code: 2, expectedText: 'is empty' }],
  [
    'cut.sse.gz',
    gzipSync(GOOD.repeat(50)).subarray(0, 60),
    { code: 2, expectedText: 'is cut off or damaged' },
  ],
  [
    'bad.sse.gz',
    Uint8Array.from([0x1f, 0x8b, 8, ...noise(500, 3)]),
    { code: 2, expectedText: 'cannot be unpacked' },
  ],
  ['many.zip', Buffer.from('PK\x03\x04aaaaaaaaaaaaaa', 'latin1'), { code: 2, expectedText: 'ZIP' }],
  ['packed.har', har(RUN, { ...STREAM, encoding: 'base64', text: gzipSync(GOOD).toString('base64') }), FINE],
  ['wide.sse', Buffer.from(`\ufeff${GOOD}`, 'utf16le'), FINE],
  ['mark.sse', Buffer.from([0xff, 0xfe]), { code: 2, expectedText: 'is empty' }],
  ['half.sse', Buffer.from([0xff, 0xfe, 65]), { code: 2, expectedText: 'is cut off' }],
];

const DEEP_FILES: readonly HostileFile[] = [
  ['deep.json', ARRAYS, DEEP],
  ['deep-object.json', OBJECTS, NO_EVENT],
  ['deep-event.json', `[${STARTED},{"type":"STATE_SNAPSHOT","snapshot":${OBJECTS}}]`, DEEP_FRAME],
  ['deep.ndjson', `{"type":"STATE_SNAPSHOT","snapshot":${ARRAYS}}\n`, NO_EVENT],
  ['deep.sse', sseTexts(STARTED, `{"type":"STATE_SNAPSHOT","snapshot":${ARRAYS}}`, FINISHED), DEEP_FRAME],
  [
    'deep-custom.sse',
    sseTexts(STARTED, `{"type":"CUSTOM","name":"x","value":${OBJECTS}}`, FINISHED),
    DEEP_FRAME,
  ],
  ['deep-patch.sse', sseTexts(STARTED, patch('/a', OBJECTS), FINISHED), DEEP_FRAME],
  [
    'deep-path.sse',
    sseTexts(STARTED, patch('/a'.repeat(DEPTH), '1'), FINISHED),
    { code: 0, expectedText: 'patch-failed' },
  ],
  ['deep-crlf.sse', sseTexts(STARTED, OBJECTS).replaceAll('\n', '\r\n'), { code: 1 }],
  ['growing.sse', sseTexts(STARTED, ...growing(), FINISHED), FINE],
  [
    'deep-arguments.sse',
    sseTexts(
      STARTED,
      '{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"x"}',
      `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":${JSON.stringify(OBJECTS)}}`,
      '{"type":"TOOL_CALL_END","toolCallId":"c"}',
      FINISHED,
    ),
    FINE,
  ],
  [
    'deep-request.har',
    har(
      { postData: { text: `{"threadId":"t","runId":"r","messages":[],"state":${OBJECTS}}` } },
      { ...STREAM, text: GOOD },
    ),
    FINE,
  ],
  ['deep.har', `{"log":{"x":${ARRAYS},"entries":[]}}`, NO_EVENT],
  [
    'deep.agui.jsonl',
    `{"format":"ag-ui-lens","version":1}\n{"doc":"d","frame":0,"n":0,"records":[${ARRAYS}]}\n`,
    DEEP,
  ],
];

export const HOSTILE_FILES: readonly HostileFile[] = [...NOTHING, ...PACKED, ...DEEP_FILES];
