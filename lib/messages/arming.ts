// Messages between a panel with rules and the director in the page: panel → background → arming script → director,
// and back.
import type { EventEdit } from './event-edits';
import {
  PAGE_RULES_MAX,
  type PageRule,
  parseEventEdit,
  parsePageRules,
  parseSentRequest,
  type SentRequest,
} from './page-rules';
import { flag, listOf, objectOf, oneOf, recordOf, text, variants, whole } from './validators';
import { isObject } from './values';

export const ARMING_PORT = 'arming';

const PLAYBACK_COMMANDS = ['play', 'pause', 'step'] as const;
export type PlaybackCommand = (typeof PLAYBACK_COMMANDS)[number];

export interface HeldEvent {
  readonly id: string;
  readonly rule: string;
  readonly type: string;
  readonly isSent?: boolean;
  /** The event as JSON; absent if it is too long to be edited. */
  readonly text?: string;
}

/** Ends a hold. With `next`, the next event of the response is held; an edit changes the event first. */
export type HeldCommand = EventEdit | { readonly kind: 'forward' } | { readonly kind: 'next' };

export type ToDirector =
  | { readonly kind: 'rules'; readonly rules: readonly PageRule[] }
  | { readonly kind: 'playback'; readonly command: PlaybackCommand }
  | { readonly kind: 'held'; readonly id: string; readonly command: HeldCommand }
  | { readonly kind: 'send'; readonly request: SentRequest }
  | { readonly kind: 'stop-sent' }
  | { readonly kind: 'off' };

/** Director → arming script: totals of the document so far. */
export interface DirectorReport {
  /** Number of requests that each rule responded to, or of events that it edited, by rule id. */
  readonly affected: Readonly<Record<string, number>>;
  /** Content type of the newest response whose events a rule cannot edit, by rule id. */
  readonly notEditable: Readonly<Record<string, string>>;
  /** Oldest first. */
  readonly held: readonly HeldEvent[];
  /** Number of bodies being served, and of paused ones. */
  readonly open: number;
  readonly paused: number;
  /** Number of requests of the panel without a complete response. */
  readonly sending: number;
}

export interface FromArming extends DirectorReport {
  readonly doc: string;
}

export interface ArmingState extends DirectorReport {
  readonly isArmed: boolean;
  /** Reason why the rules are not active, as a sentence. */
  readonly problem?: string;
  /** True if the tab is in a private window: the user has to confirm. */
  readonly asksPrivate?: boolean;
}

export const NO_CHANGES: DirectorReport = {
  affected: {},
  notEditable: {},
  held: [],
  open: 0,
  paused: 0,
  sending: 0,
};

export const UNARMED: ArmingState = { isArmed: false, ...NO_CHANGES };

const ID_MAX = 8 * 1024;
const DOC_MAX = 64;
/** Maximum number of held events per document; others continue. */
export const HELD_EVENTS_MAX = 100;
export const HELD_TEXT_MAX = 256 * 1024;
/** Maximum length of a content type, and of an event type. */
export const TYPE_MAX = 200;

const id = text(ID_MAX);
const heldEvent = objectOf<HeldEvent>(
  { id, rule: id, type: text(TYPE_MAX), isSent: flag, text: text(HELD_TEXT_MAX) },
  ['isSent', 'text'],
);
const REPORT = {
  affected: recordOf(whole(0), id, PAGE_RULES_MAX),
  notEditable: recordOf(text(TYPE_MAX), id, PAGE_RULES_MAX),
  held: listOf(heldEvent, HELD_EVENTS_MAX),
  open: whole(0),
  paused: whole(0),
  sending: whole(0),
};

export const parseDirectorReport = objectOf<DirectorReport>(REPORT);
export const parseFromArming = objectOf<FromArming>({ ...REPORT, doc: text(DOC_MAX) });

function parseCommand(value: unknown): HeldCommand | undefined {
  const kind = isObject(value) ? value['kind'] : undefined;
  return kind === 'forward' || kind === 'next' ? { kind } : parseEventEdit(value);
}

export const parseToDirector = variants<ToDirector>({
  rules: { rules: parsePageRules },
  playback: { command: oneOf(PLAYBACK_COMMANDS) },
  held: { id, command: parseCommand },
  send: { request: parseSentRequest },
  'stop-sent': {},
  off: {},
});
