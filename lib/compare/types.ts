// What a comparison says. Types only.
import type { Json } from '@/lib/agui/json';
import type { Finding } from '@/lib/lint/types';
import type { Log } from '@/lib/log/log';
import type { RunFigures } from '@/lib/metrics/run-figures';
import type { Model } from '@/lib/model/types';
import type { Difference } from '@/lib/values/diff';
import type { TextSpan } from '@/lib/values/text-diff';

/** What may differ without counting: ids, times, what is said. */
export const IGNORABLE = ['ids', 'times', 'wording'] as const;
/** One of IGNORABLE. */
export type Ignorable = (typeof IGNORABLE)[number];

/** What a log amounts to, where somebody has it already. */
export interface Folded {
  /** The model after the last event. */
  readonly head: Model;
  /** The model after an event. */
  at(seq: number): Model;
  readonly findings: readonly Finding[];
}

/** One side: a session, or one run of it. */
export interface Side {
  readonly log: Log;
  readonly folded?: Folded;
  /** Index of the run in the model; undefined for everything. */
  readonly run?: number;
}

/** An event, or all the parts of one text or of one call's arguments. */
export interface Item {
  /** Its first event. */
  readonly seq: number;
  readonly type: string;
  /** What kind of thing it is, whatever it says: items of one kind can stand for each other. */
  readonly kind: string;
  /** What it says, without what is ignored. */
  readonly content: string;
}

/** A line of the alignment. */
export interface Aligned {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly a?: Item;
  readonly b?: Item;
}

/** Two messages that stand for each other, or one that has no other. */
export interface MessagePair {
  readonly role: string;
  readonly kind: Aligned['kind'];
  /** What the text of one and of the other have in common. */
  readonly spans: readonly TextSpan[];
}

/** A tool call, as far as it is compared. */
export interface CallSide {
  readonly id: string;
  readonly args: string;
  readonly result?: Json;
}

/** Two calls of one tool. */
export interface CallPair {
  readonly name: string;
  readonly kind: Aligned['kind'];
  readonly a?: CallSide;
  readonly b?: CallSide;
}

/** How often a rule found something on each side, where that differs. */
export interface RuleCount {
  readonly rule: string;
  readonly a: number;
  readonly b: number;
}

/** The whole comparison. */
export interface Comparison {
  /** Nothing differs but what is ignored; times and figures are shown and never count. */
  readonly same: boolean;
  readonly rows: readonly Aligned[];
  /** Index of the first row that is not the same; -1 if there is none. */
  readonly first: number;
  /** True if the two differ in so much that the alignment in the middle is a guess. */
  readonly isRough: boolean;
  readonly messages: readonly MessagePair[];
  readonly state: readonly Difference[];
  readonly calls: readonly CallPair[];
  readonly findings: readonly RuleCount[];
  readonly figures: { readonly a: RunFigures; readonly b: RunFigures };
}
