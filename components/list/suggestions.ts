// Suggestions of the filter box: saved filters, fields and present values.
import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { type Completion, complete } from '@/lib/core/query/edit';
import type { EventFilter } from '@/lib/panel/event-filter';
import { TEXTS } from '../texts';

export interface Suggestions {
  readonly list: readonly Completion[];
  /** -1 for none. */
  readonly at: number;
  readonly isOpen: Signal<boolean>;
  accept(suggestion: Completion): void;
  move(by: 1 | -1): void;
  /** Opens the list for the position of the caret. Undo may change a field without focus: nothing would close the list. */
  follow(element: HTMLInputElement): void;
  reset(): void;
}

function savedSuggestions(saved: readonly string[]): readonly Completion[] {
  return saved.map((filter) => ({
    text: filter,
    caret: filter.length,
    label: filter,
    summary: TEXTS.list.savedFilter,
  }));
}

export function useSuggestions(
  input: RefObject<HTMLInputElement | null>,
  { text, facts }: EventFilter,
  saved: readonly string[],
): Suggestions {
  const isOpen = useSignal(false);
  const caret = useSignal(0);
  const chosen = useSignal(-1);
  const typed = text.value;
  const list = isOpen.value
    ? [...(typed.trim() === '' ? savedSuggestions(saved) : []), ...complete(typed, caret.value, facts)]
    : [];
  const count = list.length;
  const at = Math.min(chosen.value, count - 1);
  return {
    list,
    at,
    isOpen,
    accept(suggestion) {
      text.value = suggestion.text;
      caret.value = suggestion.caret;
      chosen.value = -1;
      const element = input.current;
      if (element === null) return;
      element.value = suggestion.text;
      element.setSelectionRange(suggestion.caret, suggestion.caret);
    },
    move(by) {
      if (by === 1) chosen.value = count === 0 ? -1 : (at + 1) % count;
      else chosen.value = at <= 0 ? count - 1 : at - 1;
    },
    follow(element) {
      caret.value = element.selectionStart ?? element.value.length;
      isOpen.value = element.matches(':focus');
    },
    reset() {
      chosen.value = -1;
    },
  };
}
