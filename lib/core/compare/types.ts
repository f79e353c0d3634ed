// Input and result of a comparison. Types only.

import type { Difference } from '@/lib/core/json/diff';
import type { Json } from '@/lib/core/json/json';
import type { DiffSpan } from '@/lib/core/json/text-diff';
import type { Finding } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { RunFigures } from '@/lib/core/metrics/run-figures';
import type { Model } from '@/lib/core/model/types';

export const IGNORABLE = ['ids', 'times', 'wording'] as const;
export type Ignorable = (typeof IGNORABLE)[number];

/** The model and findings of a log, to avoid computing them again. */
export interface Folded {
  /** The model after the last event. */
  readonly head: Model;
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

/** An event, or all parts of one text or of one call's arguments. */
export interface Item {
  /** Position of the first event. */
  readonly seq: number;
  readonly type: string;
  /** JSON without ignored values. */
  readonly content: string;
}

/** Two corresponding items, or one without a counterpart. */
export interface Aligned {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly a?: Item;
  readonly b?: Item;
}

export interface MessagePair {
  readonly role: string;
  readonly kind: Aligned['kind'];
  /** Word differences from text a to text b. */
  readonly spans: readonly DiffSpan[];
}

export interface CallSide {
  readonly id: string;
  readonly args: string;
  readonly result?: Json;
}

export interface CallPair {
  readonly name: string;
  readonly kind: Aligned['kind'];
  readonly a?: CallSide;
  readonly b?: CallSide;
}

export interface RuleCount {
  readonly rule: string;
  readonly a: number;
  readonly b: number;
}

export interface Comparison {
  /** True if all differences are ignored ones; figures do not matter. */
  readonly same: boolean;
  readonly rows: readonly Aligned[];
  /** Index of the first row that is not the same; -1 if there is none. */
  readonly first: number;
  /** True if the sides differ too much to match events reliably. */
  readonly isRough: boolean;
  readonly messages: readonly MessagePair[];
  readonly state: readonly Difference[];
  readonly calls: readonly CallPair[];
  readonly findings: readonly RuleCount[];
  readonly figures: { readonly a: RunFigures; readonly b: RunFigures };
}
