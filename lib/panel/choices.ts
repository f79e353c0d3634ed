// Choices in the views of a session; they outlive the views.
import { type Signal, signal } from '@preact/signals';
import type { Stream } from '@/lib/core/log/types';
import type { CursorPlace } from './cursor';

/** A chosen run, by index, and the position of the cursor at that time. */
interface ChosenRun {
  readonly index: number;
  readonly at: CursorPlace;
  readonly boundary: number | undefined;
}

/** Base of a state diff: a change, the start of a run, an event, or the end of a run (`end 3`). */
export type DiffBase = 'previous' | 'run' | 'pinned' | `end ${number}`;

/** Start of a run that the user sends: a recorded request or none, and the event that determines the conversation. */
export interface RunStart {
  readonly stream: Stream | undefined;
  readonly seq: number | undefined;
}

/** Basis of a composed request: the conversation at an event, the same in a new thread, or the recorded request. */
export const RUN_BASES = ['event', 'thread', 'request'] as const;
export type RunBase = (typeof RUN_BASES)[number];

/** Content of the composer's fields. */
export interface RunDraft {
  readonly base: RunBase;
  readonly text: string;
  readonly headers: string;
  readonly url: string;
}

export interface Choices {
  /** Thread of the views; undefined for the one at the cursor. */
  readonly thread: Signal<string | undefined>;
  /** Index of the selected tool call; undefined for the newest. */
  readonly call: Signal<number | undefined>;
  /** Name of the tool whose calls are listed; undefined for all. */
  readonly tool: Signal<string | undefined>;
  /** The chosen run, while the cursor stays. */
  readonly run: Signal<ChosenRun | undefined>;
  /** Index of the run in the table of faults; undefined for the one at the cursor. */
  readonly brokenRun: Signal<number | undefined>;
  /** Indexes of the ticked runs, in the order of ticking; two are compared. */
  readonly compared: Signal<readonly number[]>;
  /** Event that the state is compared with. */
  readonly pinned: Signal<number | undefined>;
  readonly diffBase: Signal<DiffBase>;
  /** Selection and open rows of the state tree, and its long text that is shown whole. */
  readonly tree: {
    readonly active: Signal<string>;
    readonly toggled: Signal<ReadonlyMap<string, boolean>>;
    readonly whole: Signal<string | undefined>;
  };
  readonly runStart: Signal<RunStart | undefined>;
  /** Drafts of the composer by their start: Escape keeps them, Cancel discards them. */
  readonly runDrafts: Map<string, RunDraft>;
  /** Unsent texts of the event editors, by the held event or the run. */
  readonly eventDrafts: Map<string, string>;
  /** Event under the pointer; the overview and the charts show a line there. */
  readonly hovered: Signal<number | undefined>;
}

export function createChoices(): Choices {
  return {
    thread: signal(undefined),
    call: signal(undefined),
    tool: signal(undefined),
    run: signal(undefined),
    brokenRun: signal(undefined),
    compared: signal([]),
    pinned: signal(undefined),
    diffBase: signal<DiffBase>('previous'),
    tree: {
      active: signal(''),
      toggled: signal<ReadonlyMap<string, boolean>>(new Map()),
      whole: signal<string | undefined>(undefined),
    },
    runStart: signal(undefined),
    runDrafts: new Map(),
    eventDrafts: new Map(),
    hovered: signal(undefined),
  };
}
