// A client's memory of one stream: verification state, chunk lanes, stop.
import type { HeldFrame } from '@/lib/core/clients/framing';
import { NOTHING_OPEN, type OpenSet } from '@/lib/core/clients/open-set';
import type { Violation } from '@/lib/core/clients/verdict';
import type { IdMap } from '@/lib/core/json/id-map';
import type { Draft } from '@/lib/core/json/owner';
import { type Lanes, NO_LANES } from '@/lib/core/model/chunk-lanes';

/** The owner of an entity: a subagent, or the parent agent (undefined). */
export interface Owned {
  readonly tag: string | undefined;
}

export interface OpenStep {
  readonly owner: string | undefined;
  readonly name: string;
}

export interface Stop extends Violation {
  readonly seq: number;
  /** First event of the read that stopped it: the app saw nothing from there to `seq`. */
  readonly hiddenFrom: number;
  /** True if a runtime added the event to a run that the user stopped. */
  readonly isAfterStop?: true;
}

/** Reset by every new run. */
interface RunMemory {
  readonly texts: OpenSet;
  readonly calls: OpenSet;
  readonly spans: OpenSet;
  readonly reasonings: OpenSet;
  readonly subagents: OpenSet;
  readonly closedSubagents: IdMap<true>;
  /** By keys of `verify-parts.ts`. */
  readonly steps: OpenSet;
  /** Order of the owners by their first step: error texts list steps in that order. */
  readonly stepOwners: IdMap<number>;
  /** Owners by id, one map per kind of entity. They outlive the entity's end. */
  readonly messageOwners: IdMap<Owned>;
  readonly callOwners: IdMap<Owned>;
  readonly activityOwners: IdMap<Owned>;
  readonly reasoningOwners: IdMap<Owned>;
  /** 0.0.x only. */
  readonly isThinking: boolean;
  readonly isThinkingMessage: boolean;
}

export interface ClientNode extends RunMemory {
  readonly hasFirst: boolean;
  readonly isStarted: boolean;
  readonly isFinished: boolean;
  readonly isErrored: boolean;
  /** From 1.1 on: the thread of the whole stream, and the run that is open. */
  readonly threadId?: string;
  readonly openRun?: { readonly runId: string; readonly threadId: string };
  /** Counts everything that was opened. */
  readonly order: number;
  readonly lanes: Lanes;
  /** Ids assigned to THINKING_* events, which carry none. */
  readonly thinkingSpan?: string | undefined;
  readonly thinkingMessage?: string | undefined;
  /** The current record, and the first event it completed. */
  readonly record: number;
  readonly readFrom: number;
  readonly stop?: Stop;
  /** Frames that the client does not separate; see framing.ts. */
  readonly held?: HeldFrame;
}

export type ClientDraft = Draft<ClientNode>;

export const NEW_RUN: RunMemory = Object.freeze({
  texts: NOTHING_OPEN,
  calls: NOTHING_OPEN,
  spans: NOTHING_OPEN,
  reasonings: NOTHING_OPEN,
  subagents: NOTHING_OPEN,
  closedSubagents: undefined,
  steps: NOTHING_OPEN,
  stepOwners: undefined,
  messageOwners: undefined,
  callOwners: undefined,
  activityOwners: undefined,
  reasoningOwners: undefined,
  isThinking: false,
  isThinkingMessage: false,
});

export const NEW_CLIENT: ClientNode = Object.freeze({
  ...NEW_RUN,
  hasFirst: false,
  isStarted: false,
  isFinished: false,
  isErrored: false,
  order: 0,
  lanes: NO_LANES,
  record: -1,
  readFrom: 0,
});
