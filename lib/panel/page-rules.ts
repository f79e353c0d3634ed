// Rules with which this panel changes the inspected page, and the port that keeps them active: they end with it.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ArmingState, type HeldCommand, type PlaybackCommand, UNARMED } from '@/lib/messages/arming';
import type { FromPanel } from '@/lib/messages/messages';
import type { PageRule, SentRequest } from '@/lib/messages/page-rules';
import { type Connect, type PanelPort, postOn } from './background-requests';

/** Steps of a request: the tab is not armed yet, the page was asked to send it, its response arrives. */
export type Sending = 'arming' | 'asked' | 'answered';

export interface PageRules {
  readonly list: ReadonlySignal<readonly PageRule[]>;
  /** True while rules are active, or being activated. */
  readonly isArmed: ReadonlySignal<boolean>;
  /** Number of started rules that are on. Sending a request starts none. */
  readonly inForce: ReadonlySignal<number>;
  readonly state: ReadonlySignal<ArmingState>;
  /** Replaces the list. A list without enabled rules disarms. */
  set(list: readonly PageRule[]): void;
  /** Activates the rules; for a private window again, after the user has confirmed. */
  start(isPrivateConfirmed?: boolean): void;
  stop(): void;
  playback(command: PlaybackCommand): void;
  /** For a held event, by default the oldest one. */
  resume(command: HeldCommand, id?: string): void;
  /** State of the sent request, until its response has ended. */
  readonly sending: ReadonlySignal<Sending | undefined>;
  /**
   * Sends a request from a frame of the page. The tab stays armed until the response has ended, or longer if a rule
   * is on.
   */
  send(frame: number, request: SentRequest): void;
  stopSending(): void;
}

interface PageRulesParts {
  readonly tab: number;
  readonly connect: Connect;
  later(ms: number, run: () => void): void;
}

const RETRY_MS = 100;

export function createPageRules({ tab, connect, later }: PageRulesParts): PageRules {
  const list = signal<readonly PageRule[]>([]);
  const isArmed = signal(false);
  const state = signal(UNARMED);
  const sending = signal<Sending | undefined>(undefined);
  const areStarted = signal(false);
  const inForce = computed(() => (areStarted.value ? list.value.filter(({ isOn }) => isOn).length : 0));
  let port: PanelPort | undefined;
  let isPrivateConfirmed = false;
  let next: Extract<FromPanel, { readonly kind: 'send' }> | undefined;
  /** True once the tab is armed by this port. */
  let isReady = false;
  /** Commands for held events until the events are released. A director carries out one per event. */
  const commands = new Map<string, { readonly command: HeldCommand; sentBy?: PanelPort }>();

  const disarm = (): void => {
    isArmed.value = false;
    const { affected } = state.value;
    state.value = { ...UNARMED, affected };
    commands.clear();
    port?.disconnect();
    port = undefined;
  };
  const endSending = (): void => {
    sending.value = undefined;
    next = undefined;
  };
  const end = (): void => {
    areStarted.value = false;
    endSending();
    disarm();
  };
  const post = (message: FromPanel): void => postOn(port, message);
  const send = (): void => {
    const rules = areStarted.value ? list.value : [];
    post({ kind: 'arm', tab, rules, isPrivateConfirmed });
  };
  const finish = (): void => {
    const { problem } = state.value;
    endSending();
    if (inForce.value > 0) return;
    disarm();
    if (problem !== undefined) state.value = { ...state.value, problem };
  };
  /** Updates the state of the request by a state of the background. */
  const follow = ({ problem, sending: count }: ArmingState): void => {
    if (sending.value === 'arming' && next) {
      post(next);
      sending.value = 'asked';
    } else if (sending.value === 'asked' && count > 0) sending.value = 'answered';
    else if (sending.value === 'asked' ? problem !== undefined : sending.value && count === 0) finish();
  };
  /** Sends commands for held events, again after the background restarted. */
  const sendCommands = (): void => {
    const ids = new Set(state.value.held.map(({ id }) => id));
    for (const [id, each] of commands)
      if (!ids.has(id)) {
        if (each.sentBy === port) commands.delete(id);
      } else if (port && isReady && each.sentBy !== port) {
        each.sentBy = port;
        post({ kind: 'held', id, command: each.command });
      }
  };
  const open = (): void => {
    if (port !== undefined || !isArmed.value) return;
    const fresh = connect();
    port = fresh;
    isReady = false;
    fresh.onMessage.addListener((message) => {
      if (port !== fresh || message.kind !== 'arming') return;
      const { state: now } = message;
      if (!now.isArmed) {
        // A request waits for the user's confirmation.
        if (now.asksPrivate) disarm();
        else end();
      }
      state.value = now;
      isReady = now.isArmed;
      if (!now.isArmed) return;
      sendCommands();
      follow(now);
    });
    fresh.onDisconnect.addListener(() => {
      if (port !== fresh) return;
      // The background restarted and has no rules.
      port = undefined;
      // The state of the response is unknown until its directors report again.
      if (sending.value === 'answered') sending.value = 'asked';
      later(RETRY_MS, open);
    });
    send();
  };
  const arm = (): void => {
    if (inForce.value === 0 && !sending.value) return;
    isArmed.value = true;
    if (port === undefined) open();
    else send();
  };
  return {
    list,
    isArmed,
    inForce,
    state,
    set(rules) {
      list.value = rules;
      if (!isArmed.value) return;
      if (inForce.value > 0 || sending.value) send();
      else end();
    },
    start(isConfirmed = false) {
      isPrivateConfirmed ||= isConfirmed;
      // Confirms what was requested before: rules or a request.
      if (!isConfirmed) areStarted.value = list.value.some(({ isOn }) => isOn);
      arm();
    },
    stop: end,
    playback: (command) => post({ kind: 'playback', command }),
    resume(command, id = state.value.held[0]?.id) {
      if (id === undefined) return;
      commands.set(id, { command });
      sendCommands();
    },
    sending,
    send(frame, request) {
      next = { kind: 'send', frame, request };
      sending.value = 'arming';
      if (state.value.isArmed) follow(state.value);
      else arm();
    },
    stopSending() {
      post({ kind: 'stop-sent' });
      if (sending.value !== 'answered') finish();
    },
  };
}
