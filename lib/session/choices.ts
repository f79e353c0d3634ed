// What was chosen in the views. It outlives them: a view is gone while another one is open.
import { type Signal, signal } from '@preact/signals';

/** The choices. */
export interface Choices {
  /** Thread to look at; undefined for the one at the cursor. */
  readonly thread: Signal<string | undefined>;
  /** Index of the tool call to look at; undefined for the newest. */
  readonly call: Signal<number | undefined>;
  /** Event that the state is compared with, once one was pinned. */
  readonly pinned: Signal<number | undefined>;
}

/** Nothing was chosen yet. */
export function createChoices(): Choices {
  return { thread: signal(undefined), call: signal(undefined), pinned: signal(undefined) };
}
