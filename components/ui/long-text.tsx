// A text of any length, in parts: what is in the document is laid out anew with every step. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { TEXTS } from '../texts';

/** With each click so many more, characters. */
const MORE = 100_000;
/** And of what becomes an element of its own, so many. */
const PIECES = 5_000;

/** Properties of a LongText. */
export interface LongTextProps {
  readonly text: string;
  /** Shown at first, characters. */
  readonly first: number;
  /** Splits a part into what is shown as it is and, at each odd index, what `show` is asked about. */
  readonly split?: RegExp;
  show?(piece: string): ComponentChildren;
}

/** Where the part of a text that begins at an index ends. */
function endOf(text: string, from: number, length: number, split: RegExp | undefined): number {
  const part = text.slice(from, from + length);
  const pieces = split === undefined ? part : part.split(split, 2 * PIECES).join('');
  const end = from + pieces.length;
  // Neither a line end nor a character of two units is cut in two.
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])/.test(text.slice(end - 1, end + 1)) ? end + 1 : end;
}

function Part({ text, split, show }: Omit<LongTextProps, 'first'>) {
  return useMemo(
    () =>
      split === undefined
        ? text
        : text.split(split).map((piece, index) => (index % 2 === 0 ? piece : show?.(piece))),
    [text, split, show],
  );
}

/** As much of a text as somebody asked for, and a button for more. */
export function LongText({ text, first, ...how }: LongTextProps) {
  const clicks = useSignal(0);
  const parts: string[] = [];
  let end = 0;
  for (let part = 0; part <= clicks.value && end < text.length; part++) {
    const next = endOf(text, end, part === 0 ? first : MORE, how.split);
    parts.push(text.slice(end, next));
    end = next;
  }
  return (
    <>
      {parts.map((part, index) => (
        <Part key={index} text={part} {...how} />
      ))}
      {end < text.length && (
        <button type="button" class="link" onClick={() => clicks.value++}>
          {endOf(text, end, MORE, how.split) < text.length
            ? TEXTS.moreCharacters(text.length - end)
            : TEXTS.allCharacters(text.length)}
        </button>
      )}
    </>
  );
}
