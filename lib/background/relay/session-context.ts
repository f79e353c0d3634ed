// Records of a document that a session lacks because it starts later. A stream continues when the user clears the
// panel, or turns capture off and on: later chunks go to a session without the document's clock, the request, or data
// in between. The next batch is preceded by the navigation, each open stream, and a gap for missing data. When
// capture is turned on again this happens at once, as no batch may follow. After a restart of the background, the
// store is read back; a missing number there is a batch that was not recorded.
import { withoutBody } from '../../messages/gap-body';
import { BATCH_LENGTH_MAX } from '../../messages/limits';
import { parseBatch } from '../../messages/parse-batch';
import type {
  CapturedRecord,
  CloseRecord,
  GapRecord,
  NavigationRecord,
  OpenRecord,
} from '../../messages/records';
import type { Store } from '../../messages/store';
import type { BridgeSender } from './document';

interface SessionEntry {
  readonly sender: BridgeSender;
  readonly doc: string;
  readonly n: number;
  /** Undefined if the batch is not recorded. */
  readonly session: string | undefined;
  readonly unwanted?: string;
}

interface HeldRecord<R> {
  readonly record: R;
  /** Undefined if no session has the record. */
  session: string | undefined;
}

type End = CloseRecord | GapRecord;

interface ContextStream extends HeldRecord<OpenRecord> {
  /** True if its session has data of the stream that another session will lack. */
  hasData: boolean;
  /** True if data of the stream was not recorded, and its session has no gap for it. */
  missed: boolean;
  /** Its end, if it was not recorded. */
  end?: End;
}

/** Records at the beginning of a document's sessions, and the sessions that have them. */
interface SessionContext {
  readonly sender: BridgeSender;
  /** Time of the newest record, in ms. */
  t: number;
  n: number;
  navigation: HeldRecord<NavigationRecord> | undefined;
  readonly open: Map<number, ContextStream>;
  /** True if missing batches may have opened streams. */
  hasMissingBatches: boolean;
  /** True if streams began and ended unrecorded. */
  hasUnrecorded: boolean;
  /** Reason for unrecorded data. */
  reason: string;
  /** True if all streams since the load are known. */
  isFromStart: boolean;
}

export const OFF = 'capture was off';

// Maximum number of streams; the oldest are dropped.
const STREAMS_MAX = 64;
// Longer request bodies are left out: the session with the beginning has them.
const BODY_MAX = 16 * 1024;

export const isEnd = (record: CapturedRecord): record is End =>
  record.kind === 'close' || (record.kind === 'gap' && record.reason === 'not-ag-ui');
const isData = ({ kind }: CapturedRecord): boolean => kind === 'chunk' || kind === 'frame';

/** Stores an unrecorded end if a session waits for it. */
function endedUnseen(known: SessionContext, stream: ContextStream, { detail: _, ...end }: End): void {
  if (stream.session !== undefined) {
    stream.end = end;
    return;
  }
  known.open.delete(end.stream ?? 0);
  // A stream that is not AG-UI is never recorded.
  if (end.kind === 'close') known.hasUnrecorded = true;
}

function followRecords(
  known: SessionContext,
  session: string | undefined,
  records: readonly CapturedRecord[],
): void {
  for (const record of records) {
    if (record.kind === 'navigation') known.navigation = { record, session };
    if (record.kind === 'open') {
      // A request body that was not recorded stays that way.
      const kept = withoutBody(record, session === undefined ? 0 : BODY_MAX);
      known.open.set(record.stream, { record: kept, session, hasData: false, missed: false });
      const [oldest = 0] = known.open.keys();
      if (known.open.size > STREAMS_MAX) {
        known.open.delete(oldest);
        known.isFromStart = false;
      }
    }
    if (record.kind === 'navigation' || record.kind === 'open' || record.stream === undefined) continue;
    const stream = known.open.get(record.stream);
    if (!stream) continue;
    if (isData(record)) {
      if (session === undefined) stream.missed = true;
      else stream.hasData = true;
    }
    if (!isEnd(record)) continue;
    if (session === undefined) endedUnseen(known, stream, record);
    else known.open.delete(record.stream);
  }
}

const emptyContext = (sender: BridgeSender, reason: string): SessionContext => ({
  sender,
  t: 0,
  n: -1,
  navigation: undefined,
  open: new Map(),
  hasMissingBatches: false,
  hasUnrecorded: false,
  reason,
  isFromStart: false,
});

/** Undefined if the session has everything up to this batch. `last`: the newest number being stored. */
async function recall(store: Store, entry: SessionEntry, last: number): Promise<SessionContext | undefined> {
  const { sender, doc, n, session } = entry;
  const known = emptyContext(sender, entry.unwanted ?? OFF);
  const stored: { readonly session: string; readonly records: readonly CapturedRecord[] }[] = [];
  const withData = new Set<number>();
  for await (const batch of store.newestFirst(doc)) {
    known.n = Math.max(known.n, batch.n);
    known.hasMissingBatches = n > Math.max(known.n, last) + 1;
    if (stored.length === 0 && batch.session === session && !known.hasMissingBatches) return undefined;
    const records = parseBatch(batch.body) ?? [];
    for (const record of records)
      if (record.kind === 'chunk' || record.kind === 'frame') withData.add(record.stream);
    // Chunks and frames are most of it, and not needed.
    stored.push({ session: batch.session, records: records.filter((record) => !isData(record)) });
  }
  if (stored.length === 0) known.hasMissingBatches = n > last + 1;
  for (const batch of stored.reverse()) followRecords(known, batch.session, batch.records);
  for (const [number, stream] of known.open) {
    stream.hasData = withData.has(number);
    stream.missed = known.hasMissingBatches;
  }
  return known;
}

function missingOfStream(
  number: number,
  stream: ContextStream,
  { session, t, reason }: { readonly session: string; readonly t: number; readonly reason: string },
): readonly CapturedRecord[] {
  const out: CapturedRecord[] = [];
  const gap = (detail: string): void => {
    out.push({ kind: 'gap', t, stream: number, reason: 'late', detail });
    stream.hasData = true;
  };
  const before = stream.session;
  if (before !== session) {
    if (stream.end) return out;
    out.push(stream.record);
    if (before !== undefined && stream.hasData) gap('the beginning is in the previous session');
  }
  if (before === undefined) gap('the beginning was not recorded');
  else if (stream.missed) gap(reason);
  if (stream.end) out.push(stream.end);
  return out;
}

function hasUnknownStream({ open }: SessionContext, records: readonly CapturedRecord[]): boolean {
  const opened = new Set(open.keys());
  for (const record of records) {
    if (record.kind === 'navigation' || record.stream === undefined) continue;
    if (record.kind === 'open') opened.add(record.stream);
    if (!opened.has(record.stream)) return true;
  }
  return false;
}

/** Records that the session lacks before these; afterwards it has them. */
function missingOf(
  known: SessionContext,
  session: string,
  records: readonly CapturedRecord[],
): readonly CapturedRecord[] {
  const out: CapturedRecord[] = [];
  const t = records[0]?.t ?? known.t;
  const { navigation } = known;
  if (navigation && navigation.session !== session) out.push(navigation.record);
  if (navigation) navigation.session = session;
  if (known.hasMissingBatches && hasUnknownStream(known, records)) {
    known.hasMissingBatches = false;
    out.push({ kind: 'gap', t, reason: 'late', detail: 'the beginning was not recorded' });
  }
  if (known.hasUnrecorded) {
    known.hasUnrecorded = false;
    out.push({ kind: 'gap', t, reason: 'late', detail: known.reason });
  }
  for (const [number, stream] of known.open) {
    out.push(...missingOfStream(number, stream, { session, t, reason: known.reason }));
    stream.session = session;
    stream.missed = false;
    if (stream.end) known.open.delete(number);
  }
  // A longer batch would be rejected by every reader.
  return JSON.stringify(out).length <= BATCH_LENGTH_MAX
    ? out
    : out.map((record) => (record.kind === 'open' ? withoutBody(record, 0) : record));
}

export interface ContextHolder {
  context: SessionContext | undefined;
  /** An earlier background wrote to this session up to `n`: the store is read back only for another session. */
  inherited: { readonly session: string | undefined; readonly n: number } | undefined;
}

/** Records that must precede a batch in its session, usually none. Must be called once per batch, in order. */
export async function takeMissing(
  store: Store,
  holder: ContextHolder,
  entry: SessionEntry,
  records: readonly CapturedRecord[],
): Promise<readonly CapturedRecord[]> {
  const { sender, n, session, unwanted } = entry;
  const last = holder.inherited;
  const isNext = last !== undefined && last.session === session && n <= last.n + 1;
  const newest = last?.session === undefined ? -1 : last.n;
  // If the store cannot be read, writing reports it.
  let known = isNext
    ? undefined
    : (holder.context ?? (await recall(store, entry, newest).catch(() => undefined)));
  // The bridge sends everything: nothing needs to be read back later.
  if (!known && !isNext && n === 0) known = emptyContext(sender, unwanted ?? OFF);
  if (!known) {
    holder.inherited = { session, n: Math.max(n, last?.n ?? -1) };
    return [];
  }
  // The store drops repeated batches.
  if (n <= known.n) return [];
  // The bridge itself reports lost batches.
  if (records.some((record) => record.kind === 'gap' && record.stream === undefined))
    known.hasMissingBatches = false;
  if (unwanted !== undefined) known.reason = unwanted;
  const missing = session === undefined ? [] : missingOf(known, session, records);
  known.n = n;
  known.t = records.at(-1)?.t ?? known.t;
  if (n === 0 && session !== undefined) known.isFromStart = true;
  followRecords(known, session, records);
  holder.inherited = undefined;
  holder.context = known;
  return missing;
}

export function missingNow(known: SessionContext, session: string): readonly CapturedRecord[] {
  // Each was in an unrecorded batch, and none was recorded since: its number is free.
  const isMissing = (stream: ContextStream) => stream.missed || stream.end || stream.session === undefined;
  return known.hasUnrecorded || [...known.open.values()].some(isMissing) ? missingOf(known, session, []) : [];
}

/** True if streams are open; undefined unless all are known. */
export function isReading({ context }: Pick<ContextHolder, 'context'>): boolean | undefined {
  return context?.isFromStart ? [...context.open.values()].some(({ end }) => end === undefined) : undefined;
}
