// Answers of the tools: lines of text, at most 4 kB, and how to ask for the rest.
import { harmless, harmlessLine } from '@/lib/core/agui/harmless';
import type { Json } from '@/lib/core/json/json';
import type { List } from '@/lib/core/json/list';
import { oneLine, preview } from '@/lib/core/json/preview';

/** Bytes of UTF-8. */
export const ANSWER_MAX = 4_000;
/** Reserved for the line on how to go on. */
const NEXT_MAX = 240;

const LINE_MAX = 300;

/** A line of an answer, and where the answer goes on if it does not fit. */
interface AnswerLine {
  readonly text: string;
  readonly at: number;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** A text from outside as a part of one line. */
export function lineOf(text: string, length = LINE_MAX): string {
  return harmlessLine(oneLine(text, length));
}

export function valueLine(value: Json | undefined, length = 160): string {
  return lineOf(preview(value, length), length);
}

/** As many lines as fit; `next` is the sentence for the first that does not, by its position. */
export function answerOf(
  head: string,
  lines: Iterable<AnswerLine>,
  next: (at: number) => string,
  most = ANSWER_MAX - NEXT_MAX,
): string {
  let answer = head;
  for (const { text, at } of lines) {
    if (bytesOf(answer) + bytesOf(text) + 1 > most) return `${answer}\n${next(at)}`;
    answer += `${answer && '\n'}${text}`;
  }
  return answer;
}

/** The items of a list from a position on, and how to ask for the rest. */
export function listAnswer<T>(
  head: string,
  items: Pick<List<T>, 'length' | 'at'>,
  from: number,
  textOf: (item: T) => string,
): string {
  const lines = function* () {
    for (let at = from; at < items.length; at++) {
      const item = items.at(at);
      if (item !== undefined) yield { at, text: textOf(item) };
    }
  };
  return answerOf(head, lines(), (at) => `… ${items.length - at} more: ask with from: ${at}.`);
}

/** The part of a long text that fits from a position on, and how to ask for the rest. */
export function partOfText(head: string, whole: string, from: number): string {
  const text = harmless(whole);
  let to = Math.min(text.length, from + ANSWER_MAX - NEXT_MAX - bytesOf(head));
  while (to > from && bytesOf(head) + bytesOf(text.slice(from, to)) > ANSWER_MAX - NEXT_MAX)
    to = from + Math.floor((to - from) * 0.8);
  const rest = text.length - to;
  const more = rest > 0 ? `\n… ${rest} more characters: ask with from: ${to}.` : '';
  return `${head}\n${text.slice(from, to)}${more}`;
}
