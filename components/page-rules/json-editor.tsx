// An editor of JSON as text, with the result of a check below it.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';

const words = TEXTS.rules;

type ParsedText = { readonly value: unknown } | { readonly error: string };

export function parseText(text: string): ParsedText {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: words.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

/** Indented; unchanged where it is not JSON. */
export function pretty(text: string): string {
  const read = parseText(text);
  return 'value' in read ? JSON.stringify(read.value, undefined, 2) : text;
}

export function compact(text: string): string {
  const read = parseText(text);
  return 'value' in read ? JSON.stringify(read.value) : text;
}

/** Text of an editor: Escape keeps it for the next time. */
export function useEventDraft(keyAtOpening: string, initial: () => string) {
  const { eventDrafts } = useSession().choices;
  // The cursor may reach another run while the dialog is open.
  const { current: key } = useRef(keyAtOpening);
  const [text, setText] = useState(() => eventDrafts.get(key) ?? initial());
  return {
    text,
    onText(next: string) {
      eventDrafts.set(key, next);
      setText(next);
    },
    forget: () => void eventDrafts.delete(key),
  };
}

interface JsonEditorProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly check: { readonly isValid: boolean; readonly text: string };
  onText(text: string): void;
}

export function JsonEditor({ id, label, text, check, onText }: JsonEditorProps) {
  const editor = useRef<HTMLTextAreaElement>(null);
  // Some browsers begin at the end of the text.
  useLayoutEffect(() => editor.current?.setSelectionRange(0, 0), []);
  return (
    <>
      <textarea
        ref={editor}
        class="json-editor"
        spellcheck={false}
        aria-label={label}
        aria-describedby={id}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <p id={id} role="status" class={check.isValid ? 'dim' : 'error'}>
        {check.text}
      </p>
    </>
  );
}
