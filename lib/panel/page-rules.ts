// The rules by which this panel changes the inspected page, and the port that keeps them in force: they end with it.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { ArmingState, HeldCommand, PlaybackCommand } from '@/lib/messages/arming';
import { type FromPanel, PANEL_PORT } from '@/lib/messages/messages';
import type { PageRule } from '@/lib/messages/page-rules';
import type { Connect } from './ask';
import type { PanelPort } from './panel-port';

export interface PageRules {
  readonly list: ReadonlySignal<readonly PageRule[]>;
  /** True while rules are in force, or on their way there. */
  readonly isArmed: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<ArmingState>;
  /** Replaces the list. A list without a rule that is on disarms. */
  set(list: readonly PageRule[]): void;
  /** Puts the rules in force; for a private window once more, after the user has confirmed. */
  start(isPrivateConfirmed?: boolean): void;
  stop(): void;
  playback(command: PlaybackCommand): void;
  /** For a held event, or for the oldest one. */
  resume(command: HeldCommand, id?: string): void;
}

export interface PageRulesParts {
  readonly tab: number;
  readonly connect: Connect;
  /** Calls back after `ms` milliseconds. */
  later(ms: number, run: () => void): void;
}

const NO_ARMING: ArmingState = {
  isArmed: false,
  affected: {},
  notEditable: {},
  held: [],
  open: 0,
  paused: 0,
};
const RETRY_MS = 100;

export function createPageRules({ tab, connect, later }: PageRulesParts): PageRules {
  const list = signal<readonly PageRule[]>([]);
  const isArmed = signal(false);
  const state = signal(NO_ARMING);
  let port: PanelPort | undefined;
  let isPrivateConfirmed = false;

  const end = (): void => {
    isArmed.value = false;
    const { affected } = state.value;
    state.value = { ...NO_ARMING, affected };
    port?.disconnect();
    port = undefined;
  };
  const post = (message: FromPanel): void => {
    try {
      port?.postMessage(message);
    } catch {
      // The port broke; its event brings the next one.
    }
  };
  const send = (): void => post({ kind: 'arm', tab, rules: list.value, isPrivateConfirmed });
  const open = (): void => {
    if (port !== undefined || !isArmed.value) return;
    const fresh = connect(PANEL_PORT);
    port = fresh;
    fresh.onMessage.addListener((message) => {
      if (port !== fresh || message.kind !== 'arming') return;
      const next = message.state;
      if (!next.isArmed) end();
      state.value = next;
    });
    fresh.onDisconnect.addListener(() => {
      if (port !== fresh) return;
      // The background died: it starts again, and knows no rules.
      port = undefined;
      later(RETRY_MS, open);
    });
    send();
  };
  const start = (isConfirmed = false): void => {
    if (!list.value.some(({ isOn }) => isOn)) return;
    isPrivateConfirmed ||= isConfirmed;
    isArmed.value = true;
    if (port === undefined) open();
    else send();
  };
  return {
    list,
    isArmed,
    state,
    set(next) {
      list.value = next;
      if (!isArmed.value) return;
      if (next.some(({ isOn }) => isOn)) send();
      else end();
    },
    start,
    stop: end,
    playback: (command) => post({ kind: 'playback', command }),
    resume(command, id = state.value.held[0]?.id) {
      if (id !== undefined) post({ kind: 'held', id, command });
    },
  };
}
