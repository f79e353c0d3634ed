// Expands *_CHUNK events into start, content and end, lane by lane (a lane is a subagent or the parent agent), like
// the stock client's transformChunks. Pure: lanes in, lanes and events out.
import type { Event } from '@ag-ui/core';
import type { EventOf, EventTypeName } from '@/lib/core/agui/events';
import type { ChunkLane, Lanes } from '@/lib/core/model/chunk-lanes';

/** The expansion of an event, or the stock client's error. */
type Expansion =
  | {
      readonly lanes: Lanes;
      readonly events: readonly Event[];
      /** The lane that a chunk is about. */
      readonly lane?: ChunkLane;
    }
  | { readonly error: string };

type ChunkEvent = EventOf<'TEXT_MESSAGE_CHUNK' | 'TOOL_CALL_CHUNK' | 'REASONING_MESSAGE_CHUNK'>;

const KINDS = {
  text: { entity: 'text message', idKey: 'messageId' },
  tool: { entity: 'tool call', idKey: 'toolCallId' },
  reasoning: { entity: 'reasoning message', idKey: 'messageId' },
} as const;

interface ChunkFields {
  readonly kind: ChunkLane['kind'];
  readonly type: string;
  readonly id: string | undefined;
  readonly tag: string | undefined;
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly parentMessageId?: string | undefined;
}

function readChunk(event: ChunkEvent): ChunkFields {
  const tag = event.subagentRunId ?? undefined;
  const type: string = event.type;
  switch (event.type as `${ChunkEvent['type']}`) {
    case 'TEXT_MESSAGE_CHUNK': {
      const { messageId, role, name } = event as EventOf<'TEXT_MESSAGE_CHUNK'>;
      return { kind: 'text', type, id: messageId, tag, role, name };
    }
    case 'TOOL_CALL_CHUNK': {
      const { toolCallId, toolCallName, parentMessageId } = event as EventOf<'TOOL_CALL_CHUNK'>;
      return { kind: 'tool', type, id: toolCallId, tag, name: toolCallName, parentMessageId };
    }
    case 'REASONING_MESSAGE_CHUNK':
      return { kind: 'reasoning', type, id: (event as EventOf<'REASONING_MESSAGE_CHUNK'>).messageId, tag };
  }
}

function tagged(owner: string | undefined): { subagentRunId?: string } {
  return owner === undefined ? {} : { subagentRunId: owner };
}

/** An event made of chunks that a schema has accepted; its fields were copied from them. */
function made(event: { readonly type: EventTypeName; readonly [field: string]: unknown }): Event {
  // The library's types are an enum, to which literals cannot be assigned.
  return event as unknown as Event;
}

function laneEnd(lane: ChunkLane): Event {
  const tag = tagged(lane.subagentRunId);
  switch (lane.kind) {
    case 'text':
      return made({ type: 'TEXT_MESSAGE_END', messageId: lane.id, ...tag });
    case 'tool':
      return made({ type: 'TOOL_CALL_END', toolCallId: lane.id, ...tag });
    case 'reasoning':
      return made({ type: 'REASONING_MESSAGE_END', messageId: lane.id, ...tag });
  }
}

function closeLane(lanes: Lanes, owner: string | undefined, event: Event): Expansion {
  const open = lanes.of(owner);
  if (open === undefined) return { lanes, events: [event] };
  return { lanes: lanes.ending(open), events: [laneEnd(open), event] };
}

/** The lane that a chunk belongs to (`{ owner }`), or the client's error if that is unclear. */
function resolve(lanes: Lanes, chunk: ChunkFields): { owner: string | undefined } | { error: string } {
  const { entity, idKey } = KINDS[chunk.kind];
  if (chunk.id !== undefined) {
    const holder = lanes.holding(chunk.kind, chunk.id);
    if (holder === undefined) return { owner: chunk.tag };
    if (chunk.tag === undefined || chunk.tag === holder.owner) return { owner: holder.owner };
    const theirs = holder.owner ?? '(the parent agent)';
    return {
      error: `Cannot continue ${entity} '${chunk.id}': chunk subagentRunId '${chunk.tag}' does not match the open stream's subagent '${theirs}'.`,
    };
  }
  if (chunk.tag !== undefined) return { owner: chunk.tag };
  const { count, only } = lanes.ofKind(chunk.kind);
  if (count > 1 && only === undefined) {
    return {
      error: `Ambiguous ${chunk.type}: it carries neither a ${idKey} nor a subagentRunId, but ${count} lanes have an open ${entity}. Attribute the chunk to the subagent it belongs to.`,
    };
  }
  return { owner: only?.owner };
}

function disagreement(lane: ChunkLane, chunk: ChunkFields): string | undefined {
  const names = lane.kind === 'tool' ? 'toolCallName' : 'name';
  const fields = [
    ['role', chunk.role, lane.role],
    [names, chunk.name, lane.name],
    ['parentMessageId', chunk.parentMessageId, lane.parentMessageId],
  ] as const;
  for (const [field, incoming, established] of fields) {
    if (incoming === undefined || incoming === established) continue;
    const { entity } = KINDS[lane.kind];
    const theirs = established === undefined ? '(absent)' : `'${established}'`;
    return `Cannot continue ${entity} '${lane.id}': chunk ${field} '${incoming}' does not match the open stream's ${field} ${theirs}.`;
  }
  return undefined;
}

function laneStart(lane: ChunkLane, event: ChunkEvent): Event {
  const rest = {
    ...tagged(lane.subagentRunId),
    ...(event.metadata !== undefined && { metadata: event.metadata }),
  };
  const name = lane.name === undefined ? {} : { name: lane.name };
  const parent = lane.parentMessageId === undefined ? {} : { parentMessageId: lane.parentMessageId };
  switch (lane.kind) {
    case 'text':
      return made({ type: 'TEXT_MESSAGE_START', messageId: lane.id, role: lane.role, ...name, ...rest });
    case 'tool': {
      const toolCallName = lane.name ?? '';
      return made({ type: 'TOOL_CALL_START', toolCallId: lane.id, toolCallName, ...parent, ...rest });
    }
    case 'reasoning':
      return made({ type: 'REASONING_MESSAGE_START', messageId: lane.id, role: 'reasoning', ...rest });
  }
}

function laneContent(lane: ChunkLane, event: ChunkEvent): Event {
  const owner = event.subagentRunId ?? lane.subagentRunId;
  const rest = {
    delta: event.delta ?? '',
    ...tagged(owner),
    ...(event.metadata !== undefined && { metadata: event.metadata }),
    ...(event.rawEvent !== undefined && { rawEvent: event.rawEvent }),
  };
  switch (lane.kind) {
    case 'text':
      return made({ type: 'TEXT_MESSAGE_CONTENT', messageId: lane.id, ...rest });
    case 'tool':
      return made({ type: 'TOOL_CALL_ARGS', toolCallId: lane.id, ...rest });
    case 'reasoning':
      return made({ type: 'REASONING_MESSAGE_CONTENT', messageId: lane.id, ...rest });
  }
}

function openLane(chunk: ChunkFields, owner: string | undefined): ChunkLane | { error: string } {
  const { idKey } = KINDS[chunk.kind];
  if (chunk.id === undefined) return { error: `First ${chunk.type} must have a ${idKey}` };
  if (chunk.kind === 'tool' && chunk.name === undefined)
    return { error: `First ${chunk.type} must have a toolCallName` };
  return {
    owner,
    kind: chunk.kind,
    id: chunk.id,
    ...(chunk.kind === 'text' && { role: chunk.role ?? 'assistant' }),
    ...(chunk.name !== undefined && { name: chunk.name }),
    ...(chunk.parentMessageId !== undefined && { parentMessageId: chunk.parentMessageId }),
    ...(chunk.tag !== undefined && { subagentRunId: chunk.tag }),
  };
}

function expandChunk(lanes: Lanes, event: ChunkEvent, mustAgree: boolean): Expansion {
  const chunk = readChunk(event);
  const resolved = resolve(lanes, chunk);
  if ('error' in resolved) return resolved;
  const { owner } = resolved;
  const open = lanes.of(owner);
  const hasContent = event.delta !== undefined || event.rawEvent !== undefined;
  if (open?.kind === chunk.kind && (chunk.id === undefined || chunk.id === open.id)) {
    const error = mustAgree ? disagreement(open, chunk) : undefined;
    if (error !== undefined) return { error };
    const isCarrier = hasContent || event.metadata !== undefined;
    return { lanes, events: isCarrier ? [laneContent(open, event)] : [], lane: open };
  }
  const lane = openLane(chunk, owner);
  if ('error' in lane) return lane;
  return {
    lanes: lanes.opening(lane),
    lane,
    events: [
      ...(open === undefined ? [] : [laneEnd(open)]),
      laneStart(lane, event),
      ...(hasContent ? [laneContent(lane, event)] : []),
    ],
  };
}

/** Before 1.0, a chunk could contradict the one that opened its lane (`mustAgree` false). */
export function expand(before: Lanes, event: Event, mustAgree = true): Expansion {
  const lanes = before.settled();
  // The same type as text instead of an enum, so that the cases can be written as text.
  switch (event.type as `${Event['type']}`) {
    case 'TEXT_MESSAGE_CHUNK':
    case 'TOOL_CALL_CHUNK':
    case 'REASONING_MESSAGE_CHUNK':
      // The three cases are the types of ChunkEvent.
      return expandChunk(lanes, event as ChunkEvent, mustAgree);
    case 'RUN_STARTED':
    case 'RUN_FINISHED':
    case 'RUN_ERROR':
    case 'MESSAGES_SNAPSHOT': {
      const ended = lanes.endingAll();
      return { lanes: ended, events: [...ended.ended.map(laneEnd), event] };
    }
    case 'RAW':
    case 'ACTIVITY_SNAPSHOT':
    case 'ACTIVITY_DELTA':
    case 'REASONING_ENCRYPTED_VALUE':
    case 'SUBAGENT_STARTED':
      return { lanes, events: [event] };
    default: {
      if (lanes.size === 0) return { lanes, events: [event] };
      // Not every type has the field. Without it, the event belongs to the parent agent.
      return closeLane(lanes, (event as { subagentRunId?: string }).subagentRunId, event);
    }
  }
}
