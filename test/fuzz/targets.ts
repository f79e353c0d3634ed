// REGISTRY of what untrusted input meets first: every parser and every gate. Each takes any text; it must not throw,
// must come to an end soon, and must leave the prototypes alone.

import { parseFromBridge } from '@/lib/background/relay/receiver';
import { parseSiteSettings } from '@/lib/background/relay/site-settings';
import { toMarkdown } from '@/lib/core/agui/conversation-markdown';
import { parseRunRequest } from '@/lib/core/agui/request';
import { toOpenAiChat } from '@/lib/core/agui/to-openai-chat';
import { checkArguments } from '@/lib/core/agui/tool-schema';
import { uiSpecOf } from '@/lib/core/agui/ui-payload';
import { appFold } from '@/lib/core/clients/app-fold';
import { compactSafe } from '@/lib/core/compact/safe';
import { parseAnnotations } from '@/lib/core/files/annotations';
import { formats } from '@/lib/core/files/formats';
import { eventsOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import { applyPatch } from '@/lib/core/json/apply-patch';
import { differences } from '@/lib/core/json/diff';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { advanceJson, JSON_START, verdictOfJson } from '@/lib/core/json/json-progress';
import { linearPattern } from '@/lib/core/json/linear-pattern';
import { Owner } from '@/lib/core/json/owner';
import { suggestFixes } from '@/lib/core/json/suggest-fix';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createFacts } from '@/lib/core/query/facts';
import { createFilter } from '@/lib/core/query/filter';
import { parseSaved } from '@/lib/messages/library';
import { parseBatchBody, parseRawBatch, parseRecord } from '@/lib/messages/parse-batch';
import { headOf, logOf, logOfRecords } from '../support/logs';
import { sampleRun } from '../support/sessions';

/** Something that takes input from outside. */
export interface Target {
  readonly id: string;
  /** Texts to begin with, besides those of the corpus. */
  readonly seeds: readonly string[];
  run(text: string): void;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A target that takes JSON: text that is none is nothing to it. */
const ofJson = (id: string, seeds: readonly unknown[], run: (value: Json) => void): Target => ({
  id,
  seeds: seeds.map((seed) => JSON.stringify(seed)),
  run(text) {
    const value = parsed(text);
    if (value !== undefined) run(value);
  },
});

const events = sampleRun() as unknown as readonly JsonObject[];
const sample = logOf(events as never);
const facts = createFacts(sample, { findings: () => [], notes: () => new Map() });

/** Everything that the panel makes of a body. */
function fold(text: string, contentType: string): void {
  const record = { t: 1, stream: 1 };
  const log = logOfRecords([
    {
      ...record,
      kind: 'open',
      transport: 'fetch',
      url: 'http://x/',
      method: 'POST',
      headers: { 'content-type': contentType },
    },
    { ...record, kind: 'chunk', text },
    { ...record, kind: 'close', how: 'complete' },
  ]);
  const history = createHistory(lintFold, log);
  const { model } = history.head();
  headOf(log, appFold());
  for (const { messages } of model.threads) {
    const plain = [...messages].map(({ message }) => message as unknown as JsonObject);
    toOpenAiChat(plain);
    toMarkdown(plain);
  }
  history.at(Math.floor(log.length / 2));
  compactSafe([...eventsOf(log)]);
}

const SSE = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const BODIES: readonly [string, string, string][] = [
  ['sse', 'text/event-stream', SSE],
  ['ndjson', 'application/x-ndjson', events.map((event) => `${JSON.stringify(event)}\n`).join('')],
  ['json', 'application/json', JSON.stringify(events)],
  ['unknown', '', SSE.replaceAll('\n', '\r\n')],
];

const HAR = {
  log: {
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00Z',
        time: 5,
        request: { method: 'POST', url: 'http://x/', headers: [], postData: { text: '{"threadId":"t"}' } },
        response: { status: 200, headers: [], content: { mimeType: 'text/event-stream', text: SSE } },
      },
    ],
  },
};

const RECORDING = '{"format":"ag-ui-lens","version":1}\n{"doc":"d","frame":0,"n":0,"records":[]}\n';

export const targets: readonly Target[] = [
  ...BODIES.map(([name, type, seed]) => ({
    id: `body-${name}`,
    seeds: [seed],
    run: (text: string) => fold(text, type),
  })),
  {
    id: 'file',
    seeds: [SSE, JSON.stringify(HAR), RECORDING, JSON.stringify(events)],
    run(text) {
      for (const name of ['x', ...formats.map(({ extension }) => `x${extension}`)]) {
        readFile({ name, text });
        readFile({ name, bytes: new TextEncoder().encode(text) });
      }
    },
  },
  {
    id: 'bytes',
    seeds: ['\u001f\u008b\u0008\u0000', '\u0000\u0000\u0000\u0005\n\u0001t\u0012\u0001'],
    run: (text) => void readFile({ name: 'x', bytes: Uint8Array.from(text, (unit) => unit.charCodeAt(0)) }),
  },
  {
    id: 'batch',
    seeds: [
      '[{"kind":"open","t":1,"stream":1,"transport":"fetch","url":"","method":"GET"},{"kind":"gap","t":1,"reason":"late"}]',
    ],
    run: (text) => void parseBatchBody(text),
  },
  {
    id: 'offered',
    seeds: [
      '[{"kind":"chunk","t":1,"stream":1,"size":3},{"kind":"chunk","t":1,"stream":1,"size":2}]\ndata:',
      '[{"kind":"frame","t":1,"stream":1,"dir":"in","binary":5}]\ndata:',
    ],
    run(text) {
      const end = text.indexOf('\n');
      const bytes = new TextEncoder().encode(end === -1 ? '' : text.slice(end + 1));
      parseRawBatch({ body: end === -1 ? text : text.slice(0, end), bytes });
    },
  },
  ofJson(
    'record',
    [
      { kind: 'chunk', t: 1, stream: 1, b64: 'AAAA' },
      { kind: 'close', t: 1, stream: 1, how: 'complete' },
    ],
    parseRecord,
  ),
  ofJson('saved-row', [{ name: 'n', tags: ['t'], savedMs: 1, picture: ['012'] }], (row) =>
    parseSaved(1, row, true),
  ),
  ofJson('site-settings', [{ 'http://localhost/*': { keepDays: 7, onlyWatched: true } }], parseSiteSettings),
  ofJson('from-bridge', [{ kind: 'batch', doc: 'd', n: 0, body: '[]' }], parseFromBridge),
  {
    id: 'request',
    seeds: ['{"threadId":"t","runId":"r","messages":[],"tools":[],"context":[]}'],
    run: (text) => void parseRunRequest(text),
  },
  ofJson('annotations', [{ notes: { 1: 'x' }, bookmarks: [1], rulesOff: ['a'] }], (value) => {
    if (isJsonObject(value)) parseAnnotations(value);
  }),
  ofJson(
    'patch',
    [
      [
        { a: { b: [1] } },
        [
          { op: 'copy', from: '/a', path: '/c' },
          { op: 'move', from: '/a/b/0', path: '/d' },
          { op: 'test', path: '/d', value: 1 },
        ],
      ],
    ],
    (value) => {
      if (!isJsonArray(value)) return;
      const [document, patch] = value;
      const owner = new Owner();
      let now: Json | undefined = document;
      for (const operation of isJsonArray(patch) ? patch : []) {
        const result = applyPatch(now, [operation], owner);
        if (result.ok) now = result.document;
      }
      applyPatch(document, patch, new Owner());
      suggestFixes(document, patch);
      differences(document, now);
      JSON.stringify(now);
    },
  ),
  ofJson(
    'tool-schema',
    [
      [
        {
          type: 'object',
          properties: { a: { pattern: '^a+$', format: 'email' } },
          patternProperties: { '^b': {} },
          required: ['a'],
        },
        { a: 'aa', b: 1 },
      ],
    ],
    (value) => {
      if (isJsonArray(value)) checkArguments({ name: 'f', parameters: value[0] ?? null }, value[1] ?? null);
    },
  ),
  {
    id: 'pattern',
    seeds: ['^(a+[^(])+$', '[\\w.-]+@[\\w]+\\.\\w{2,}', '(a|b)*?c{1,3}'],
    run(text) {
      const pattern = linearPattern(text.slice(0, 200));
      pattern?.find(`${'ab'.repeat(500)}!`);
    },
  },
  {
    id: 'query',
    seeds: ['type:TOOL_* -rain "two words" /a+b/ gap:>2s path:/a/b is:error', 'tool:*a*b* size:<=1kb'],
    run(text) {
      const filter = createFilter(text.slice(0, 1_000), facts);
      for (let seq = 0; seq < sample.length; seq++) filter.passes(seq);
      filter.words?.('some text with rain in it');
    },
  },
  {
    id: 'json-progress',
    seeds: ['{"a":[1,"x",true,null,-1.5e3]}'],
    run: (text) => void verdictOfJson(advanceJson(JSON_START, text)),
  },
  ofJson('ui', [{ name: 'a2ui', payload: { surfaceUpdate: {} } }], (value) => {
    if (isJsonObject(value)) uiSpecOf(String(value['name']), value['payload']);
  }),
];
