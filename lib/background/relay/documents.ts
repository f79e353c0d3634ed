// What a session lacks of documents that it does not have from the start. A stream continues when the user clears the
// panel, or turns Record off and on: its later chunks then go to a session that knows neither the document's clock
// nor the request, or nothing of what came in between. So the document's next batch is preceded by what the session
// lacks: the navigation, each stream still open, and a gap where something is missing. When capture is turned on again
// this happens at once, because no batch may follow. The memory is small and may die with the background; then the
// store is read back, where a missing number means a batch that was not recorded.
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

/** Who sent a batch: taken from the port, never from the message. */
export interface BridgeSender {
  readonly tab: number;
  readonly frameId: number;
  readonly private: boolean;
  /** Match pattern of the document's origin; undefined where it has none of its own. */
  readonly site?: string;
}

/** A batch on its way into a session. */
interface Entry {
  readonly sender: BridgeSender;
  readonly doc: string;
  readonly n: number;
  /** Undefined for a batch that is not recorded. */
  readonly session: string | undefined;
  /** Why it is not. */
  readonly unwanted?: string;
}

/** The documents of all tabs. */
interface Documents {
  /** What must precede a batch in its session: often nothing. Each batch is passed in once, in order. */
  readonly take: (
    store: Store,
    entry: Entry,
    records: readonly CapturedRecord[],
  ) => Promise<readonly CapturedRecord[]>;
  /** What a session lacks of documents that are recorded again, with the newest number of each. */
  readonly resume: (session: string, isWanted: (sender: BridgeSender) => boolean) => readonly Owed[];
}

/** What a session lacks of a document. */
interface Owed {
  readonly sender: BridgeSender;
  readonly doc: string;
  readonly n: number;
  readonly records: readonly CapturedRecord[];
}

/** A record, and the session that has it. */
interface Held<R> {
  readonly record: R;
  /** The session that has the record; undefined if none does. */
  session: string | undefined;
}

/** The record after which nothing more of its stream follows. */
type End = CloseRecord | GapRecord;

interface Stream extends Held<OpenRecord> {
  /** True once its session has data of the stream that another session will lack. */
  begun: boolean;
  /** True if data of the stream passed unrecorded and its session has not been told. */
  missed: boolean;
  /** How it ended, if that passed unrecorded. */
  end?: End;
}

interface Known {
  readonly sender: BridgeSender;
  /** Time of the newest record. */
  t: number;
  /** Number of the newest batch. */
  n: number;
  navigation: Held<NavigationRecord> | undefined;
  readonly open: Map<number, Stream>;
  /** True if missing batches may have opened streams that are unknown. */
  isHoley: boolean;
  /** Why what was missed was not recorded. */
  why: string;
}

/** Why a document is not recorded. */
export const OFF = 'capture was off';

// Beyond these limits the oldest documents and streams are forgotten; a forgotten document is read back when needed.
const DOCUMENTS_MAX = 256;
const STREAMS_MAX = 64;
// Longer request bodies are left out: the session with the beginning has them, and here they would be held for every
// open stream.
const BODY_MAX = 16 * 1024;

/** Drops the oldest entry of a map that holds too many. */
function bound(map: Map<unknown, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max) map.delete(oldest);
}

/** An open record without its request body, if that is too long. */
function withoutBody(record: OpenRecord, max: number): OpenRecord {
  const { requestBody, ...rest } = record;
  if (requestBody === undefined || requestBody.length <= max) return record;
  return { requestBodyLength: requestBody.length, ...rest };
}

/** True for the last record of a stream. */
export const isEnd = (record: CapturedRecord): record is End =>
  record.kind === 'close' || (record.kind === 'gap' && record.reason === 'not-ag-ui');
const isData = ({ kind }: CapturedRecord): boolean => kind === 'chunk' || kind === 'frame';

/** Records that a stream ended unrecorded, if a session waits for its end. */
function endedUnseen(known: Known, stream: Stream, { detail: _, ...end }: End): void {
  if (stream.session === undefined) known.open.delete(end.stream ?? 0);
  else stream.end = end;
}

function note(known: Known, session: string | undefined, records: readonly CapturedRecord[]): void {
  for (const record of records) {
    if (record.kind === 'navigation') known.navigation = { record, session };
    if (record.kind === 'open') {
      // A request body that was not recorded stays that way.
      const kept = withoutBody(record, session === undefined ? 0 : BODY_MAX);
      known.open.set(record.stream, { record: kept, session, begun: false, missed: false });
      bound(known.open, STREAMS_MAX);
    }
    if (record.kind === 'navigation' || record.kind === 'open' || record.stream === undefined) continue;
    const stream = known.open.get(record.stream);
    if (!stream) continue;
    if (isData(record)) {
      if (session === undefined) stream.missed = true;
      else stream.begun = true;
    }
    if (!isEnd(record)) continue;
    if (session === undefined) endedUnseen(known, stream, record);
    else known.open.delete(record.stream);
  }
}

/**
 * The document as found in the store; undefined if the session has all of it up to this batch. `last` is the newest
 * number on its way into the store.
 */
async function recall(store: Store, entry: Entry, last: number): Promise<Known | undefined> {
  const { sender, doc, n, session } = entry;
  const why = entry.unwanted ?? OFF;
  const known: Known = { sender, t: 0, n: -1, navigation: undefined, open: new Map(), isHoley: false, why };
  const stored: { readonly session: string; readonly records: readonly CapturedRecord[] }[] = [];
  const begun = new Set<number>();
  for await (const batch of store.newestFirst(doc)) {
    known.n = Math.max(known.n, batch.n);
    known.isHoley = n > Math.max(known.n, last) + 1;
    if (stored.length === 0 && batch.session === session && !known.isHoley) return undefined;
    const records = parseBatch(batch.body) ?? [];
    for (const record of records)
      if (record.kind === 'chunk' || record.kind === 'frame') begun.add(record.stream);
    // Chunks and frames are most of it, and not needed.
    stored.push({ session: batch.session, records: records.filter((record) => !isData(record)) });
  }
  if (stored.length === 0) known.isHoley = n > last + 1;
  for (const batch of stored.reverse()) note(known, batch.session, batch.records);
  for (const [number, stream] of known.open) {
    stream.begun = begun.has(number);
    stream.missed = known.isHoley;
  }
  return known;
}

/** What a session lacks of a stream. */
function missingOfStream(
  number: number,
  stream: Stream,
  { session, t, why }: { readonly session: string; readonly t: number; readonly why: string },
): readonly CapturedRecord[] {
  const out: CapturedRecord[] = [];
  const gap = (detail: string): void => {
    out.push({ kind: 'gap', t, stream: number, reason: 'late', detail });
    stream.begun = true;
  };
  const before = stream.session;
  if (before !== session) {
    if (stream.end) return out;
    out.push(stream.record);
    if (before !== undefined && stream.begun) gap('the beginning is in the previous session');
  }
  if (before === undefined) gap('the beginning was not recorded');
  else if (stream.missed) gap(why);
  if (stream.end) out.push(stream.end);
  return out;
}

/** True if a record belongs to an unknown stream. */
function hasStranger({ open }: Known, records: readonly CapturedRecord[]): boolean {
  const opened = new Set(open.keys());
  for (const record of records) {
    if (record.kind === 'navigation' || record.stream === undefined) continue;
    if (record.kind === 'open') opened.add(record.stream);
    if (!opened.has(record.stream)) return true;
  }
  return false;
}

/** What a session lacks of a document before these records; from now on it counts as having it. */
function missingOf(
  known: Known,
  session: string,
  records: readonly CapturedRecord[],
): readonly CapturedRecord[] {
  const out: CapturedRecord[] = [];
  const t = records[0]?.t ?? known.t;
  const { navigation } = known;
  if (navigation && navigation.session !== session) out.push(navigation.record);
  if (navigation) navigation.session = session;
  if (known.isHoley && hasStranger(known, records)) {
    known.isHoley = false;
    out.push({ kind: 'gap', t, reason: 'late', detail: 'the beginning was not recorded' });
  }
  for (const [number, stream] of known.open) {
    out.push(...missingOfStream(number, stream, { session, t, why: known.why }));
    stream.session = session;
    stream.missed = false;
    if (stream.end) known.open.delete(number);
  }
  // A longer batch would be rejected by every reader.
  return JSON.stringify(out).length <= BATCH_LENGTH_MAX
    ? out
    : out.map((record) => (record.kind === 'open' ? withoutBody(record, 0) : record));
}

/** Creates an empty memory of documents. */
export function createDocuments(): Documents {
  const documents = new Map<string, Known>();
  /** Documents that an earlier background knew, with the session that has them and the newest number. */
  const inherited = new Map<string, { readonly session: string | undefined; readonly n: number }>();

  return {
    async take(store, entry, records) {
      const { doc, n, session, unwanted } = entry;
      const last = inherited.get(doc);
      const isNext = last !== undefined && last.session === session && n <= last.n + 1;
      // If the store cannot be read, writing to it will report that.
      const newest = last?.session === undefined ? -1 : last.n;
      const known = isNext
        ? undefined
        : (documents.get(doc) ?? (await recall(store, entry, newest).catch(() => undefined)));
      if (!known) {
        inherited.set(doc, { session, n: Math.max(n, last?.n ?? -1) });
        bound(inherited, DOCUMENTS_MAX);
        return [];
      }
      // The store drops a batch that arrives again; it must not change what is known.
      if (n <= known.n) return [];
      // The bridge itself reports what it could not keep.
      if (records.some((record) => record.kind === 'gap' && record.stream === undefined))
        known.isHoley = false;
      if (unwanted !== undefined) known.why = unwanted;
      const missing = session === undefined ? [] : missingOf(known, session, records);
      known.n = n;
      known.t = records.at(-1)?.t ?? known.t;
      note(known, session, records);
      inherited.delete(doc);
      documents.delete(doc);
      documents.set(doc, known);
      bound(documents, DOCUMENTS_MAX);
      return missing;
    },
    resume(session, isWanted) {
      const out: Owed[] = [];
      for (const [doc, known] of documents) {
        const { sender, n, open } = known;
        // Any of these was in a batch that was not recorded, and nothing was recorded since, so its number is free.
        const isOwed = (stream: Stream) => stream.missed || stream.end || stream.session === undefined;
        if (!isWanted(sender) || ![...open.values()].some(isOwed)) continue;
        const records = missingOf(known, session, []);
        if (records.length > 0) out.push({ sender, doc, n, records });
      }
      return out;
    },
  };
}
