// CUSTOM events that mean something: the interrupts of producers that have no outcome for them.
import type { EventOf } from '@/lib/agui/events';
import type { Json } from '@/lib/agui/json';
import type { Context } from '@/lib/model/context';
import { editRun } from '@/lib/model/nodes';

/** More questions of one run than this are not kept. */
const QUESTIONS_MAX = 100;

/** CUSTOM. */
export function noteCustom({ model, node, seq, timeMs }: Context, event: EventOf<'CUSTOM'>): void {
  if (event.name !== 'on_interrupt') return;
  const run = editRun(model, node.run);
  const asked = run?.customInterrupts ?? [];
  if (run === undefined || asked.length >= QUESTIONS_MAX) return;
  run.customInterrupts = [...asked, { seq, timeMs, value: event.value as Json }];
}
