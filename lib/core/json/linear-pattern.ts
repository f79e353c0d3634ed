// Matches untrusted patterns in linear time. Refuses those that need more (look-around, back references).
import { RE2JS } from 're2js';

export interface LinearPattern {
  test(text: string): boolean;
  /** Matches as UTF-16 offsets of start and end, in order; without empty ones. */
  find(text: string): readonly (readonly [number, number])[];
  /** Number of states: the maximum work per character. */
  readonly states: number;
}

const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const OUTSIDE: Readonly<Record<string, string>> = {
  '\\s': `[${SPACE}]`,
  '\\S': `[^${SPACE}]`,
  '.': '[^\\n\\r\\x{2028}\\x{2029}]',
};
const TOKEN = /\\.|\[\^?|./gsu;

/** The pattern with JavaScript's meaning of white space and of any character. */
function asInScripts(source: string): string {
  let isInClass = false;
  return source.replace(TOKEN, (token) => {
    if (isInClass) {
      if (token === ']') isInClass = false;
      return token === '\\s' ? SPACE : token;
    }
    isInClass = token.startsWith('[');
    return OUTSIDE[token] ?? token;
  });
}

export function linearPattern(source: string, ignoresCase = false): LinearPattern | undefined {
  // The library reads a named back reference as a letter.
  if (source.includes('\\k')) return undefined;
  try {
    const flags = ignoresCase ? RE2JS.CASE_INSENSITIVE : 0;
    const pattern = RE2JS.compile(RE2JS.translateRegExp(asInScripts(source)), flags);
    return {
      states: pattern.programSize(),
      test: (text) => pattern.test(text),
      find(text) {
        const matcher = pattern.matcher(text);
        const found: [number, number][] = [];
        while (matcher.find()) {
          if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
        }
        return found;
      },
    };
  } catch {
    return undefined;
  }
}
