// Traces as OTLP JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), for /v1/traces of a
// collector: one trace per run, with the attributes of the conventions for generative AI.
import { factsOf } from '@/lib/core/files/format-facts';
import { type RunSpans, runSpansOf, type Span } from '@/lib/core/files/spans';
import type { Format } from '@/lib/core/files/types';
import type { Log } from '@/lib/core/log/log';

const INTERNAL = 1;
const CLIENT = 3;
const STATUS_OK = 1;
const STATUS_ERROR = 2;

/** FNV-1a with a seed: ids must be reproducible, and differ between runs. */
function hash(text: string, seed: number): string {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}

function idOf(text: string, words: number): string {
  return Array.from({ length: words }, (_none, seed) => hash(`${seed} ${text}`, seed + 1)).join('');
}

/** Unix time in nanoseconds, as text: too large for a JavaScript number. */
function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

function attributesOf(attributes: Span['attributes']): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    // This encoding writes integers as text.
    value:
      typeof value === 'string'
        ? { stringValue: value.toWellFormed() }
        : { intValue: String(Math.round(value)) },
  }));
}

function traceOf({ run, spans }: RunSpans): object[] {
  const name = `${run.threadId} ${run.runId} ${run.startMs} ${run.index}`;
  const traceId = idOf(name, 4);
  return spans.map(({ key, parent, kind, name: title, startMs, endMs, error, attributes }) => ({
    traceId,
    spanId: idOf(`${name} ${key}`, 2),
    ...(parent !== undefined && { parentSpanId: idOf(`${name} ${parent}`, 2) }),
    name: title.toWellFormed(),
    kind: kind === 'run' ? CLIENT : INTERNAL,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(endMs),
    attributes: attributesOf(attributes),
    status: error === undefined ? { code: STATUS_OK } : { code: STATUS_ERROR, message: error.toWellFormed() },
  }));
}

export function tracesOf(log: Log): readonly (readonly object[])[] {
  return runSpansOf(log).map(traceOf);
}

/** An ExportTraceServiceRequest. */
export function traceRequest(spans: readonly object[]): object {
  const resource = { attributes: attributesOf({ 'service.name': 'ag-ui-lens' }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'ag-ui-lens' }, spans }] }] };
}

export const otlpJson: Format = {
  ...factsOf('otlp-json'),
  write({ log }) {
    const spans = tracesOf(log()).flat();
    if (spans.length === 0) return { refused: 'There is no run in this session.' };
    return [`${JSON.stringify(traceRequest(spans), null, 1)}\n`];
  },
};
