// Messages between a panel that changes what a page gets and the director in the page: panel → background → arming
// script → director, and back.
import type { EventEdit } from './event-edits';
import {
  PAGE_RULES_MAX,
  type PageRule,
  parseEventEdit,
  parsePageRules,
  parseSentRequest,
  type SentRequest,
} from './page-rules';
import { type Fields, isObject, isWhole } from './values';

export const ARMING_PORT = 'arming';

const PLAYBACK_COMMANDS = ['play', 'pause', 'step'] as const;
export type PlaybackCommand = (typeof PLAYBACK_COMMANDS)[number];

export interface HeldEvent {
  readonly id: string;
  readonly rule: string;
  readonly type: string;
  readonly isSent?: boolean;
  /** Its JSON; absent if it is too long to be shown and changed. */
  readonly text?: string;
}

/** Goes on, to the next event of the same answer with `next`; or edits the held event and goes on. */
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
  /** Number of requests that each rule answered, or of events that it edited, by its id. */
  readonly affected: Readonly<Record<string, number>>;
  /** Content type of the newest answer whose events a rule cannot edit, by the id of the rule. */
  readonly notEditable: Readonly<Record<string, string>>;
  /** The oldest first. */
  readonly held: readonly HeldEvent[];
  /** Number of bodies that are being served, and of those that are paused. */
  readonly open: number;
  readonly paused: number;
  /** Number of requests of the panel that are being answered. */
  readonly sending: number;
}

export interface FromArming extends DirectorReport {
  readonly doc: string;
}

export interface ArmingState extends DirectorReport {
  readonly isArmed: boolean;
  /** Reason why the rules are not in force, as a sentence. */
  readonly problem?: string;
  /** The tab is in a private window: the user has to confirm. */
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

const isAmount = (value: unknown): value is number => isWhole(value) && value >= 0;
const ID_MAX = 8 * 1024;
const DOC_MAX = 64;
/** Maximum number of events that one document holds: more go on. */
export const HELD_MAX = 100;
export const HELD_TEXT_MAX = 256 * 1024;
/** Maximum length of a content type, and of the type of an event. */
export const TYPE_MAX = 200;

/** The entries of an object whose values are valid; undefined if there are too many. */
function validEntries<T>(
  value: unknown,
  isValid: (entry: unknown) => entry is T,
): Readonly<Record<string, T>> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).flatMap(([id, entry]) =>
    id.length <= ID_MAX && isValid(entry) ? [[id, entry] as const] : [],
  );
  return entries.length <= PAGE_RULES_MAX ? Object.fromEntries(entries) : undefined;
}

const isTypeText = (value: unknown): value is string => typeof value === 'string' && value.length <= TYPE_MAX;

function heldOf(value: unknown): HeldEvent | undefined {
  const { id, rule, type, isSent, text }: Fields = isObject(value) ? value : {};
  if (typeof id !== 'string' || id.length > ID_MAX || typeof rule !== 'string' || rule.length > ID_MAX)
    return undefined;
  if (!isTypeText(type)) return undefined;
  const known = typeof text === 'string' && text.length <= HELD_TEXT_MAX;
  return { id, rule, type, ...(isSent === true && { isSent }), ...(known && { text }) };
}

function parseHeld(value: unknown): readonly HeldEvent[] | undefined {
  return Array.isArray(value) && value.length <= HELD_MAX
    ? value.flatMap((each) => heldOf(each) ?? [])
    : undefined;
}

function parseCommand(value: unknown): HeldCommand | undefined {
  const kind = isObject(value) ? value['kind'] : undefined;
  return kind === 'forward' || kind === 'next' ? { kind } : parseEventEdit(value);
}

export function parseDirectorReport(value: unknown): DirectorReport | undefined {
  const { open, paused, sending, ...rest }: Fields = isObject(value) ? value : {};
  const affected = validEntries(rest['affected'], isAmount);
  const notEditable = validEntries(rest['notEditable'], isTypeText);
  const held = parseHeld(rest['held']);
  return affected && notEditable && held && isAmount(open) && isAmount(paused) && isAmount(sending)
    ? { affected, notEditable, held, open, paused, sending }
    : undefined;
}

export function parseFromArming(value: unknown): FromArming | undefined {
  const report = parseDirectorReport(value);
  const doc = isObject(value) ? value['doc'] : undefined;
  return report && typeof doc === 'string' && doc.length <= DOC_MAX ? { ...report, doc } : undefined;
}

export function parseToDirector(value: unknown): ToDirector | undefined {
  const { kind, rules, command, id, request }: Fields = isObject(value) ? value : {};
  if (kind === 'off' || kind === 'stop-sent') return { kind };
  if (kind === 'send') {
    const sent = parseSentRequest(request);
    return sent && { kind, request: sent };
  }
  if (kind === 'held') {
    const edit = parseCommand(command);
    return edit && typeof id === 'string' ? { kind, id, command: edit } : undefined;
  }
  const known = PLAYBACK_COMMANDS.find((each) => each === command);
  if (kind === 'playback' && known) return { kind, command: known };
  const parsed = kind === 'rules' ? parsePageRules(rules) : undefined;
  return parsed && { kind: 'rules', rules: parsed };
}
