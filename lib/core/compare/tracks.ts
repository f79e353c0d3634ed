// Sorts the events of one side into tracks (a run, a subagent in it, events outside of runs) and their entities.
import { lastMessage } from '@/lib/core/agui/request-facts';
import type { Alignable } from '@/lib/core/compare/align';
import type { Lasting } from '@/lib/core/compare/concurrent-order';
import { createNumbers, kindOf, normalizedContent } from '@/lib/core/compare/event-content';
import type { Comparable } from '@/lib/core/compare/likeness';
import type { Ignorable, Item, Side } from '@/lib/core/compare/types';
import { type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import type { Steps } from '@/lib/core/json/steps';
import { withoutQuery } from '@/lib/core/json/url';
import type { Log } from '@/lib/core/log/log';
import type { LoggedEvent } from '@/lib/core/log/types';
import type { MessageEntry, Model, Run } from '@/lib/core/model/types';

export interface TrackItem extends Item, Alignable {
  /** Position of its track on its side. */
  readonly track: number;
  /** Ids, in the order of their numbers in the content. */
  readonly ids: readonly string[];
}

/** The items of one message, call, step, activity or subagent. Any other event is an entity of its own. */
export interface Entity extends Alignable {
  readonly items: readonly TrackItem[];
}

export interface Track extends Comparable {
  readonly entities: readonly Entity[];
  readonly start: number;
  readonly end: number;
}

interface DraftItem {
  readonly seq: number;
  readonly type: string;
  event: JsonObject;
}

interface DraftTrack {
  readonly sort: string;
  /** Address and newest message of the run's request. */
  readonly name: string;
  readonly lifetime: () => Lifetime | undefined;
  readonly entities: DraftItem[][];
  readonly byNumber: Map<number, DraftItem[]>;
  /** Number of the newest call with an id. */
  readonly calls: Map<string, number>;
  /** Texts and arguments that may continue, by id and type. */
  readonly open: Map<string, Map<string, DraftItem>>;
}

/** Types of partial texts. */
const PART = /_(?:CONTENT|ARGS|CHUNK)$/;

/** The newest message of a request, without its id. */
function newestMessageOf(input: JsonObject | undefined): string {
  const newest = lastMessage(input);
  return newest === undefined ? '' : JSON.stringify([newest['role'] ?? null, newest['content'] ?? null]);
}

interface Lifetime extends Lasting {
  readonly name: string;
}

interface DraftTracks {
  readonly list: readonly DraftTrack[];
  of(logged: LoggedEvent, event: JsonObject): DraftTrack;
}

/** Index of each run in the model by its RUN_STARTED. */
type RunStarts = ReadonlyMap<number, number>;

export function startsOf({ runs }: Pick<Model, 'runs'>): RunStarts {
  const starts = [...runs].flatMap(({ index, startedSeq }) =>
    startedSeq === undefined ? [] : [[startedSeq, index] as const],
  );
  return new Map(starts);
}

/** Index of the run of an event; undefined outside of the runs of the model. */
function runAt(log: Log, starts: RunStarts, seq: number): number | undefined {
  const start = log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq)?.firstSeq;
  return start === undefined ? undefined : starts.get(start);
}

/** Position of the last event of a run; -1 without one. */
export const lastSeqOf = ({ endSeq, lastSeq }: Run): number => endSeq ?? lastSeq ?? -1;

/** Returns a test: false for events of other runs. */
export function mayBeOf(log: Log, starts: RunStarts, run: Run): (seq: number) => boolean {
  // A joined run has more streams, without a RUN_STARTED of their own.
  return (seq) => (runAt(log, starts, seq) ?? run.index) === run.index;
}

/** Returns a test: true for messages that a run added to its thread, false for those of its request. */
export function isAddedBy(log: Log, starts: RunStarts, run: Run): (entry: MessageEntry) => boolean {
  const isOwn = mayBeOf(log, starts, run);
  return ({ via, firstSeq }) => via !== 'request' && firstSeq >= (run.startSeq ?? 0) && isOwn(firstSeq);
}

function createTracks(log: Log): DraftTracks {
  const list: DraftTrack[] = [];
  const byKey = new Map<string, DraftTrack>();
  const lifetimes = new Map<string, Lifetime>();
  const of: DraftTracks['of'] = ({ seq, stream, type, about }, event) => {
    const run = about?.runId ?? log.entities.runAt(stream.index, seq)?.firstSeq;
    const isOfParent = type.startsWith('SUBAGENT_');
    const subagent = stringOrEmpty(event[isOfParent ? 'parentSubagentRunId' : 'subagentRunId']);
    const keyOf = (id: string) => `${run ?? `stream ${stream.index}`} ${id}`;
    if (isOfParent) {
      const own = keyOf(stringOrEmpty(event['subagentRunId']));
      const { start, name } = lifetimes.get(own) ?? { start: seq, name: stringOrEmpty(event['name']) };
      lifetimes.set(own, { start, end: seq, name });
    }
    const key = keyOf(subagent);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const path = withoutQuery(stream.url ?? '');
    const track = {
      sort: subagent !== '' ? 'subagent' : run === undefined ? 'outside' : 'run',
      name: subagent !== '' ? '' : `${path} ${newestMessageOf(stream.input)}`,
      lifetime: () => lifetimes.get(key),
      ...{ entities: [], byNumber: new Map(), calls: new Map(), open: new Map() },
    };
    byKey.set(key, track);
    list.push(track);
    return track;
  };
  return { list, of };
}

/** The entity of an event. A run is not an entity, as it contains all others. */
function entityOf(log: Log, track: DraftTrack, { seq, type, event }: DraftItem): DraftItem[] {
  const callId = type.startsWith('TOOL_CALL_') ? stringOrEmpty(event['toolCallId']) : '';
  // A result belongs to the newest call of its id.
  const number = log.entityOf(seq) || (track.calls.get(callId) ?? 0);
  if (callId !== '') track.calls.set(callId, number);
  const isOwn = number !== 0 && log.entities.at(number)?.kind !== 'run';
  const known = isOwn ? track.byNumber.get(number) : undefined;
  if (known !== undefined) return known;
  const entity: DraftItem[] = [];
  track.entities.push(entity);
  if (isOwn) track.byNumber.set(number, entity);
  return entity;
}

/** Adds an event to its track; true if it is an item of its own. */
function addTo(log: Log, track: DraftTrack, item: DraftItem): boolean {
  const { event, type } = item;
  const id = stringOrEmpty(event['messageId']) || stringOrEmpty(event['toolCallId']);
  const isPart = PART.test(type);
  const before = isPart ? track.open.get(id)?.get(type) : undefined;
  if (before !== undefined && typeof event['delta'] === 'string') {
    before.event = { ...before.event, delta: stringOrEmpty(before.event['delta']) + event['delta'] };
    return false;
  }
  entityOf(log, track, item).push(item);
  if (isPart) track.open.set(id, (track.open.get(id) ?? new Map()).set(type, item));
  else track.open.delete(id);
  return true;
}

function entityFrom(draft: readonly DraftItem[], track: number, ignored: ReadonlySet<Ignorable>): Entity {
  const numberOf = createNumbers();
  const withoutIds = new Set<Ignorable>([...ignored, 'ids', 'times']);
  const items = draft.map(({ seq, type, event }): TrackItem => {
    const ids: string[] = [];
    const numberIn = (id: string): string => {
      ids.push(id);
      return numberOf(id);
    };
    const content = normalizedContent(event, ignored, numberIn);
    const loose = withoutIds.size === ignored.size ? content : normalizedContent(event, withoutIds, numberOf);
    const kind = kindOf(event, type);
    return { track, seq, type, content, ids, keys: [content, loose, kind], start: seq, end: seq };
  });
  const keys = [0, 1].map((level) => items.map((item) => item.keys[level]).join('\n'));
  const [start, end] = [items[0]?.seq ?? 0, items.at(-1)?.seq ?? 0];
  return { items, keys: [...keys, items[0]?.keys[2] ?? ''], start, end };
}

export function* readTracks(
  side: Side,
  starts: RunStarts,
  ignored: ReadonlySet<Ignorable>,
): Steps<readonly Track[]> {
  const { log, run } = side;
  const drafts = createTracks(log);
  const [from = 0] = [...starts].find(([, index]) => index === run) ?? [];
  let count = 0;
  for (let seq = from; seq < log.length; seq++) {
    yield seq / log.length / 2;
    if (run !== undefined && runAt(log, starts, seq) !== run) continue;
    const logged = log.typeOf(seq) === '' ? undefined : log.at(seq);
    if (logged?.event === undefined) continue;
    const { event, type } = logged;
    const track = drafts.of(logged, event);
    if (addTo(log, track, { seq, type, event })) count++;
  }
  const tracks: Track[] = [];
  let done = 0;
  for (const [at, { sort, name, lifetime, entities: draft }] of drafts.list.entries()) {
    const entities: Entity[] = [];
    for (const items of draft) {
      entities.push(entityFrom(items, at, ignored));
      done += items.length;
      yield 0.5 + done / count / 2;
    }
    const own = lifetime();
    const start = own?.start ?? entities[0]?.start ?? 0;
    const end = entities.reduce((last, entity) => Math.max(last, entity.end), own?.end ?? 0);
    const parts = new Set([own?.name ?? name, ...entities.map(({ keys: [content = ''] }) => content)]);
    tracks.push({ sort, parts, entities, start, end });
  }
  return tracks.toSorted((a, b) => a.start - b.start);
}

export function joinTracks(tracks: readonly Track[]): readonly Track[] {
  const entities = tracks.flatMap((track) => track.entities).toSorted((a, b) => a.start - b.start);
  return [{ sort: 'all', parts: new Set(), entities, start: 0, end: entities.at(-1)?.end ?? 0 }];
}
