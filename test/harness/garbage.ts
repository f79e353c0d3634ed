// Answers that no well-behaved server gives. Each begins like a run, so that it counts as AG-UI.

/** One bad answer: what goes over the wire, in this order. */
export interface Garbage {
  readonly name: string;
  readonly contentType: string;
  /** Frames of a WebSocket, or pieces of a body. */
  parts(): Iterable<string | Uint8Array>;
}

const SSE = 'text/event-stream';
const STARTED = frame({ type: 'RUN_STARTED', threadId: 'garbage', runId: 'garbage-run' });

function frame(event: unknown): string {
  return raw(JSON.stringify(event));
}

function raw(text: string): string {
  return `data: ${text}\n\n`;
}

function fixed(name: string, ...parts: readonly (string | Uint8Array)[]): Garbage {
  return { name, contentType: SSE, parts: () => [STARTED, ...parts] };
}

function* endless(): Generator<string> {
  yield STARTED;
  yield 'data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"';
  // Longer than any limit for one frame, and never closed.
  for (let n = 0; n < 40; n++) yield 'x'.repeat(512 * 1024);
}

const notJson = [
  '{oops',
  '[DONE]',
  'null',
  '17',
  '"text"',
  '[]',
  '{}',
  '',
  '{"type":"RUN_STARTED"',
  '\u0000',
];

const wrongTypes = [
  { type: 'RUN_STARTED', threadId: 1, runId: null },
  { type: 'TEXT_MESSAGE_START', messageId: ['m'], role: 7 },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: { no: 'text' } },
  { type: 'TOOL_CALL_START', toolCallId: null, toolCallName: false },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'never-started', delta: 'x' },
  { type: 'STATE_DELTA', delta: 'add' },
  { type: 'STATE_DELTA', delta: [{ op: 'explode', path: 'no-slash' }, null, 4] },
  { type: 'MESSAGES_SNAPSHOT', messages: { role: 'user' } },
  { type: 'MESSAGES_SNAPSHOT', messages: [null, 1, { role: 'nobody' }] },
  { type: 'ACTIVITY_DELTA', messageId: 'a', activityType: 'x', patch: {} },
  { type: 'RUN_FINISHED', outcome: 'fine', usage: 3 },
  { type: 'toString' },
  { type: '__proto__' },
  { type: '' },
  { type: 5 },
];

const pollution = [
  '{"type":"STATE_SNAPSHOT","snapshot":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
  '{"type":"STATE_DELTA","delta":[{"op":"add","path":"/__proto__/polluted","value":true}]}',
  '{"type":"STATE_DELTA","delta":[{"op":"add","path":"/constructor/prototype/polluted","value":true}]}',
  '{"type":"TEXT_MESSAGE_START","messageId":"__proto__","role":"assistant"}',
  '{"type":"TEXT_MESSAGE_CONTENT","messageId":"__proto__","delta":"polluted"}',
  '{"type":"TOOL_CALL_START","toolCallId":"constructor","toolCallName":"hasOwnProperty"}',
  '{"type":"TOOL_CALL_ARGS","toolCallId":"constructor","delta":"{\\"__proto__\\":{\\"polluted\\":true}}"}',
  '{"type":"RUN_STARTED","threadId":"__proto__","runId":"__proto__"}',
];

const DEPTH = 20_000;

/** Every bad answer. */
export const garbage: readonly Garbage[] = [
  fixed('not-json', ...notJson.map(raw)),
  fixed('wrong-types', ...wrongTypes.map(frame)),
  fixed('prototype', ...pollution.map(raw)),
  fixed('huge', frame({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'long '.repeat(800_000) })),
  fixed('deep', raw(`{"type":"STATE_SNAPSHOT","snapshot":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`)),
  fixed(
    'invalid-utf8',
    Buffer.from('646174613a2022fffec328a0a1e228a1f0288cbc22', 'hex'),
    '\n\n',
    Buffer.from([0xe2, 0x82]),
  ),
  fixed('no-end', raw('{"type":"CUSTOM","name":"a","value":1}').trimEnd()),
  { name: 'endless-frame', contentType: SSE, parts: endless },
  {
    name: 'protobuf',
    contentType: 'application/vnd.ag-ui.event+proto',
    parts: () => [
      Buffer.from('00000011620a0a02080b1201741a01723203312e30', 'hex'),
      Buffer.from('ffffffff0102', 'hex'),
    ],
  },
  {
    name: 'ndjson',
    contentType: 'application/x-ndjson',
    parts: () => [
      '{"type":"RUN_STARTED","threadId":"garbage","runId":"r"}\n',
      '\n\r\n{]\n',
      '{"type":"RUN_',
      'FINISHED"',
    ],
  },
];
