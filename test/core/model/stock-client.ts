// The stock client's own pipeline, fed one event at a time: the oracle for the model.
import {
  type AbstractAgent,
  CompatibilityBoundary,
  defaultApplyEvents,
  enforceEvents,
  transformChunks,
  verifyEvents,
} from '@ag-ui/client';
import type { BaseEvent, Message, RunAgentInput } from '@ag-ui/core';
import { map, Subject } from 'rxjs';

export interface StockView {
  readonly messages: readonly Message[];
  readonly state: unknown;
  readonly interrupts: readonly unknown[];
  /** Text of the error that stopped it. */
  readonly error?: string;
}

/** Feeds events and gives the view after each; stops at the first error. */
export async function runStockClient(
  events: readonly object[],
  start: { messages?: Message[]; state?: unknown; interrupts?: readonly unknown[] } = {},
): Promise<StockView[]> {
  const source = new Subject<BaseEvent>();
  const boundary = new CompatibilityBoundary() as unknown as { transformEvent(event: BaseEvent): BaseEvent };
  const agent = {
    messages: start.messages ?? [],
    pendingInterrupts: start.interrupts ?? [],
  } as unknown as AbstractAgent;
  const input = { state: start.state ?? {} } as RunAgentInput;
  let messages: readonly Message[] = agent.messages;
  let state: unknown = input.state;
  let error: string | undefined;
  const repaired = source.pipe(map((event) => boundary.transformEvent(event)));
  const expanded = repaired.pipe(enforceEvents(), transformChunks(), verifyEvents());
  defaultApplyEvents(input, expanded, agent, []).subscribe({
    next: (mutation) => {
      if (mutation.messages !== undefined) messages = mutation.messages;
      if (mutation.state !== undefined) state = mutation.state;
    },
    error: (reason: unknown) => {
      error = reason instanceof Error ? reason.message : String(reason);
    },
  });
  const views: StockView[] = [];
  for (const event of events) {
    source.next(structuredClone(event) as BaseEvent);
    await new Promise((done) => setImmediate(done));
    const interrupts = agent.pendingInterrupts ?? [];
    views.push({ messages, state, interrupts, ...(error !== undefined && { error }) });
    if (error !== undefined) break;
  }
  return views;
}

/** Runs something without the stock client's warnings. */
export async function silently<T>(work: () => Promise<T> | T): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}
