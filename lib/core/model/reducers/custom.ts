// CUSTOM events with a known meaning: interrupts of producers that do not use the outcome.
import type { EventOf } from '@/lib/core/agui/events';
import { isJsonObject } from '@/lib/core/json/json';
import type { ReducerContext } from '@/lib/core/model/context';
import { editRun } from '@/lib/core/model/nodes';

const INTERRUPTS_MAX = 100;

export function noteCustom({ model, node, seq, timeMs }: ReducerContext, event: EventOf<'CUSTOM'>): void {
  if (event.name === 'tool-input-available' || event.name === 'approval-requested') {
    const asking = editRun(model, node.run);
    const id = isJsonObject(event.value) ? event.value['toolCallId'] : undefined;
    const known = asking?.offeredCallIds ?? [];
    if (asking === undefined || typeof id !== 'string' || known.length >= INTERRUPTS_MAX) return;
    asking.offeredCallIds = [...known, id];
    return;
  }
  if (event.name !== 'on_interrupt') return;
  const run = editRun(model, node.run);
  const asked = run?.customInterrupts ?? [];
  if (run === undefined || asked.length >= INTERRUPTS_MAX) return;
  run.customInterrupts = [...asked, { seq, timeMs, value: event.value }];
}
