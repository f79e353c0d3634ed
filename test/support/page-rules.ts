// Rules of a page without a background.
import { computed, signal } from '@preact/signals';
import { type ArmingState, UNARMED } from '@/lib/messages/arming';
import type { PageRule } from '@/lib/messages/page-rules';
import type { PageRules, Sending } from '@/lib/panel/page-rules';

export function createTestRules(rules: readonly PageRule[] = [], arming: Partial<ArmingState> = {}) {
  const list = signal(rules);
  const isArmed = signal(arming.isArmed ?? false);
  const nothing = () => undefined;
  return {
    list,
    isArmed,
    inForce: computed(() => (isArmed.value ? list.value.filter(({ isOn }) => isOn).length : 0)),
    state: signal<ArmingState>({ ...UNARMED, ...arming }),
    sending: signal<Sending | undefined>(undefined),
    set: (next: readonly PageRule[]) => void (list.value = next),
    start: () => void (isArmed.value = true),
    stop: () => void (isArmed.value = false),
    playback: nothing,
    resume: nothing,
    send: nothing,
    stopSending: nothing,
  } satisfies PageRules;
}
