// Compaction with an identical replay: deltas move into an earlier delta of the same entity, everything else keeps
// its position and order. The result is replayed and compared before it is returned.

import { type Metadata, mergeMetadata } from '@ag-ui/core';
import { asEvent, type EventTypeName, isEventType } from '@/lib/core/agui/events';
import { isPlainlyValid } from '@/lib/core/agui/fields';
import { firstDifference, replay, toLogged } from '@/lib/core/compact/replay';
import { arrayIn, isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { cloneJson } from '@/lib/core/json/json-draft';
import { type ChunkLane, type Lanes, NO_LANES } from '@/lib/core/model/chunk-lanes';
import { findMessage } from '@/lib/core/model/conversation';
import { expand } from '@/lib/core/model/expand';
import { modelFold, stepExpanded } from '@/lib/core/model/model';
import { nodeOf } from '@/lib/core/model/nodes';
import type { Model } from '@/lib/core/model/types';

type Compacted = { readonly events: JsonObject[] } | { readonly refused: string };

type CompactDraft = Record<string, Json>;

/** An earlier delta that takes later ones. A last delta with another timestamp stays separate. */
interface DeltaHost {
  readonly event: CompactDraft;
  /** Texts, or operations of a patch. */
  readonly deltas: Json[];
  readonly type: string;
  readonly tag: string;
  last?: { readonly delta: Json; readonly at: number };
}

function partOf(type: string): 'delta' | 'patch' {
  return type === 'ACTIVITY_DELTA' ? 'patch' : 'delta';
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

// Events that neither change text or arguments nor close a lane of chunks.
const BYSTANDERS: ReadonlySet<string> = new Set<EventTypeName>([
  'RAW',
  'REASONING_ENCRYPTED_VALUE',
  'SUBAGENT_STARTED',
]);

const RUN_BOUNDARIES: ReadonlySet<string> = new Set<EventTypeName>([
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
]);

function metadataOf({ metadata }: JsonObject): Metadata | undefined {
  return isJsonObject(metadata) ? metadata : undefined;
}

function joinMetadata(into: CompactDraft, from: JsonObject): void {
  const merged = mergeMetadata(metadataOf(into), metadataOf(from));
  if (merged !== undefined) into['metadata'] = merged;
}

/** Number of events between two forks of the model, which release replaced versions. */
const FORK_EVERY = 1024;

class Compaction {
  /** Holes are deltas that were merged into earlier ones. */
  readonly #out: (JsonObject | undefined)[] = [];
  /** By entity; message ids and tool call ids are separate. */
  readonly #hosts = new Map<string, DeltaHost>();
  #lanes: Lanes = NO_LANES;
  #model: Model = modelFold.init();
  /** The state events since the run boundary or the newest failed patch. */
  #window: JsonObject[] = [];
  #seq = 0;

  run(events: Iterable<JsonObject>): JsonObject[] {
    for (const event of events) this.#take(event);
    this.#flushWindow();
    this.#seal();
    return this.#out.filter((event) => event !== undefined);
  }

  get model(): Model {
    return this.#model;
  }

  #take(event: JsonObject): void {
    const type = String(event['type']);
    const isState = type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA';
    if (!isState && RUN_BOUNDARIES.has(type)) this.#flushWindow();
    const short = type === 'RUN_STARTED' ? this.#withoutKnown(event) : event;
    const hasFailed = this.#step(event, type);
    if (!isEventType(type) || !isPlainlyValid(event, type)) {
      // Unknown, invalid or complex: kept as is, a barrier for merging.
      this.#seal();
      this.#advanceLanes(event, type);
      this.#push(short);
      return;
    }
    if (CHUNKS.has(type)) this.#chunk(event, type);
    else if (isState) this.#state(event, type);
    else if (type in ID_KEYS) this.#content(event, type);
    else if (type === 'ACTIVITY_DELTA') this.#activity(event, hasFailed);
    else this.#other(short, type);
  }

  /** Adds an event to the model; returns whether it is an activity patch without effect. */
  #step(event: JsonObject, type: string): boolean {
    // Releases replaced versions.
    if (this.#seq % FORK_EVERY === 0) this.#model = modelFold.fork(this.#model);
    const logged = toLogged(event, this.#seq++);
    if (type !== 'ACTIVITY_DELTA' || !isPlainlyValid(event, type)) {
      this.#model = modelFold.step(this.#model, logged);
      return false;
    }
    const lanes = nodeOf(this.#model).streams.at(0)?.lanes ?? NO_LANES;
    const events = [asEvent(event)];
    return stepExpanded(this.#model, logged, { lanes, events }) !== undefined;
  }

  /** Removes messages from a RUN_STARTED that the thread already has; clients ignore these. */
  #withoutKnown(event: JsonObject): JsonObject {
    const { input } = event;
    const thread = nodeOf(this.#model).threads.at(this.#model.current);
    if (!isJsonObject(input) || thread === undefined || thread.threadId !== event['threadId']) return event;
    const sent = input['messages'];
    if (!isJsonArray(sent)) return event;
    const messages = sent.filter((message) => {
      const id = isJsonObject(message) ? message['id'] : undefined;
      return typeof id !== 'string' || findMessage(thread, id) === undefined;
    });
    return messages.length === sent.length ? event : { ...event, input: { ...input, messages } };
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
    const tag = JSON.stringify([event['subagentRunId'], event['activityType']]);
    const part = partOf(type);
    const delta = event[part];
    if (host !== undefined && host.type === type && host.tag === tag) {
      this.#takeBackLast(host);
      joinMetadata(host.event, event);
      if (delta === undefined) return;
      if (event['timestamp'] === undefined || event['timestamp'] === host.event['timestamp']) {
        host.deltas.push(delta);
        return;
      }
      const { metadata: _joined, ...last } = event;
      host.last = { delta, at: this.#out.length };
      this.#push(last);
      return;
    }
    this.#forget(key);
    const copy: CompactDraft = { ...event };
    this.#hosts.set(key, { event: copy, deltas: delta === undefined ? [] : [delta], type, tag });
    this.#push(copy);
  }

  #takeBackLast(host: DeltaHost): void {
    if (host.last === undefined) return;
    host.deltas.push(host.last.delta);
    this.#out[host.last.at] = undefined;
    delete host.last;
  }

  #activity(event: JsonObject, hasFailed: boolean): void {
    const key = `activity:${String(event['messageId'])}`;
    // It would fail again only with the same content.
    if (hasFailed) this.#forget(key);
    if (hasFailed) this.#push(event);
    else this.#join(key, event, 'ACTIVITY_DELTA');
  }

  #content(event: JsonObject, type: string): void {
    this.#advanceLanes(event, type);
    const idKey = ID_KEYS[type] ?? 'messageId';
    this.#join(`${idKey}:${String(event[idKey])}`, event, type);
  }

  #chunk(event: JsonObject, type: string): void {
    const before = this.#lanes;
    const expansion = expand(before, asEvent(event));
    if ('error' in expansion) {
      this.#seal();
      this.#push(event);
      return;
    }
    const { lanes, lane, events } = expansion;
    this.#lanes = lanes;
    // A chunk without content for the open entity.
    if (lane === undefined || events.length === 0) return;
    if (before.of(lane.owner) !== lane) {
      // A new entity ends the open one of its lane.
      for (const ended of lanes.ended) this.#forget(keyOf(ended));
      this.#forget(keyOf(lane));
    }
    this.#join(keyOf(lane), event, type);
  }

  #advanceLanes(event: JsonObject, type: string): void {
    if (this.#lanes.size === 0 || !isEventType(type) || CHUNKS.has(type)) return;
    const expansion = expand(this.#lanes, asEvent(event));
    if ('error' in expansion) return;
    this.#lanes = expansion.lanes;
    for (const ended of this.#lanes.ended) this.#forget(keyOf(ended));
  }

  #state(event: JsonObject, type: string): void {
    this.#advanceLanes(event, type);
    const thread = this.#model.threads.at(this.#model.current);
    if (thread?.statePatchFailure?.seq === this.#seq - 1) {
      // It would fail again only with the same state.
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
    // The model changes its state in place, so the output needs a copy.
    const merged: CompactDraft = window.some((event) => event['type'] === 'STATE_SNAPSHOT')
      ? {
          type: 'STATE_SNAPSHOT',
          snapshot: cloneJson(this.#model.threads.at(this.#model.current)?.state ?? null),
        }
      : { type: 'STATE_DELTA', delta: window.flatMap(({ delta }) => arrayIn(delta)) };
    for (const event of window) joinMetadata(merged, event);
    const time = window.at(-1)?.['timestamp'];
    if (time !== undefined) merged['timestamp'] = time;
    this.#push(merged);
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
      this.#forget(`activity:${id}`);
    }
  }
}

function sealHost({ event, deltas, type }: DeltaHost): void {
  if (deltas.length === 0) return;
  if (partOf(type) === 'patch') event['patch'] = deltas.flatMap(arrayIn);
  else event['delta'] = deltas.join('');
}

function keyOf({ kind, id }: ChunkLane): string {
  return `${kind === 'tool' ? 'toolCallId' : 'messageId'}:${id}`;
}

/**
 * Returns `refused` unless a replay yields the same messages, state and runs. Reads the events once, without keeping
 * them.
 */
export function compactSafe(events: Iterable<JsonObject>): Compacted {
  const compaction = new Compaction();
  const compacted = compaction.run(events);
  const difference = firstDifference(compaction.model, replay(compacted));
  if (difference === undefined) return { events: compacted };
  return {
    refused: `This log cannot be compacted without changing its replay: ${difference} would differ.`,
  };
}
