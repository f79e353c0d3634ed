// Text as it was on the wire: line ends and odd characters are made visible.
import { useSignal } from '@preact/signals';
import { TEXTS } from '../texts';

/** Shown at first, characters; the rest on demand. */
const SHOWN = 4_000;

// Line ends as one, control characters, and what looks like nothing or like a space.
const PARTS = /(\r\n|[\p{Cc}\u00a0\u200b-\u200f\u2028\u2029\ufeff\ufffd])/u;

const SIGNS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\r\n': '\\r\\n', '\t': '\\t' };

/** Preformatted text with visible line ends. */
export function RawText({ text }: { text: string }) {
  const whole = useSignal(false);
  const shown = whole.value ? text : text.slice(0, SHOWN);
  return (
    <pre class="raw">
      {shown.split(PARTS).map((part, index) => {
        if (index % 2 === 0) return part;
        const sign = SIGNS[part] ?? `\\u${(part.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
        return (
          <span key={index} class="control">
            {sign}
            {part.includes('\n') || part === '\r' ? '\n' : ''}
          </span>
        );
      })}
      {shown.length < text.length && (
        <button type="button" class="link" onClick={() => (whole.value = true)}>
          {TEXTS.allCharacters(text.length)}
        </button>
      )}
    </pre>
  );
}
