// @ag-ui/client 0.0.59, fed one event at a time: its transport's schema, then the rest of its pipeline.
import type { AbstractAgent } from '@ag-ui/client';
import type { BaseEvent, RunAgentInput } from '@ag-ui/core';
import * as old from 'ag-ui-client-0.0';
import { map, Subject } from 'rxjs';
import type { JsonObject } from '@/lib/core/json/json';
import { feed } from './client-1.0';
import type { ClientStep } from './differential';

type OldEvents = Parameters<ReturnType<typeof old.transformChunks>>[0];
type OldApply = Parameters<typeof old.defaultApplyEvents>;

/** Gives what the client has after each event; ends where it stops. */
export async function runClient00(events: readonly JsonObject[]): Promise<ClientStep[]> {
  const source = new Subject<BaseEvent>();
  const agent = { messages: [], pendingInterrupts: [] } as unknown as AbstractAgent;
  const input = { state: {} } as RunAgentInput as unknown as OldApply[0];
  const parsed = source.pipe(map((event) => old.EventSchemas.parse(event))) as unknown as OldEvents;
  const verified = parsed.pipe(old.transformChunks(), old.verifyEvents());
  const applied = old.defaultApplyEvents(input, verified, agent as unknown as OldApply[2], []);
  return feed(source, (sink) => applied.subscribe(sink), { agent, state: {} }, events, Boolean);
}
