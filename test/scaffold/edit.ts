// Edits of source text that `npm run new` makes: an import, an entry of a list.

/** `my-rule` → `myRule`. */
export function camelOf(id: string): string {
  return id.replace(/[-.](\w)/g, (_dash, letter: string) => letter.toUpperCase());
}

/** `my-rule` → `MyRule`. */
export function pascalOf(id: string): string {
  const camel = camelOf(id);
  return camel.slice(0, 1).toUpperCase() + camel.slice(1);
}

/** Puts an import behind the last one of a file; the linter sorts them. */
export function addImport(text: string, line: string): string {
  const last = [...text.matchAll(/^import [^;]*;\n/gm)].at(-1);
  if (last === undefined) throw new Error('There is no import to put another one beside.');
  const at = last.index + last[0].length;
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/** Puts an entry at the end of a list or object literal that `opening` begins. */
export function addEntry(text: string, opening: RegExp, entry: string): string {
  const match = opening.exec(text);
  if (match === null) throw new Error(`There is no list that begins with ${opening.source}.`);
  const from = match.index + match[0].length;
  const end = closingOf(text, from);
  const before = text.slice(0, end).trimEnd();
  const comma = /[,[{]$/.test(before) ? '' : ',';
  return `${before}${comma}\n${entry},\n${text.slice(end)}`;
}

/** Position of the bracket that closes the one before `from`; brackets in strings must come in pairs. */
function closingOf(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if ('[{('.includes(text[at] ?? '')) depth++;
    else if (']})'.includes(text[at] ?? '') && --depth === 0) return at;
  }
  throw new Error('The list has no end.');
}
