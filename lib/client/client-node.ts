// What a client remembers of one stream: the state of its verification, its chunk lanes, and where it stopped.
import { NOTHING_OPEN, type OpenSet } from '@/lib/client/open-set';
import type { Violation } from '@/lib/client/verdict';
import type { LoggedEvent } from '@/lib/log/types';
import type { Lane } from '@/lib/model/nodes';
import type { IdMap } from '@/lib/values/id-map';
import type { Draft } from '@/lib/values/owner';

/** Who an entity belongs to: a subagent, or (undefined) the parent agent. */
export interface Owned {
  readonly tag: string | undefined;
}

/** An open step. */
export interface OpenStep {
  readonly owner: string | undefined;
  readonly name: string;
  /** Rising; 0 once it is finished. */
  readonly order: number;
}

/** Where a client stopped. */
export interface Stop extends Violation {
  readonly seq: number;
  /** First event of the read that brought it: from there to `seq` the app saw nothing. */
  readonly hiddenFrom: number;
}

/** The part that every new run forgets. */
export interface RunMemory {
  readonly texts: OpenSet;
  readonly calls: OpenSet;
  readonly spans: OpenSet;
  readonly reasonings: OpenSet;
  readonly subagents: OpenSet;
  readonly closedSubagents: IdMap<true>;
  readonly steps: IdMap<OpenStep>;
  readonly stepsOpen: number;
  /** When each owner opened its first step: errors name steps in that order. */
  readonly stepOwners: IdMap<number>;
  /** Owners by id, one map for each kind of entity; they outlive the entity's end. */
  readonly messageOwners: IdMap<Owned>;
  readonly callOwners: IdMap<Owned>;
  readonly activityOwners: IdMap<Owned>;
  readonly reasoningOwners: IdMap<Owned>;
  /** 0.0.x only. */
  readonly isThinking: boolean;
  readonly isThinkingMessage: boolean;
}

/** A client's memory of one stream. */
export interface ClientNode extends RunMemory {
  readonly hasFirst: boolean;
  readonly isStarted: boolean;
  readonly isFinished: boolean;
  readonly isErrored: boolean;
  /** Counts what is opened. */
  readonly order: number;
  readonly lanes: readonly Lane[];
  /** Ids given to the id-less THINKING_* events. */
  readonly thinkingSpan?: string | undefined;
  readonly thinkingMessage?: string | undefined;
  /** The record that is being read, and the first event that it completed. */
  readonly record: number;
  readonly readFrom: number;
  readonly stop?: Stop;
  /** Warnings that were given already: one of a kind is enough for a stream. */
  readonly said: IdMap<true>;
  /** Frames that the client does not see as separate; see framing.ts. */
  readonly held?: { readonly first: LoggedEvent; readonly second?: LoggedEvent };
}

/** The memory of a client, for change. */
export type ClientDraft = Draft<ClientNode>;

/** What a new run begins with. */
export const NEW_RUN: RunMemory = Object.freeze({
  texts: NOTHING_OPEN,
  calls: NOTHING_OPEN,
  spans: NOTHING_OPEN,
  reasonings: NOTHING_OPEN,
  subagents: NOTHING_OPEN,
  closedSubagents: undefined,
  steps: undefined,
  stepsOpen: 0,
  stepOwners: undefined,
  messageOwners: undefined,
  callOwners: undefined,
  activityOwners: undefined,
  reasoningOwners: undefined,
  isThinking: false,
  isThinkingMessage: false,
});

/** A client that has seen nothing of a stream. */
export const NEW_CLIENT: ClientNode = Object.freeze({
  ...NEW_RUN,
  hasFirst: false,
  isStarted: false,
  isFinished: false,
  isErrored: false,
  order: 0,
  lanes: [],
  record: -1,
  readFrom: 0,
  said: undefined,
});
