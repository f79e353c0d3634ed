// @ag-ui/client 1.0.0, fed one event at a time.
import {
  type AbstractAgent,
  CompatibilityBoundary,
  defaultApplyEvents,
  enforceEvents,
  transformChunks,
  verifyEvents,
} from '@ag-ui/client';
import type { BaseEvent, RunAgentInput } from '@ag-ui/core';
import { map, Subject } from 'rxjs';
import type { ClientStep } from './differential';

/** Messages, state and interrupts before the first event. */
export interface Start {
  readonly messages?: unknown;
  readonly state?: unknown;
  readonly interrupts?: unknown;
}

/** Gives what the client has after each event; ends where it stops. */
export async function runClient10(
  events: readonly object[],
  { messages = [], state = {}, interrupts = [] }: Start = {},
): Promise<ClientStep[]> {
  const source = new Subject<BaseEvent>();
  const boundary = new CompatibilityBoundary() as unknown as { transformEvent(event: BaseEvent): BaseEvent };
  const agent = { messages, pendingInterrupts: interrupts } as unknown as AbstractAgent;
  const input = { state } as RunAgentInput;
  const repaired = source.pipe(map((event) => boundary.transformEvent(event)));
  const expanded = repaired.pipe(enforceEvents(), transformChunks(), verifyEvents());
  return feed(
    source,
    (sink) => defaultApplyEvents(input, expanded, agent, []).subscribe(sink),
    { agent, state },
    events,
  );
}

interface Sink {
  next(mutation: { messages?: unknown; state?: unknown }): void;
  error(reason: unknown): void;
}

/** Feeds a pipeline and collects. */
export async function feed(
  source: Subject<BaseEvent>,
  subscribe: (sink: Sink) => void,
  start: { readonly agent: AbstractAgent; readonly state: unknown },
  events: readonly object[],
  isDelivered: (state: unknown) => boolean = (state) => state !== undefined,
): Promise<ClientStep[]> {
  const { agent } = start;
  let messages: unknown = agent.messages;
  let { state } = start;
  let error: string | undefined;
  let warnings: string[] = [];
  const { warn } = console;
  console.warn = (text: unknown) => void warnings.push(String(text));
  try {
    subscribe({
      next(mutation) {
        if (mutation.messages !== undefined) messages = mutation.messages;
        if (isDelivered(mutation.state)) state = mutation.state;
      },
      error: (reason) => void (error = reason instanceof Error ? reason.message : String(reason)),
    });
    const steps: ClientStep[] = [];
    for (const event of events) {
      warnings = [];
      source.next(structuredClone(event) as unknown as BaseEvent);
      // Until it is done with it: how many turns that takes depends on how much one event is expanded to.
      await new Promise((done) => setImmediate(done));
      const interrupts = agent.pendingInterrupts ?? [];
      // The pipeline hands out copies, made anew for each change.
      steps.push({ messages, state, interrupts, warnings, ...(error !== undefined && { error }) });
      if (error !== undefined) break;
    }
    return steps;
  } finally {
    console.warn = warn;
  }
}
