// What a session must be told of documents that began in another one. A stream goes on when the user clears the panel:
// its later chunks come into a session that knows neither the document's clock nor the request. So the first batch
// that a document writes into a session is preceded by what the session lacks: the navigation, and each stream that is
// still open with a gap behind it. The memory is small and may die with the background; then the store is read back.
import { BATCH_LENGTH_MAX, PREAMBLE_FROM } from '../wire/limits';
import { parseBatch } from '../wire/parse-batch';
import type { CapturedRecord, NavigationRecord, OpenRecord } from '../wire/records';
import type { Store } from '../wire/store';

/** A batch on its way into a session. */
export interface Entry {
  readonly doc: string;
  readonly n: number;
  /** Undefined for a batch that is not recorded. */
  readonly session: string | undefined;
}

/** The documents of all tabs. */
export interface Documents {
  /** What has to stand before a batch in its session: often nothing. Each batch is given once, in order. */
  readonly take: (
    store: Store,
    entry: Entry,
    records: readonly CapturedRecord[],
  ) => Promise<readonly CapturedRecord[]>;
}

interface Told<R> {
  readonly record: R;
  /** The session that has the record; undefined where none has. */
  session: string | undefined;
}

interface Known {
  /** Number of the newest batch. */
  n: number;
  navigation: Told<NavigationRecord> | undefined;
  readonly open: Map<number, Told<OpenRecord>>;
}

// Documents and streams beyond these are forgotten, the oldest first; a forgotten document is read back when needed.
const DOCUMENTS_MAX = 256;
const STREAMS_MAX = 64;
// A longer request body is in the session that has the beginning; here it would be kept for every open stream.
const BODY_MAX = 16 * 1024;

/** Drops the oldest entry of a map that holds too many. */
function bound(map: Map<unknown, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max) map.delete(oldest);
}

/** An open record whose request body is short, or left out. */
function withoutBody(record: OpenRecord, max: number): OpenRecord {
  const { requestBody, ...rest } = record;
  if (requestBody === undefined || requestBody.length <= max) return record;
  return { requestBodyLength: requestBody.length, ...rest };
}

/** True for the record after which nothing of its stream follows. */
const isEnd = (record: CapturedRecord): record is Extract<CapturedRecord, { kind: 'close' | 'gap' }> =>
  record.kind === 'close' || (record.kind === 'gap' && record.reason === 'not-ag-ui');

function note(known: Known, session: string | undefined, records: readonly CapturedRecord[]): void {
  for (const record of records) {
    if (record.kind === 'navigation') known.navigation = { record, session };
    if (record.kind === 'open') {
      // What was sent while nothing was recorded stays unrecorded.
      const kept = withoutBody(record, session === undefined ? 0 : BODY_MAX);
      known.open.set(record.stream, { record: kept, session });
      bound(known.open, STREAMS_MAX);
    }
    if (isEnd(record) && record.stream !== undefined) known.open.delete(record.stream);
  }
}

/** The document as the store has it; undefined where the session has the newest of it already. */
async function recall(store: Store, { doc, session }: Entry): Promise<Known | undefined> {
  const known: Known = { n: -1, navigation: undefined, open: new Map() };
  const stored: { readonly session: string; readonly records: readonly CapturedRecord[] }[] = [];
  for await (const batch of store.before(doc, PREAMBLE_FROM)) {
    if (stored.length === 0 && batch.session === session) return undefined;
    known.n = Math.max(known.n, batch.n);
    // Chunks are most of it, and not needed.
    const records = parseBatch(batch.body)?.filter(({ kind }) => kind !== 'chunk' && kind !== 'frame') ?? [];
    stored.push({ session: batch.session, records });
  }
  for (const batch of stored.reverse()) note(known, batch.session, batch.records);
  return known;
}

/** What a session lacks of a document; it counts as told from now on. */
function tell(known: Known, session: string, t: number): readonly CapturedRecord[] {
  const out: CapturedRecord[] = [];
  const { navigation } = known;
  if (navigation && navigation.session !== session) out.push(navigation.record);
  for (const [stream, { record, session: before }] of known.open) {
    if (before === session) continue;
    const detail = before ? 'the beginning is in the session before' : 'the beginning was not recorded';
    out.push(record, { kind: 'gap', t, stream, reason: 'late', detail });
  }
  for (const told of [navigation, ...known.open.values()]) if (told) told.session = session;
  // No batch may be longer, or nobody reads it.
  return JSON.stringify(out).length <= BATCH_LENGTH_MAX
    ? out
    : out.map((record) => (record.kind === 'open' ? withoutBody(record, 0) : record));
}

/** Knows no document yet. */
export function createDocuments(): Documents {
  const documents = new Map<string, Known>();
  /** Documents that an earlier background knew, with the session that has them. */
  const going = new Map<string, string | undefined>();

  return {
    async take(store, entry, records) {
      const { doc, n, session } = entry;
      if (going.has(doc) && going.get(doc) === session) return [];
      // A store that cannot be read will say so when it is written.
      const known = documents.get(doc) ?? (await recall(store, entry).catch(() => undefined));
      if (!known) {
        going.set(doc, session);
        bound(going, DOCUMENTS_MAX);
        return [];
      }
      // A batch that comes again is dropped by the store, and must not change what is known.
      if (n <= known.n) return [];
      const missing = session === undefined ? [] : tell(known, session, records[0]?.t ?? 0);
      known.n = n;
      note(known, session, records);
      going.delete(doc);
      documents.delete(doc);
      documents.set(doc, known);
      bound(documents, DOCUMENTS_MAX);
      return missing;
    },
  };
}
