// Text as it was on the wire, with visible line ends and special characters.
import { LongText } from '../ui/long-text';

/** Shown at first, characters. */
const SHOWN = 4_000;

// Line ends, control characters and invisible characters.
const PARTS = /(\r\n|[\p{Cc}\u00a0\u200b-\u200f\u2028\u2029\ufeff\ufffd])/u;

const SIGNS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\r\n': '\\r\\n', '\t': '\\t' };

function showSign(character: string) {
  const sign = SIGNS[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return (
    <span class="control">
      {sign}
      {character.includes('\n') || character === '\r' ? '\n' : ''}
    </span>
  );
}

export function RawText({ text }: { text: string }) {
  return (
    <pre class="raw">
      <LongText text={text} first={SHOWN} split={PARTS} show={showSign} />
    </pre>
  );
}
