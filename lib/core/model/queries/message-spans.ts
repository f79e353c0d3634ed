// Events of the segments of a streamed message, derived from the log on demand and cached per log.
import type { Log } from '@/lib/core/log/log';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry } from '@/lib/core/model/types';

/** One segment of a text: the delta of one event. */
export interface TextSpan {
  readonly seq: number;
  /** Start and end of the segment in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

interface MessageSpans {
  readonly spans: readonly TextSpan[];
  readonly startMs: number;
}

type SpanLog = Pick<Log, 'at' | 'typeOf' | 'entityOf' | 'timeMsOf' | 'length'>;

/** Maximum number of events to scan for one message, and of segments it may have. */
const EVENTS_MAX = 500_000;
const SPANS_MAX = 50_000;

const DELTAS: ReadonlySet<string> = new Set([
  'TEXT_MESSAGE_CONTENT',
  'TEXT_MESSAGE_CHUNK',
  'REASONING_MESSAGE_CONTENT',
  'REASONING_MESSAGE_CHUNK',
  'THINKING_TEXT_MESSAGE_CONTENT',
]);

interface Segments {
  readonly seqs: number[];
  readonly texts: string[];
  scanned: number;
  isTooLong: boolean;
}

const known = new WeakMap<object, Map<number, Segments>>();

function segmentsOf(log: SpanLog, entity: number, from: number): Segments {
  const byEntity = known.get(log) ?? new Map<number, Segments>();
  known.set(log, byEntity);
  const segments = byEntity.get(entity) ?? { seqs: [], texts: [], scanned: from, isTooLong: false };
  byEntity.set(entity, segments);
  return segments;
}

function readOn(log: SpanLog, entity: number, from: number, to: number): Segments {
  const segments = segmentsOf(log, entity, from);
  if (to - segments.scanned > EVENTS_MAX) segments.isTooLong = true;
  for (; segments.scanned <= to && !segments.isTooLong; segments.scanned++) {
    const seq = segments.scanned;
    if (log.entityOf(seq) !== entity || !DELTAS.has(log.typeOf(seq))) continue;
    const delta = log.at(seq)?.event?.['delta'];
    if (typeof delta !== 'string' || delta === '') continue;
    segments.seqs.push(seq);
    segments.texts.push(delta);
    if (segments.seqs.length > SPANS_MAX) segments.isTooLong = true;
  }
  return segments;
}

/** The entity that streams a message: that of its first event, unless it is a request, a snapshot or a call. */
function entityOf(log: SpanLog, { firstSeq, lastSeq, via }: MessageEntry): number {
  if (via === 'stream' && /^(TEXT|REASONING|THINKING)/.test(log.typeOf(firstSeq)))
    return log.entityOf(firstSeq);
  return /^(TEXT|REASONING|THINKING)/.test(log.typeOf(lastSeq)) ? log.entityOf(lastSeq) : 0;
}

/** Undefined if the text is too long, or is not from one stream of events (snapshot, request, second stream). */
export function messageSpans(log: SpanLog, entry: MessageEntry): MessageSpans | undefined {
  const { content } = asJson(entry.message);
  if (typeof content !== 'string' || content === '') return undefined;
  const entity = entityOf(log, entry);
  if (entity === 0) return undefined;
  const { seqs, texts, isTooLong } = readOn(log, entity, entry.firstSeq, entry.lastSeq);
  if (isTooLong) return undefined;
  const spans: TextSpan[] = [];
  let at = 0;
  for (let i = 0; i < seqs.length; i++) {
    const seq = seqs[i] ?? 0;
    const text = texts[i] ?? '';
    // Later segments belong to a later cursor.
    if (seq > entry.lastSeq) break;
    if (!content.startsWith(text, at)) return undefined;
    spans.push({ seq, start: at, end: at + text.length });
    at += text.length;
  }
  if (at !== content.length) return undefined;
  return { spans, startMs: log.timeMsOf(entry.firstSeq) };
}

export function goesOn(log: SpanLog & Pick<Log, 'entities'>, entry: MessageEntry): boolean {
  if (!entry.open) return false;
  const { endSeq } = log.entities.at(entityOf(log, entry)) ?? { endSeq: -1 };
  return endSeq < 0 || endSeq > entry.lastSeq;
}

/** True if a tool call created the message implicitly. */
export function isImplicit(log: Pick<Log, 'typeOf'>, { via, firstSeq, message }: MessageEntry): boolean {
  return (
    via === 'stream' && message.role === 'assistant' && /^TOOL_CALL_(START|CHUNK)$/.test(log.typeOf(firstSeq))
  );
}
