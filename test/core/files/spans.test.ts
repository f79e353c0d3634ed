// Traces: by the documentation of OTLP JSON and of Chrome's trace events, with the captured times.
import { expect, test } from 'vitest';
import { otlpJson } from '@/lib/core/files/otlp-json';
import { perfetto } from '@/lib/core/files/perfetto';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { batchOf, exported } from '../../support/exported';
import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const RUN = [
  ...events('run r1 on t1 · step plan · tool c1 find {"q":1} · result c1 "5" · text m1 "Hello" · done plan'),
  {
    type: 'RUN_FINISHED',
    threadId: 't1',
    runId: 'r1',
    usage: [{ model: 'm', inputTokens: 7, outputTokens: 3 }],
  },
  ...events('run r2 on t1 · error "It broke"'),
];
const BATCHES = [batchOf(sseRecords(RUN))];

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: object;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

function spansIn(text: string): readonly OtlpSpan[] {
  const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test('otlp-json: each run is a trace with its spans', () => {
  const spans = spansIn(exported(otlpJson, BATCHES));
  const [run, ...inside] = spans.filter(({ traceId }) => traceId === spans[0]?.traceId);
  expect(inside.map(({ name }) => name).sort()).toEqual(['chat', 'execute_tool find', 'plan']);
  expect(inside.every(({ parentSpanId }) => parentSpanId === run?.spanId)).toBe(true);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    expect(startTimeUnixNano).toMatch(/^17\d{17}$/);
  }
});

test('otlp-json: spans follow the conventions for generative AI and report errors', () => {
  const spans = spansIn(exported(otlpJson, BATCHES));
  const [run] = spans;
  expect(run?.attributes).toContainEqual({ key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } });
  expect(run?.attributes).toContainEqual({ key: 'gen_ai.conversation.id', value: { stringValue: 't1' } });
  const tool = spans.find(({ name }) => name === 'execute_tool find');
  expect(tool?.attributes).toContainEqual({ key: 'gen_ai.tool.call.id', value: { stringValue: 'c1' } });
  expect(spans.at(-1)?.status).toEqual({ code: 2, message: 'It broke' });
});

test('perfetto: slices are complete, on named tracks, in microseconds', () => {
  const { traceEvents }: { traceEvents: Json[] } = JSON.parse(exported(perfetto, BATCHES));
  const all = traceEvents.filter(isJsonObject);
  const slices = all.filter(({ ph }) => ph === 'X');
  const tracks = all.filter(({ name }) => name === 'thread_name');
  const names = slices.map(({ name }) => name);
  expect(names).toEqual(['invoke_agent', 'plan', 'chat', 'execute_tool find', 'invoke_agent']);
  for (const { ts, dur, pid, tid } of slices) {
    expect([Number.isInteger(ts), Number(dur) >= 0]).toEqual([true, true]);
    expect(tracks.some((track) => track['pid'] === pid && track['tid'] === tid)).toBe(true);
  }
});

test.each([otlpJson, perfetto])('$id: a session without a run is refused', (format) => {
  expect(exported(format, [batchOf(sseRecords([]))])).toBe('There is no run in this session.');
});

test('otlp-json: lone surrogates are replaced, as collectors reject them', () => {
  const odd = [
    { type: 'RUN_STARTED', threadId: '\ud83d', runId: 'r' },
    { type: 'STEP_STARTED', stepName: 'plan \ude00' },
    { type: 'RUN_ERROR', message: 'It broke \ud83d' },
  ];
  const text = exported(otlpJson, [batchOf(sseRecords(odd))]);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  expect(text).toContain('It broke \ufffd');
});
