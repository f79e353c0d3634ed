// Same result as compactEvents of @ag-ui/client 1.0.0, bugs included, but in linear time: without searching all open
// entities for every event and without cloning the state for every delta.
import { type Metadata, mergeMetadata } from '@ag-ui/core';
import { applyPatch } from '@/lib/core/json/apply-patch';
import { type Json, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import { cloneJson } from '@/lib/core/json/json-draft';
import { Owner } from '@/lib/core/json/owner';

type LooseEvent = { readonly [key: string]: Json | undefined };

interface Pending {
  start: LooseEvent | undefined;
  readonly deltas: unknown[];
  end: LooseEvent | undefined;
  readonly others: LooseEvent[];
  metadata: Metadata | undefined;
}

interface Kind {
  readonly idKey: 'messageId' | 'toolCallId';
  readonly content: 'TEXT_MESSAGE_CONTENT' | 'TOOL_CALL_ARGS';
  /** In the order of first events. */
  readonly open: Map<Json | undefined, Pending>;
}

function metadataOf(event: LooseEvent): Metadata | undefined {
  // Any value is merged, as in the stock client.
  return event['metadata'] as Metadata | undefined;
}

/** The started entity with the earliest first event. */
function firstStarted({ open }: Kind): Pending | undefined {
  for (const pending of open.values()) if (pending.start !== undefined) return pending;
  return undefined;
}

const NONE: readonly JsonObject[] = [];

class Compactor {
  readonly out: LooseEvent[] = [];
  readonly #texts: Kind = { idKey: 'messageId', content: 'TEXT_MESSAGE_CONTENT', open: new Map() };
  readonly #tools: Kind = { idKey: 'toolCallId', content: 'TOOL_CALL_ARGS', open: new Map() };
  #stateEvents: LooseEvent[] = [];

  take(event: LooseEvent): void {
    const type = stringOrEmpty(event['type']);
    const kind = type.startsWith('TOOL_CALL_') ? this.#tools : this.#texts;
    if (type === 'TEXT_MESSAGE_START' || type === 'TOOL_CALL_START') this.#start(kind, event);
    else if (type === kind.content) this.#delta(kind, event);
    else if (type === 'TEXT_MESSAGE_END' || type === 'TOOL_CALL_END') this.#end(kind, event);
    else if (type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA') this.#stateEvents.push(event);
    else if (/^RUN_(?:STARTED|FINISHED|ERROR)$/.test(type)) {
      this.#flushState();
      this.out.push(event);
    } else {
      const holder = firstStarted(this.#texts) ?? firstStarted(this.#tools);
      (holder?.others ?? this.out).push(event);
    }
  }

  taken(): readonly JsonObject[] {
    // Undefined values disappear in JSON.
    return this.out.length === 0 ? NONE : (this.out.splice(0) as JsonObject[]);
  }

  finish(): void {
    for (const kind of [this.#texts, this.#tools]) {
      for (const [id, pending] of kind.open) this.#flush(kind, id, pending);
    }
    this.#flushState();
  }

  #pending(kind: Kind, id: Json | undefined): Pending {
    const known = kind.open.get(id);
    if (known !== undefined) return known;
    const pending: Pending = {
      start: undefined,
      deltas: [],
      end: undefined,
      others: [],
      metadata: undefined,
    };
    kind.open.set(id, pending);
    return pending;
  }

  #start(kind: Kind, event: LooseEvent): void {
    const pending = this.#pending(kind, event[kind.idKey]);
    const before = pending.start;
    if (pending.deltas.length === 0) {
      pending.start = before === undefined ? event : carried(before, event);
    } else {
      pending.start = withoutNewMetadata(before, event);
      pending.metadata = mergeMetadata(pending.metadata, metadataOf(event));
    }
  }

  #delta(kind: Kind, event: LooseEvent): void {
    const pending = this.#pending(kind, event[kind.idKey]);
    pending.deltas.push(event['delta']);
    pending.metadata = mergeMetadata(pending.metadata, metadataOf(event));
  }

  #end(kind: Kind, event: LooseEvent): void {
    const id = event[kind.idKey];
    const pending = this.#pending(kind, id);
    pending.end = event;
    this.#flush(kind, id, pending);
    kind.open.delete(id);
  }

  #flush(
    { idKey, content }: Kind,
    id: Json | undefined,
    { start, deltas, end, others, metadata }: Pending,
  ): void {
    if (start !== undefined) this.out.push(start);
    if (deltas.length > 0) {
      const joined: LooseEvent = {
        type: content,
        [idKey]: id,
        delta: deltas.join(''),
        ...(metadata !== undefined && { metadata }),
      };
      this.out.push(joined);
    }
    if (end !== undefined) this.out.push(end);
    for (const other of others) this.out.push(other);
  }

  #flushState(): void {
    const window = this.#stateEvents;
    if (window.length === 0) return;
    this.#stateEvents = [];
    const last = window.findLastIndex((event) => event['type'] === 'STATE_SNAPSHOT');
    if (last === -1) {
      for (const event of window) this.out.push(event);
      return;
    }
    const metadata = window.reduce<Metadata | undefined>(
      (merged, event) => mergeMetadata(merged, metadataOf(event)),
      undefined,
    );
    const snapshot = finalState(window.slice(last));
    const event: LooseEvent = {
      type: 'STATE_SNAPSHOT',
      snapshot,
      ...(metadata !== undefined && { metadata }),
    };
    this.out.push(event);
  }
}

// A start without deltas: the newer start wins, its metadata is merged.
function carried(before: LooseEvent, event: LooseEvent): LooseEvent {
  const metadata = mergeMetadata(metadataOf(before), metadataOf(event));
  return metadata === undefined ? event : { ...event, metadata };
}

// A start after deltas: its fields win, its metadata is added to the deltas.
function withoutNewMetadata(before: LooseEvent | undefined, event: LooseEvent): LooseEvent {
  const { metadata: _moved, ...fields } = event;
  const kept = before === undefined ? undefined : metadataOf(before);
  return kept === undefined ? fields : { ...fields, metadata: kept };
}

function finalState(window: readonly LooseEvent[]): Json | undefined {
  let state: Json | undefined;
  const owner = new Owner();
  for (const event of window) {
    if (event['type'] === 'STATE_SNAPSHOT') {
      state = event['snapshot'];
      continue;
    }
    // A failing patch is skipped, as in the stock client.
    const patched = applyPatch(state, event['delta'], owner);
    if (patched.ok) state = patched.document;
  }
  return state === undefined ? undefined : cloneJson(state);
}

/** Yields each event as soon as it is final. Throws, as the stock client does, for anything but objects. */
export function* stockEvents(events: Iterable<JsonObject>): Iterable<JsonObject> {
  const compactor = new Compactor();
  for (const event of events) {
    compactor.take(event);
    yield* compactor.taken();
  }
  compactor.finish();
  yield* compactor.taken();
}

export function compactStock(events: Iterable<JsonObject>): JsonObject[] {
  return [...stockEvents(events)];
}
