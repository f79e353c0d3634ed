// Messages between a panel that changes what a page gets and the director in the page: panel → background → arming
// script → director, and back.
import { PAGE_RULES_MAX, type PageRule, parsePageRules } from './page-rules';
import { type Fields, isObject, isWhole } from './values';

/** Name of the port from an arming script to the background. */
export const ARMING_PORT = 'arming';

/** Commands for all bodies that are being served. */
const PLAYBACK_COMMANDS = ['play', 'pause', 'step'] as const;
export type PlaybackCommand = (typeof PLAYBACK_COMMANDS)[number];

/** Background → arming script → director. */
export type ToDirector =
  | { readonly kind: 'rules'; readonly rules: readonly PageRule[] }
  | { readonly kind: 'playback'; readonly command: PlaybackCommand }
  | { readonly kind: 'off' };

/** Director → arming script: totals of the document so far. */
export interface DirectorReport {
  /** Number of requests that each rule answered, or of events that it edited, by its id. */
  readonly affected: Readonly<Record<string, number>>;
  /** Content type of the newest answer whose events a rule cannot edit, by the id of the rule. */
  readonly notEditable: Readonly<Record<string, string>>;
  /** Number of bodies that are being served, and of those that are paused. */
  readonly open: number;
  readonly paused: number;
}

/** Arming script → background. */
export interface FromArming extends DirectorReport {
  /** Id of the document. */
  readonly doc: string;
}

/** State of the rules of a tab, as panels show it. */
export interface ArmingState extends DirectorReport {
  readonly isArmed: boolean;
  /** Reason why the rules are not in force, as a sentence. */
  readonly problem?: string;
  /** The tab is in a private window: the user has to confirm. */
  readonly asksPrivate?: boolean;
}

const isAmount = (value: unknown): value is number => isWhole(value) && value >= 0;
const ID_MAX = 8 * 1024;
const DOC_MAX = 64;
/** Maximum length of a content type. */
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

/** Rebuilds a report of a director; undefined if anything in it is invalid. */
export function parseDirectorReport(value: unknown): DirectorReport | undefined {
  const { open, paused, ...rest }: Fields = isObject(value) ? value : {};
  const affected = validEntries(rest['affected'], isAmount);
  const notEditable = validEntries(rest['notEditable'], isTypeText);
  return affected && notEditable && isAmount(open) && isAmount(paused)
    ? { affected, notEditable, open, paused }
    : undefined;
}

/** Rebuilds a message of an arming script; undefined if anything in it is invalid. */
export function parseFromArming(value: unknown): FromArming | undefined {
  const report = parseDirectorReport(value);
  const doc = isObject(value) ? value['doc'] : undefined;
  return report && typeof doc === 'string' && doc.length <= DOC_MAX ? { ...report, doc } : undefined;
}

/** Rebuilds a message for a director; undefined if anything in it is invalid. */
export function parseToDirector(value: unknown): ToDirector | undefined {
  const { kind, rules, command }: Fields = isObject(value) ? value : {};
  if (kind === 'off') return { kind };
  const known = PLAYBACK_COMMANDS.find((each) => each === command);
  if (kind === 'playback' && known) return { kind, command: known };
  const parsed = kind === 'rules' ? parsePageRules(rules) : undefined;
  return parsed && { kind: 'rules', rules: parsed };
}
