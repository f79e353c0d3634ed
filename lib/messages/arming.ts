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
  /** Number of requests that each rule answered, by its id. */
  readonly affected: Readonly<Record<string, number>>;
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

/** Rebuilds a report of a director; undefined if anything in it is invalid. */
export function parseDirectorReport(value: unknown): DirectorReport | undefined {
  const { affected, open, paused }: Fields = isObject(value) ? value : {};
  if (!isObject(affected) || !isAmount(open) || !isAmount(paused)) return undefined;
  const counts = Object.entries(affected).flatMap(([id, count]) =>
    id.length <= ID_MAX && isAmount(count) ? [[id, count] as const] : [],
  );
  return counts.length <= PAGE_RULES_MAX ? { affected: Object.fromEntries(counts), open, paused } : undefined;
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
