// Groups events: the deltas of one message, tool call or reasoning, both ends of a step or run. Derived as the events
// arrive, so that a list can fold a million of them without reading any again.
import { type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import { firstIndex } from '@/lib/core/json/sorted';
import { GrowingNumbers } from '@/lib/core/log/growing-numbers';

const KINDS = ['text', 'tool', 'reasoning', 'activity', 'step', 'subagent', 'run'] as const;
type EntityKind = (typeof KINDS)[number];

/** A message, call, step … in one stream, from its first event to its end. */
interface LogEntity {
  readonly kind: EntityKind;
  readonly firstSeq: number;
  /** The event that ended it; -1 while it is open. */
  readonly endSeq: number;
}

type RolePart = 'start' | 'middle' | 'end';

interface EventRole {
  readonly kind: EntityKind;
  readonly part: RolePart;
  /** The property that identifies the entity; without it, the event belongs to the newest entity of its kind. */
  readonly key: string | undefined;
}

function role(kind: EntityKind, part: RolePart, key?: string): EventRole {
  return { kind, part, key };
}

const ROLES: ReadonlyMap<string, EventRole> = new Map([
  ['TEXT_MESSAGE_START', role('text', 'start', 'messageId')],
  ['TEXT_MESSAGE_CONTENT', role('text', 'middle', 'messageId')],
  ['TEXT_MESSAGE_CHUNK', role('text', 'middle', 'messageId')],
  ['TEXT_MESSAGE_END', role('text', 'end', 'messageId')],
  ['TOOL_CALL_START', role('tool', 'start', 'toolCallId')],
  ['TOOL_CALL_ARGS', role('tool', 'middle', 'toolCallId')],
  ['TOOL_CALL_CHUNK', role('tool', 'middle', 'toolCallId')],
  ['TOOL_CALL_END', role('tool', 'end', 'toolCallId')],
  // The span around reasoning messages often shares their id: both are one entity.
  ['REASONING_START', role('reasoning', 'start', 'messageId')],
  ['REASONING_MESSAGE_START', role('reasoning', 'middle', 'messageId')],
  ['REASONING_MESSAGE_CONTENT', role('reasoning', 'middle', 'messageId')],
  ['REASONING_MESSAGE_CHUNK', role('reasoning', 'middle', 'messageId')],
  ['REASONING_MESSAGE_END', role('reasoning', 'middle', 'messageId')],
  ['REASONING_END', role('reasoning', 'end', 'messageId')],
  ['THINKING_START', role('reasoning', 'start')],
  ['THINKING_TEXT_MESSAGE_START', role('reasoning', 'middle')],
  ['THINKING_TEXT_MESSAGE_CONTENT', role('reasoning', 'middle')],
  ['THINKING_TEXT_MESSAGE_END', role('reasoning', 'middle')],
  ['THINKING_END', role('reasoning', 'end')],
  ['ACTIVITY_SNAPSHOT', role('activity', 'middle', 'messageId')],
  ['ACTIVITY_DELTA', role('activity', 'middle', 'messageId')],
  ['STEP_STARTED', role('step', 'start', 'stepName')],
  ['STEP_FINISHED', role('step', 'end', 'stepName')],
  ['SUBAGENT_STARTED', role('subagent', 'start', 'subagentRunId')],
  ['SUBAGENT_FINISHED', role('subagent', 'end', 'subagentRunId')],
  ['SUBAGENT_ERROR', role('subagent', 'end', 'subagentRunId')],
  ['RUN_STARTED', role('run', 'start')],
  ['RUN_FINISHED', role('run', 'end')],
  ['RUN_ERROR', role('run', 'end')],
]);

/** Kinds whose events the list may fold into one row. */
const FOLDED: ReadonlySet<EntityKind> = new Set(['text', 'tool', 'reasoning', 'activity']);

/** Limits memory: a server may send a new id with each event. */
const MAX = 1_000_000;

/** The entities of all streams, numbered from 1 in order of their first events; 0 means none. */
export class Entities {
  // Per entity: the index of its kind, and the other fields of Entity.
  readonly #kinds = new GrowingNumbers();
  readonly #first = new GrowingNumbers();
  readonly #end = new GrowingNumbers();
  // Per stream: numbers by kind and id; the newest of a kind is under the empty id.
  readonly #streams: Map<EntityKind, Map<string, number>>[] = [];
  // Per stream: numbers of its runs, ascending.
  readonly #runs: number[][] = [];
  // Entity of the newest event: most events continue it.
  #lastStream = -1;
  #lastKind: EntityKind | undefined;
  #lastId = '';
  #lastNumber = 0;
  // The newest call with an id: its result may arrive in another stream.
  readonly #calls = new Map<string, number>();
  // Starts of subagents by id, in order: some servers use an id again in each run.
  readonly #subagents = new Map<string, { readonly seq: number; readonly name: string }[]>();

  at(number: number): LogEntity | undefined {
    const kind = this.#kindOf(number);
    if (kind === undefined) return undefined;
    return { kind, firstSeq: this.#first.at(number - 1), endSeq: this.#end.at(number - 1) };
  }

  #kindOf(number: number): EntityKind | undefined {
    return number < 1 || number > this.#kinds.length ? undefined : KINDS[this.#kinds.at(number - 1)];
  }

  isFolded(number: number): boolean {
    const kind = this.#kindOf(number);
    return kind !== undefined && FOLDED.has(kind);
  }

  firstRunOf(stream: number): LogEntity | undefined {
    return this.at(this.#runs[stream]?.[0] ?? 0);
  }

  /** The newest run of a stream that began at or before an event. */
  runAt(stream: number, seq: number): LogEntity | undefined {
    const runs = this.#runs[stream] ?? [];
    const next = firstIndex(runs.length, (index) => (this.at(runs[index] ?? 0)?.firstSeq ?? 0) > seq);
    return this.at(runs[next - 1] ?? 0);
  }

  /** Number of the newest call with an id; 0 if there is none. */
  callOf(toolCallId: string): number {
    return this.#calls.get(toolCallId) ?? 0;
  }

  /** Name of the subagent that has an id at an event; '' if unknown. */
  subagentName(subagentRunId: string, seq: number): string {
    const starts = this.#subagents.get(subagentRunId) ?? [];
    const next = firstIndex(starts.length, (index) => (starts[index]?.seq ?? 0) > seq);
    return starts[Math.max(0, next - 1)]?.name ?? '';
  }

  /** Adds an event; returns the number of the entity it belongs to. */
  take(stream: number, seq: number, type: string, event: JsonObject): number {
    const where = ROLES.get(type);
    if (where === undefined) return 0;
    const { kind, part, key } = where;
    const id = key === undefined ? '' : stringOrEmpty(event[key]);
    if (part === 'middle' && kind === this.#lastKind && stream === this.#lastStream && id === this.#lastId)
      return this.#lastNumber;
    const byId = this.#open(stream, kind);
    const own = part === 'start' ? undefined : byId.get(id);
    const known = own ?? (kind === 'activity' ? this.#drawing(stream, event) : undefined);
    const number = known ?? this.#begin(kind, seq);
    if (own === undefined) byId.set(id, number);
    if (known === undefined) {
      if (kind === 'tool') this.#calls.set(id, number);
      else if (kind === 'subagent' && part === 'start') this.#nameSubagent(id, seq, event);
      else if (kind === 'run') {
        this.#runs[stream] ??= [];
        this.#runs[stream].push(number);
      }
    }
    if (id !== '') byId.set('', number);
    if (part === 'end' && number > 0) this.#end.set(number - 1, seq);
    this.#lastStream = stream;
    this.#lastKind = kind;
    this.#lastId = id;
    this.#lastNumber = number;
    return number;
  }

  #nameSubagent(id: string, seq: number, event: JsonObject): void {
    const name = stringOrEmpty(event['name']).trim();
    if (id === '' || name === '') return;
    const starts = this.#subagents.get(id) ?? [];
    starts.push({ seq, name });
    this.#subagents.set(id, starts);
  }

  /** The open call whose arguments an activity renders: a user interface sent as data. */
  #drawing(stream: number, { activityType }: JsonObject): number | undefined {
    if (typeof activityType !== 'string' || !/^a2ui/i.test(activityType)) return undefined;
    const call = this.#open(stream, 'tool').get('');
    return call !== undefined && this.at(call)?.endSeq === -1 ? call : undefined;
  }

  #open(stream: number, kind: EntityKind): Map<string, number> {
    const kinds = this.#streams[stream] ?? new Map<EntityKind, Map<string, number>>();
    this.#streams[stream] = kinds;
    const open = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, open);
    return open;
  }

  #begin(kind: EntityKind, seq: number): number {
    if (this.#kinds.length >= MAX) return 0;
    this.#kinds.push(KINDS.indexOf(kind));
    this.#first.push(seq);
    this.#end.push(-1);
    return this.#kinds.length;
  }
}
