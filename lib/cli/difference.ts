// The first difference between two files: in their events, or else in the resulting messages or state.
import type { JsonObject } from '@/lib/agui/json';
import { eventsOf } from '@/lib/files/log-source';
import { createHistory } from '@/lib/log/history';
import type { Log } from '@/lib/log/log';
import { modelFold } from '@/lib/model/model';

/** The first difference between two logs. */
export type Difference =
  | { readonly same: true }
  | {
      readonly same: false;
      readonly event: number;
      readonly a: unknown;
      readonly b: unknown;
      readonly messages: boolean;
      readonly state: boolean;
    };

// Timestamps and raw events differ between any two runs; they do not count as content.
function comparable(event: JsonObject | undefined): string | undefined {
  if (event === undefined) return undefined;
  const { timestamp: _time, rawEvent: _raw, ...rest } = event;
  return JSON.stringify(rest);
}

function ends(log: Log): { messages: string; state: string } {
  const threads = [...createHistory(modelFold, log).head().threads];
  return {
    messages: JSON.stringify(threads.map((thread) => [...thread.messages].map((entry) => entry.message))),
    state: JSON.stringify(threads.map((thread) => thread.state ?? null)),
  };
}

/** The first difference between two logs. */
export function firstDifference(a: Log, b: Log): Difference {
  const [left, right] = [[...eventsOf(a)], [...eventsOf(b)]];
  const length = Math.max(left.length, right.length);
  const [endA, endB] = [ends(a), ends(b)];
  const messages = endA.messages !== endB.messages;
  const state = endA.state !== endB.state;
  for (let index = 0; index < length; index++) {
    if (comparable(left[index]) === comparable(right[index])) continue;
    return { same: false, event: index, a: left[index] ?? null, b: right[index] ?? null, messages, state };
  }
  return messages || state ? { same: false, event: -1, a: null, b: null, messages, state } : { same: true };
}
