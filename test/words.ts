// Counts of how plainly the project is written. The figures are kept in budgets.json and only fall.
//
//   npx tsx test/words.ts           prints them, product and tests apart
//   npx tsx test/words.ts comments  also each place
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*)\s*(\S.*?)?\s*(?:\*\/)?\s*$/;
const RELATIVE =
  /^(?:What|Which|Whose|Whether|Where|Who|Whom|Whoever|Whatever|Wherever|How|Those|That which)\b/;
const PEOPLE = /\b(?:nobody|somebody|whoever|anybody|everybody|nobody's|somebody's)\b/i;
const SPEECH = /\b(?:said|says|told|heard|hears?|tells?|word counts)\b/i;
/** A call that names a test, with the title in its second group. */
const TITLED =
  /(?<![.\w])(?:test|it|story|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;
/** Questions of users are titles, too. */
const RELATIVE_TITLE = /^(?:what|whatever|who|whoever|that which)\b(?!.*\?)/i;

/** A place in the code, `file:line`. */
type Place = string;

interface WordCounts {
  readonly relativeComments: readonly Place[];
  readonly relativeTitles: readonly Place[];
  readonly peopleWords: readonly Place[];
  readonly speechWords: readonly Place[];
  readonly typeNamesTwice: readonly string[];
  readonly functionNamesOften: readonly string[];
}

const filesOf = (roots: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...roots], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('test/fixtures'));

/** Names that are declared in more than `most` files, each with its number of files. */
function repeated(filesByName: ReadonlyMap<string, ReadonlySet<string>>, most: number): readonly string[] {
  return [...filesByName]
    .filter(([, files]) => files.size > most)
    .map(([name, files]) => `${name} ${files.size}`)
    .sort();
}

/** True for a line of a comment with words that are counted. */
export function isWordyComment(line: string): boolean {
  const text = COMMENT.exec(line)?.[1] ?? '';
  return PEOPLE.test(text) || SPEECH.test(text);
}

/** Counts over all files below these folders. */
export function countWords(roots: readonly string[]): WordCounts {
  const found = {
    relativeComments: [] as Place[],
    relativeTitles: [] as Place[],
    peopleWords: [] as Place[],
    speechWords: [] as Place[],
  };
  const types = new Map<string, Set<string>>();
  const functions = new Map<string, Set<string>>();
  const note = (map: Map<string, Set<string>>, name: string, file: string): void => {
    map.set(name, (map.get(name) ?? new Set()).add(file));
  };
  const noteWords = (text: string, place: Place): void => {
    if (PEOPLE.test(text)) found.peopleWords.push(place);
    if (SPEECH.test(text)) found.speechWords.push(place);
  };
  for (const file of filesOf(roots)) {
    const whole = readFileSync(resolve(ROOT, file), 'utf8');
    for (const { index, 2: title = '' } of whole.matchAll(TITLED)) {
      const place = `${file}:${whole.slice(0, index).split('\n').length}`;
      if (RELATIVE_TITLE.test(title)) found.relativeTitles.push(place);
      noteWords(title, place);
    }
    const lines = whole.split('\n');
    let isInside = false;
    for (const [index, line] of lines.entries()) {
      const place = `${file}:${index + 1}`;
      const comment = COMMENT.exec(line);
      if (comment) {
        const text = comment[1] ?? '';
        if (!isInside && RELATIVE.test(text)) found.relativeComments.push(place);
        noteWords(text, place);
      }
      isInside = comment !== null && !/\*\/\s*$/.test(line);
      const type = /^(?:export )?(?:interface|type) (\w+)/.exec(line)?.[1];
      if (type) note(types, type, file);
      const called = /^(?:export )?(?:(?:async )?function\*? |const )(\w+)(?=\(|<|.*=> ?|.*= function)/.exec(
        line,
      )?.[1];
      if (called && !/^[A-Z_\d]+$/.test(called)) note(functions, called, file);
    }
  }
  return { ...found, typeNamesTwice: repeated(types, 1), functionNamesOften: repeated(functions, 3) };
}

if (process.argv[1]?.endsWith('words.ts')) {
  for (const roots of [['lib', 'components', 'entrypoints'], ['test']]) {
    console.log(roots.join(', '));
    for (const [name, places] of Object.entries(countWords(roots)) as [string, string[]][]) {
      console.log(`  ${name}: ${places.length}`);
      if (process.argv[2] === name || process.argv[2] === 'all')
        for (const place of places) console.log(`    ${place}`);
    }
  }
}
