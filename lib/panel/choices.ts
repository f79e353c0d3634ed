// Choices made in the views of a session; they outlive the views.
import { type Signal, signal } from '@preact/signals';
import type { Stream } from '@/lib/core/log/types';
import type { CursorPlace } from './cursor';

/** A run that was chosen, by its index, and the place of the cursor then. */
export interface ChosenRun {
  readonly index: number;
  readonly at: CursorPlace;
  readonly boundary: number | undefined;
}

/** Base of a state diff: a change, the start of a run, an event, or `end 3` for the end of the run of that index. */
export type DiffBase = 'previous' | 'run' | 'pinned' | `end ${number}`;

/** Start of a run that the user sends: a recorded request or none, and the event as of which the conversation is taken. */
export interface RunStart {
  readonly stream: Stream | undefined;
  readonly seq: number | undefined;
}

export interface Choices {
  /** Thread to look at; undefined for the one at the cursor. */
  readonly thread: Signal<string | undefined>;
  /** Index of the tool call to look at; undefined for the newest. */
  readonly call: Signal<number | undefined>;
  /** Name of the tool whose calls are listed; undefined for all. */
  readonly tool: Signal<string | undefined>;
  /** The run to look at, while the cursor is where choosing it has put it. */
  readonly run: Signal<ChosenRun | undefined>;
  /** Index of the run whose answer breaks in the table of faults; undefined for the one at the cursor. */
  readonly brokenRun: Signal<number | undefined>;
  /** Indexes of the runs that are ticked, in the order in which they were: two are compared. */
  readonly compared: Signal<readonly number[]>;
  /** Event that the state is compared with, once one was pinned. */
  readonly pinned: Signal<number | undefined>;
  readonly diffBase: Signal<DiffBase>;
  /** Selection and open rows of the tree of the state, and its long text that is shown whole. */
  readonly tree: {
    readonly active: Signal<string>;
    readonly toggled: Signal<ReadonlyMap<string, boolean>>;
    readonly whole: Signal<string | undefined>;
  };
  readonly runStart: Signal<RunStart | undefined>;
  /** Event that the pointer is at, wherever that is: the overview and the charts have a line there. */
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
    hovered: signal(undefined),
  };
}
