// Makes text safe inside a Markdown document: it stays as written, cannot affect what follows, and contains no HTML
// and no links that run scripts.

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const BLOCKS = /^ *(?:[-*+]|\d+[.)]|>)/m;
const SCHEMES = 'https?:|mailto:|tel:|[#/.?]';
/** Links with other schemes, with a line break, or too long to be checked. */
const LINK = new RegExp(`\\](?=\\(\\s*<?(?!${SCHEMES})(?:[^)]{0,200}[:&]|[^)]{200}|$))`, 'gi');
const DEFINITION = new RegExp(`^(\\s*)\\[(?=[^\\]]*\\]:\\s*<?(?!${SCHEMES}))`, 'i');
/** Text on one line, without markup. */
export function inlineText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const ticks = '`'.repeat(longestRun(line, /`+/g) + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return line.trim() === '' ? '``' : `${ticks}${space}${line}${space}${ticks}`;
}

/** A code block whose fence is longer than any run of backticks in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text, /`{3,}/g)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string, pattern: RegExp): number {
  let longest = 0;
  for (const [run] of text.matchAll(pattern)) longest = Math.max(longest, run.length);
  return longest;
}

function defused(text: string): string {
  return text.replaceAll(/<(?=[a-z/!?])/gi, '\\<').replaceAll(LINK, '\\]');
}

/**
 * The code spans of a line, and whether an unmatched run of backticks is left, which may begin a span that continues
 * on the next line.
 */
function codeIn(line: string): { readonly spans: readonly string[]; readonly isOpen: boolean } {
  const parts = line.split(/(`+)/);
  const spans: string[] = [''];
  // Each length of a run is searched for once: a closing run that is missing once is missing for later ones.
  const lastOf = new Map(parts.flatMap((part, at) => (at % 2 === 1 ? [[part, at] as const] : [])));
  let isOpen = false;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    const isTicks = at % 2 === 1 && !(parts[at - 1] ?? '').endsWith('\\');
    const end = isTicks && (lastOf.get(part) ?? 0) > at ? parts.indexOf(part, at + 1) : -1;
    const code = end === -1 ? '' : parts.slice(at, end + 1).join('');
    // A table cell ends before a code span does.
    if (code !== '' && !code.includes('|')) {
      spans.push(code, '');
      at = end;
    } else {
      isOpen ||= at % 2 === 1;
      spans.push((spans.pop() ?? '') + part);
    }
  }
  return { spans, isOpen };
}

/** Escapes a line outside of code blocks. `isClean`: no code span of an earlier line may continue in it. */
function safeLine(line: string, isClean: boolean): { readonly text: string; readonly isOpen: boolean } {
  const { spans, isOpen } = codeIn(line.replace(DEFINITION, '$1\\['));
  if (!isClean || isOpen) return { text: defused(spans.join('')), isOpen: true };
  return { text: spans.map((span, at) => (at % 2 === 0 ? defused(span) : span)).join(''), isOpen };
}

/** Number of lines per part. */
const PART = 512;

export function* safeMarkdown(text: string): Iterable<string> {
  let fence = '';
  let isSure = false;
  let isClean = true;
  const safe = (line: string): string => {
    const [, indent = '', ticks = ''] = FENCE.exec(line) ?? [];
    const ends = ticks !== '' && fence !== '' && ticks.startsWith(fence) && line.trim() === ticks;
    if (fence === '' && ticks !== '') {
      fence = ticks;
      // In a list, an indented block ends with the list.
      isSure = indent === '';
      return safeLine(line, false).text;
    }
    if (ends) fence = '';
    if (ends || (fence !== '' && isSure)) return line;
    if (line.trim() === '') isClean = true;
    const { text: found, isOpen } = safeLine(line, isClean);
    isClean = !isOpen;
    return found;
  };
  const lines = text.split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at += PART) {
    if (at > 0) yield '\n';
    yield lines
      .slice(at, at + PART)
      .map(safe)
      .join('\n');
  }
  if (fence !== '' && (isSure || !BLOCKS.test(text))) yield `\n${fence}`;
}
