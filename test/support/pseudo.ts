// A language that nobody speaks: every letter accented and everything 40 % longer, so that a word that is not among the
// texts of the panel, or has no room, is seen.

/** Puts it in the place of the texts. Uses nothing around it: it is also sent to browsers. */
export function speakPseudo(texts: object): void {
  const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const accented = 'áƀçðéƒĝĥíĵķļɱñóþʠŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';
  const accent = (text: string) =>
    text.replaceAll(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);
  // As words, for words can be wrapped.
  const longer = (text: string) => {
    const more = Math.ceil(text.replaceAll(/[^A-Za-z]/g, '').length * 0.4);
    return `${accent(text)}${
      more < 2
        ? ''
        : ` ${'ẋẋẋẋẋ '
            .repeat(more)
            .slice(0, more - 1)
            .trim()}`
    }`;
  };
  const stringsIn = (value: unknown): string[] => {
    if (typeof value === 'string') return value === '' ? [] : [value];
    if (typeof value !== 'object' || value === null) return [];
    // What chooses a sentence is no data in it.
    return Object.entries(value).flatMap(([key, each]) => (/^(kind|by)$/.test(key) ? [] : stringsIn(each)));
  };
  /** What was handed in is data, and stays as it is. */
  const around = (text: string, data: readonly string[]) => {
    const found = data.filter((each) => text.includes(each)).sort((a, b) => b.length - a.length);
    const [first, ...rest] = found;
    if (first === undefined) return [longer(text)];
    const parts: string[] = [];
    for (const [at, part] of text.split(first).entries()) {
      if (at > 0) parts.push(first);
      if (part !== '') parts.push(...around(part, rest));
    }
    return parts;
  };
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') Reflect.set(texts, key, longer(value));
    else if (typeof value === 'function') {
      Reflect.set(texts, key, (...args: unknown[]) => {
        const said: unknown = value(...args);
        return typeof said === 'string' ? around(said, stringsIn(args)).join('') : said;
      });
    } else if (typeof value === 'object' && value !== null) speakPseudo(value);
  }
}
