// The events of one side as they are compared: by what goes on at its own pace (a run, a subagent in it), by what they
// belong to (a message, a call), and the parts of a text as one item.
import type { JsonObject } from '@/lib/agui/json';
import { contentOf, createNumbers, kindOf } from '@/lib/compare/items';
import { type RunStarts, runAt } from '@/lib/compare/run-parts';
import type { Steps } from '@/lib/compare/steps';
import type { Ignorable, Item, Side } from '@/lib/compare/types';
import type { Log } from '@/lib/log/log';
import type { LoggedEvent, Stream } from '@/lib/log/types';

/** An item, and where it stands. */
export interface Placed extends Item {
  /** Its place among all items of its side. */
  readonly at: number;
  /** Its ids, in the order in which its content has their numbers. */
  readonly ids: readonly string[];
}

/** The items of one message, call, step … in one strand. */
export interface Entity {
  readonly items: readonly Placed[];
}

/** What goes on at its own pace: a run, a subagent in it, what is outside of runs; or all of it, one after another. */
export interface Strand {
  readonly sort: 'run' | 'subagent' | 'outside' | 'all';
  readonly id: string;
  readonly stream: Stream | undefined;
  readonly entities: readonly Entity[];
}

const PART = /_(?:CONTENT|ARGS|CHUNK)$/;
/** What begins anew what had its id before. */
const START = /(?:^|_)(?:START|STARTED)$/;
/** The beginnings of types, the entities that they make, and the member that tells one from others of its kind. */
const ENTITIES: readonly (readonly [type: string, kind: string, member: string])[] = [
  ['TOOL_CALL_', 'call', 'toolCallId'],
  ['TEXT_MESSAGE_', 'text', 'messageId'],
  ['REASONING_', 'reasoning', 'messageId'],
  ['ACTIVITY_', 'activity', 'messageId'],
  ['STEP_', 'step', 'stepName'],
  ['SUBAGENT_', 'subagent', 'subagentRunId'],
];

/** The entity that an event is part of; undefined if it is one of its own. */
function entityOf(event: JsonObject, type: string): string | undefined {
  const [, kind, member = ''] = ENTITIES.find(([start]) => type.startsWith(start)) ?? [];
  const id = event[member];
  return typeof id === 'string' ? `${kind} ${id}` : undefined;
}

function idOf(event: JsonObject): string {
  const id = event['messageId'] ?? event['toolCallId'];
  return typeof id === 'string' ? id : '';
}

interface Making {
  readonly seq: number;
  readonly type: string;
  readonly kind: string;
  readonly entity: MakingEntity;
  event: JsonObject;
}

interface MakingEntity {
  readonly items: Placed[];
  readonly numberOf: (id: string) => string;
}

interface MakingStrand extends Strand {
  readonly entities: MakingEntity[];
  /** What is open in it: by what it is part of and its type. */
  readonly open: Map<string, Map<string, Making>>;
  readonly known: Map<string, MakingEntity>;
}

/** Says in which strand an event is. */
export type StrandAt = (seq: number) => Strand | undefined;

/** The strands of a side. */
export interface Strands {
  readonly all: readonly Strand[];
  readonly at: StrandAt;
}

interface MakingStrands {
  readonly all: ReadonlyMap<string, MakingStrand>;
  of(read: LoggedEvent, event: JsonObject): MakingStrand;
  known(read: LoggedEvent, event: JsonObject): MakingStrand | undefined;
}

/** The strands of a log as they are met. */
function createStrands(log: Log): MakingStrands {
  const all = new Map<string, MakingStrand>();
  const whereOf = ({ seq, stream, type, about }: LoggedEvent, event: JsonObject) => {
    const run = about?.runId ?? log.entities.runAt(stream.index, seq)?.firstSeq;
    const subagent = event[type.startsWith('SUBAGENT_') ? 'parentSubagentRunId' : 'subagentRunId'];
    const id = typeof subagent === 'string' ? subagent : '';
    const sort: Strand['sort'] = id !== '' ? 'subagent' : run === undefined ? 'outside' : 'run';
    return { sort, id, key: `${run ?? `stream ${stream.index}`} ${id}` };
  };
  return {
    all,
    of(read, event) {
      const { sort, id, key } = whereOf(read, event);
      const known = all.get(key);
      if (known !== undefined) return known;
      const { stream } = read;
      const made: MakingStrand = { sort, id, stream, entities: [], open: new Map(), known: new Map() };
      all.set(key, made);
      return made;
    },
    known: (read, event) => all.get(whereOf(read, event).key),
  };
}

function entityIn(strand: MakingStrand, event: JsonObject, type: string): MakingEntity {
  const name = entityOf(event, type);
  const known = name === undefined || START.test(type) ? undefined : strand.known.get(name);
  if (known !== undefined) return known;
  const entity: MakingEntity = { items: [], numberOf: createNumbers() };
  strand.entities.push(entity);
  if (name !== undefined) strand.known.set(name, entity);
  return entity;
}

/** The strands of one side. */
export function* strandsOf(side: Side, starts: RunStarts, ignored: ReadonlySet<Ignorable>): Steps<Strands> {
  const { log, run } = side;
  const strands = createStrands(log);
  const items: Making[] = [];
  const [from = 0] = [...starts].find(([, index]) => index === run) ?? [];
  for (let seq = from; seq < log.length; seq++) {
    yield seq / log.length / 2;
    if (run !== undefined && runAt(log, starts, seq) !== run) continue;
    const read = log.typeOf(seq) === '' ? undefined : log.at(seq);
    if (read?.event === undefined) continue;
    const { event, type } = read;
    const strand = strands.of(read, event);
    const id = idOf(event);
    const isPart = PART.test(type);
    const before = isPart ? strand.open.get(id)?.get(type) : undefined;
    const delta = event['delta'];
    if (before !== undefined && typeof delta === 'string') {
      before.event = { ...before.event, delta: `${String(before.event['delta'] ?? '')}${delta}` };
      continue;
    }
    const item = { seq, type, kind: kindOf(event, type), event, entity: entityIn(strand, event, type) };
    items.push(item);
    if (isPart) strand.open.set(id, (strand.open.get(id) ?? new Map()).set(type, item));
    else strand.open.delete(id);
  }
  for (const [at, { event, entity, ...item }] of items.entries()) {
    const ids: string[] = [];
    const numberOf = (id: string): string => {
      ids.push(id);
      return entity.numberOf(id);
    };
    entity.items.push({ ...item, content: contentOf(event, ignored, numberOf), at, ids });
    yield 0.5 + at / items.length / 2;
  }
  const at: StrandAt = (seq) => {
    const read = log.at(seq);
    return read?.event && strands.known(read, read.event);
  };
  return { all: [...strands.all.values()], at };
}

const firstOf = ({ items: [first] }: Entity): number => first?.at ?? 0;

/** Whether anything goes on at the same time as another. */
export function areAtOnce({ all }: Strands): boolean {
  let over = -1;
  return all.some(({ entities }) => {
    const [first] = entities;
    const isBefore = first !== undefined && firstOf(first) < over;
    for (const { items } of entities) over = Math.max(over, items.at(-1)?.at ?? 0);
    return isBefore;
  });
}

/** All strands as one. */
export function asOne({ all }: Strands): Strands {
  const entities = all.flatMap((strand) => strand.entities).toSorted((a, b) => firstOf(a) - firstOf(b));
  const one: Strand = { sort: 'all', id: '', stream: undefined, entities };
  return { all: [one], at: () => one };
}
