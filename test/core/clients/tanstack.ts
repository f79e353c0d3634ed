import { restoreInboundChunk, StreamProcessor, uiMessagesToWire } from '@tanstack/ai/client';
import { type AppView, appFold } from '@/lib/core/clients/app-fold';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import type { LoggedEvent } from '@/lib/core/log/types';
import { logOfRecords, plain, sseRecords } from '../../support/logs';
import { sorted } from '../../support/sorted';
import { inOrder } from './differential';

/** Messages in AG-UI's shape. */
export type Messages = readonly JsonObject[];

/** The request as its client writes it. */
function tanstackRequest(messages: readonly object[] = [], runId = 'r'): JsonObject {
  const made = {
    threadId: 't',
    runId,
    state: {},
    messages,
    tools: [],
    context: [],
    forwardedProps: {},
    data: {},
  };
  return plain(made) as JsonObject;
}

// Ids that the client invents carry the time and a random part.
const INVENTED = /(msg-\d+-[a-z\d]+|made-\d+)/g;

/** Messages without what is the client's own: its metadata, and the ids that it invents, numbered as they occur. */
export function comparable(messages: readonly object[]): unknown {
  const stripped = messages.map((message) => {
    const { metadata: _metadata, ...rest } = message as JsonObject;
    return rest;
  });
  const names = new Map<string, string>();
  const text = JSON.stringify(sorted(stripped)).replace(INVENTED, (id) => {
    names.set(id, names.get(id) ?? `invented-${names.size}`);
    return names.get(id) ?? id;
  });
  return JSON.parse(text);
}

/** The messages after each event. */
export function runProcessor(events: readonly JsonObject[]): readonly unknown[] {
  const processor = new StreamProcessor();
  return events.map((event) => {
    const chunk = restoreInboundChunk(structuredClone(event) as never);
    processor.processChunk(chunk as never);
    return comparable(uiMessagesToWire(processor.getMessages()));
  });
}

/** The predicted messages in an app's view. */
export function messagesIn({ model }: AppView): unknown {
  const thread = model.threads.at(Math.max(0, model.current));
  return comparable([...(thread?.messages ?? [])].map(({ message }) => message));
}

/** A log of one answer to TanStack's client. */
function tanstackLog(events: readonly JsonObject[]): Log {
  return logOfRecords(sseRecords(events, tanstackRequest()), { dialect: () => 'ag-ui-1.0' });
}

/** The predicted messages after each event. */
export function predict(events: readonly JsonObject[]): readonly unknown[] {
  const log = tanstackLog(events);
  const fold = appFold();
  // Every third version is left behind, as a checkpoint is.
  const step = (view: AppView, logged: LoggedEvent): AppView => {
    const next = fold.step(view, logged);
    return logged.seq % 3 === 0 ? fold.fork(next) : next;
  };
  const source = inOrder({ ...fold, step }, log);
  return events.map((_, seq) => messagesIn(source.at(seq)));
}
