// Text from outside within a sentence: short, on one line, without control characters.

/** Length of a quotation, in UTF-16 units. */
const QUOTED_MAX = 120;

const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The beginning of a text on one line, without control characters. */
export function excerpt(text: string, length = QUOTED_MAX): string {
  // Cut first: a text may have a million lines.
  const line = text
    .slice(0, length * 8)
    .replace(/\s+/g, ' ')
    .trim();
  const isCut = line.length > length || text.length > length * 8;
  return line.slice(0, length).replace(ODD, escaped) + (isCut ? '…' : '');
}

export function quoted(text: string, length = QUOTED_MAX): string {
  return `"${excerpt(text, length)}"`;
}
