// A text of any length, rendered in parts: layout time grows with the text in the document. Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { TEXTS } from '../texts';
import { useFindWords } from './find';

/** Added with each click, characters. */
const MORE = 100_000;
/** Maximum length shown for the matches of a search, characters. */
const FOUND_MAX = 200_000;
const PIECES = 5_000;

interface LongTextProps {
  readonly text: string;
  /** Shown at first, characters. */
  readonly first: number;
  /** Splits a part; pieces at odd indexes are passed to `show`. */
  readonly split?: RegExp;
  show?(piece: string): ComponentChildren;
}

function endOf(text: string, from: number, length: number, split: RegExp | undefined): number {
  const part = text.slice(from, from + length);
  const pieces = split === undefined ? part : part.split(split, 2 * PIECES).join('');
  const end = from + pieces.length;
  // Does not split line ends and surrogate pairs.
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

export function LongText({ text, first, ...how }: LongTextProps) {
  const clicks = useSignal(0);
  const words = useFindWords();
  const found = useMemo(
    () => (words === '' ? 0 : text.slice(0, FOUND_MAX).toLowerCase().lastIndexOf(words) + words.length),
    [text, words],
  );
  const parts: string[] = [];
  let end = 0;
  for (let part = 0; (part <= clicks.value || end < found) && end < text.length; part++) {
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
