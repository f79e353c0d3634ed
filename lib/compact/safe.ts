// Compaction that a replay cannot tell from the original: deltas move forward into an earlier delta of the same
// entity, everything else stays where it is. So openers keep their order, ends and terminals their places.
// The result is replayed and compared before it is handed out.

import type { Event } from '@ag-ui/core';
import { type Metadata, mergeMetadata } from '@ag-ui/core';
import { type EventTypeName, isEventType } from '@/lib/agui/events';
import { isPlainlyValid } from '@/lib/agui/fields';
import type { Json, JsonObject } from '@/lib/agui/json';
import { essence, replay, toLogged } from '@/lib/compact/replay';
import { expand } from '@/lib/model/expand';
import { modelFold } from '@/lib/model/model';
import type { Lane } from '@/lib/model/nodes';
import type { Model } from '@/lib/model/types';

/** The compacted log, or one sentence that says why there is none. */
export type Compacted = { readonly events: JsonObject[] } | { readonly refused: string };

type Draft = Record<string, Json>;

/** An earlier delta that later ones may join. */
interface Host {
  readonly event: Draft;
  readonly deltas: string[];
  readonly type: string;
  readonly tag: Json | undefined;
}

const ID_KEYS: Readonly<Record<string, 'messageId' | 'toolCallId'>> = {
  TEXT_MESSAGE_CONTENT: 'messageId',
  REASONING_MESSAGE_CONTENT: 'messageId',
  TOOL_CALL_ARGS: 'toolCallId',
};

const CHUNKS: ReadonlySet<string> = new Set<EventTypeName>([
  'TEXT_MESSAGE_CHUNK',
  'TOOL_CALL_CHUNK',
  'REASONING_MESSAGE_CHUNK',
]);

// Events that neither change text and arguments nor close a lane of chunks.
const BYSTANDERS: ReadonlySet<string> = new Set<EventTypeName>([
  'RAW',
  'ACTIVITY_DELTA',
  'REASONING_ENCRYPTED_VALUE',
  'SUBAGENT_STARTED',
]);

const RUN_BOUNDARIES: ReadonlySet<string> = new Set<EventTypeName>([
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
]);

function joinMetadata(into: Draft, from: JsonObject): void {
  const merged = mergeMetadata(
    into['metadata'] as Metadata | undefined,
    from['metadata'] as Metadata | undefined,
  );
  if (merged !== undefined) into['metadata'] = merged as Json;
}

class Compaction {
  readonly #out: JsonObject[] = [];
  /** Hosts by entity: message ids and tool call ids in spaces of their own. */
  readonly #hosts = new Map<string, Host>();
  #lanes: readonly Lane[] = [];
  #model: Model = modelFold.init();
  /** The state events since the run boundary or the newest failed patch. */
  #window: JsonObject[] = [];
  #seq = 0;

  run(events: readonly JsonObject[]): JsonObject[] {
    for (const event of events) this.#take(event);
    this.#flushWindow();
    this.#seal();
    return this.#out;
  }

  #take(event: JsonObject): void {
    const type = String(event['type']);
    const isState = type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA';
    if (!isState && RUN_BOUNDARIES.has(type)) this.#flushWindow();
    this.#model = modelFold.step(this.#model, toLogged(event, this.#seq));
    this.#seq++;
    if (!isEventType(type) || !isPlainlyValid(event, type)) {
      // Unknown, malformed or large: left alone, and nothing is moved over it.
      this.#seal();
      this.#advanceLanes(event, type);
      this.#push(event);
      return;
    }
    if (CHUNKS.has(type)) this.#chunk(event, type);
    else if (isState) this.#state(event, type);
    else if (type in ID_KEYS) this.#content(event, type);
    else this.#other(event, type);
  }

  #push(event: JsonObject): void {
    this.#out.push(event);
  }

  /** Writes the collected deltas into their events. */
  #seal(): void {
    for (const host of this.#hosts.values()) sealHost(host);
    this.#hosts.clear();
  }

  #forget(key: string): void {
    const host = this.#hosts.get(key);
    if (host === undefined) return;
    sealHost(host);
    this.#hosts.delete(key);
  }

  #join(key: string, event: JsonObject, type: string): void {
    const host = this.#hosts.get(key);
    const tag = event['subagentRunId'];
    const delta = event['delta'];
    if (host !== undefined && host.type === type && host.tag === tag) {
      if (typeof delta === 'string') host.deltas.push(delta);
      joinMetadata(host.event, event);
      return;
    }
    this.#forget(key);
    const copy: Draft = { ...event };
    this.#hosts.set(key, { event: copy, deltas: typeof delta === 'string' ? [delta] : [], type, tag });
    this.#push(copy);
  }

  #content(event: JsonObject, type: string): void {
    this.#advanceLanes(event, type);
    const idKey = ID_KEYS[type] ?? 'messageId';
    this.#join(`${idKey}:${String(event[idKey])}`, event, type);
  }

  #chunk(event: JsonObject, type: string): void {
    const before = this.#lanes;
    const expansion = expand(before, event as unknown as Event);
    if ('error' in expansion) {
      this.#seal();
      this.#push(event);
      return;
    }
    this.#lanes = expansion.lanes;
    const lane = expansion.lanes.find((candidate) => isOf(candidate, expansion.events.at(-1)));
    if (expansion.lanes === before && lane !== undefined && expansion.events.length === 1) {
      this.#join(keyOf(lane), event, type);
      return;
    }
    if (expansion.lanes === before) return;
    // A new entity: what was open in its lane has ended.
    const opened = expansion.lanes.at(-1);
    for (const ended of before) if (!expansion.lanes.includes(ended)) this.#forget(keyOf(ended));
    if (opened === undefined) return;
    this.#forget(keyOf(opened));
    this.#join(keyOf(opened), event, type);
  }

  #advanceLanes(event: JsonObject, type: string): void {
    if (this.#lanes.length === 0 || !isEventType(type) || CHUNKS.has(type)) return;
    const expansion = expand(this.#lanes, event as unknown as Event);
    if ('error' in expansion || expansion.lanes === this.#lanes) return;
    for (const ended of this.#lanes) if (!expansion.lanes.includes(ended)) this.#forget(keyOf(ended));
    this.#lanes = expansion.lanes;
  }

  #state(event: JsonObject, type: string): void {
    this.#advanceLanes(event, type);
    const thread = this.#model.threads.at(this.#model.current);
    if (thread?.statePatchFailure?.seq === this.#seq - 1) {
      // It fails again only if it meets the same state.
      this.#flushWindow();
      this.#push(event);
      return;
    }
    this.#window.push(event);
  }

  #flushWindow(): void {
    const window = this.#window;
    this.#window = [];
    const first = window[0];
    if (first === undefined) return;
    if (window.length === 1) {
      this.#push(first);
      return;
    }
    const merged: Draft = window.some((event) => event['type'] === 'STATE_SNAPSHOT')
      ? { type: 'STATE_SNAPSHOT', snapshot: this.#model.threads.at(this.#model.current)?.state ?? null }
      : { type: 'STATE_DELTA', delta: window.flatMap((event) => event['delta'] as readonly Json[]) };
    for (const event of window) joinMetadata(merged, event);
    this.#push(structuredCopy(merged));
  }

  #other(event: JsonObject, type: string): void {
    this.#advanceLanes(event, type);
    if (!BYSTANDERS.has(type)) this.#interfere(event, type);
    this.#push(event);
  }

  #interfere(event: JsonObject, type: string): void {
    if (RUN_BOUNDARIES.has(type) || type === 'MESSAGES_SNAPSHOT') {
      this.#seal();
      return;
    }
    for (const key of ['messageId', 'toolCallId', 'parentMessageId']) {
      const id = event[key];
      if (typeof id !== 'string') continue;
      this.#forget(`messageId:${id}`);
      this.#forget(`toolCallId:${id}`);
    }
  }
}

// The model changes its state in place: what is written down must be a copy.
function structuredCopy(event: Draft): JsonObject {
  return JSON.parse(JSON.stringify(event));
}

function sealHost({ event, deltas }: Host): void {
  if (deltas.length > 0) event['delta'] = deltas.join('');
}

function keyOf({ kind, id }: Lane): string {
  return `${kind === 'tool' ? 'toolCallId' : 'messageId'}:${id}`;
}

function isOf(lane: Lane, event: Event | undefined): boolean {
  if (event === undefined) return false;
  const { messageId, toolCallId } = event as { messageId?: string; toolCallId?: string };
  return lane.kind === 'tool' ? lane.id === toolCallId : lane.id === messageId;
}

/** Compacts a log so that its replay gives the same messages, state and runs; refuses where it cannot show that. */
export function compactSafe(events: readonly JsonObject[]): Compacted {
  const compacted = new Compaction().run(events);
  if (essence(replay(compacted)) === essence(replay(events))) return { events: compacted };
  return { refused: 'This log cannot be compacted without changing what a replay of it gives.' };
}
