import { HttpAgent, type RunAgentParameters } from '@ag-ui/client';
import type { Message } from '@ag-ui/core';
import * as old from 'ag-ui-client-0.0';
import type { AppView } from '@/lib/core/clients/app-fold';
import type { JsonObject } from '@/lib/core/json/json';
import { plain } from '../../support/logs';
import type { Random } from '../model/random';
import { randomStream } from '../model/random-stream';
import { mutate } from './mutate';

/** The agents; both have the same interface as far as these conversations use it. */
export const AGENTS = { '1.0': HttpAgent, '0.0.59': old.HttpAgent as unknown as typeof HttpAgent };

export type Version = keyof typeof AGENTS;

export interface View {
  readonly messages: unknown;
  readonly state: unknown;
  readonly interrupts: unknown;
}

export function viewOf(agent: HttpAgent): View {
  const { messages, state, pendingInterrupts } = agent;
  return plain({ messages, state, interrupts: pendingInterrupts }) as unknown as View;
}

export function modelView({ model }: Pick<AppView, 'model'>): View {
  const thread = model.threads.at(model.current);
  return plain({
    messages: [...(thread?.messages ?? [])].map((entry) => entry.message),
    state: thread?.state ?? null,
    interrupts: thread?.interrupts ?? [],
  }) as unknown as View;
}

export function plainStart({ messages }: HttpAgent): Message[] {
  // As text, of which a page's storage is: one message in two places is two from then on.
  return JSON.parse(JSON.stringify(messages.filter(({ role }) => role !== 'activity').slice(0, 2)));
}

export function broken(events: readonly JsonObject[], random: Random): readonly JsonObject[] {
  return mutate(events, random).filter(({ type }) => !String(type).startsWith('THINKING'));
}

function interruptingEvents(runId: string): JsonObject[] {
  const interrupts = [{ id: `${runId}-i`, reason: 'approval', message: 'May I?' }];
  return [
    { type: 'RUN_STARTED', threadId: 't', runId },
    { type: 'STATE_SNAPSHOT', snapshot: { asked: runId } },
    { type: 'RUN_FINISHED', threadId: 't', runId, outcome: { type: 'interrupt', interrupts } },
  ];
}

/** An answer with ids of its own most of the time; those of other turns otherwise. */
export function randomAnswer(
  random: Random,
  seed: number,
  runId: string,
  length = 20,
): readonly JsonObject[] {
  if (random.chance(0.2)) return interruptingEvents(runId);
  const text = JSON.stringify(randomStream(seed, 6 + random.below(length)));
  const own = random.chance(0.6) ? text.replaceAll(/"((?:messageId|toolCallId)":")/g, `"$1${runId}-`) : text;
  const events = JSON.parse(own) as JsonObject[];
  return random.chance(0.2) ? events.slice(0, 1 + random.below(events.length)) : events;
}

/** Something that an app does between two turns. */
export function prepare(agent: HttpAgent, random: Random, turn: number, mark: string): void {
  const known = agent.messages.filter(({ role }) => role !== 'activity').length;
  // A request contains no activities: an app that cuts its history keeps them here.
  const keep = (isKept: (index: number) => boolean) => {
    const kept = agent.messages.filter(({ role }, index) => role === 'activity' || isKept(index));
    if (kept.some(({ role }) => role !== 'activity')) agent.setMessages(kept);
  };
  const count = agent.messages.length;
  if (known > 0 && random.chance(0.3)) {
    const end = 1 + random.below(count);
    keep((index) => index < end);
  }
  if (known > 1 && random.chance(0.15)) {
    const gone = random.below(count);
    // Requests do not show which of two equal messages went.
    const text = JSON.stringify(agent.messages[gone]);
    const isTwin = agent.messages.some((other, at) => at !== gone && JSON.stringify(other) === text);
    keep((index) => isTwin || index !== gone);
  }
  if (random.chance(0.2)) {
    agent.setMessages(
      agent.messages.map((message) =>
        message.role === 'user' && random.chance(0.5) ? { ...message, content: `Edited ${turn}.` } : message,
      ),
    );
  }
  // An app may also begin anew, with other messages or with none; its activities go with the last of them.
  if (known === count && random.chance(0.2)) {
    const other = { id: `other${mark}`, role: 'user', content: 'Another.' } as const;
    agent.setMessages(random.chance(0.5) ? [] : [other]);
  }
  if (random.chance(0.2)) agent.setState({ set: turn, list: [1, { turn }] });
  if (random.chance(0.7)) agent.addMessage({ id: `u${mark}`, role: 'user', content: `Question ${turn}?` });
}

export function parametersOf(agent: HttpAgent, random: Random, runId: string): RunAgentParameters {
  const pending = agent.pendingInterrupts;
  if (pending.length === 0) return { runId };
  const status = random.chance(0.7) ? 'resolved' : 'cancelled';
  return { runId, resume: pending.map(({ id }) => ({ interruptId: id, status, payload: { ok: true } })) };
}
