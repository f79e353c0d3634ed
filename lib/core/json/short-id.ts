// Short ids: generated ones are cut to a piece, chosen names stay.

/** A shorter id is read at a glance. */
const SHORT = 24;
const HEAD = 8;
const TAIL = 6;
/** A longer id is cut, whatever it is. */
const LONG = 120;

const UUID = /[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/i;
/** A piece that a machine has made up: long, and with digits in it. */
const OPAQUE = /(^|[-_:.])(?=[A-Za-z]*\d)[A-Za-z0-9]{8,}/;

/** A piece of an id, and another one where that piece is taken. */
function* piecesOf(id: string): Iterable<string> {
  const uuid = id.length > LONG ? null : UUID.exec(id);
  if (uuid !== null) {
    const before = id.slice(0, uuid.index);
    const head = `${before}${uuid[0].slice(0, HEAD)}`;
    const tail = `${before}…${id.slice(-TAIL)}`;
    // Version 7 begins with the time: those of one minute begin alike.
    yield* uuid[1] === '7' ? [tail, head] : [head, tail];
  } else {
    const opaque = id.length >= SHORT && id.length <= LONG ? OPAQUE.exec(id) : null;
    if (opaque !== null) yield `${id.slice(0, opaque.index)}${opaque[1] ?? ''}…${id.slice(-TAIL)}`;
  }
  if (id.length > LONG) yield `${id.slice(0, LONG)}…${id.slice(-TAIL)}`;
  yield id;
}

const KNOWN_MAX = 20_000;

/** Makes a function that shortens ids: the same id always to the same piece, and no two ids to one. */
export function createShortIds(): (id: string) => string {
  const shown = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    const known = shown.get(id);
    if (known !== undefined) return known;
    for (const piece of piecesOf(id)) {
      if (taken.has(piece) && piece !== id) continue;
      if (shown.size < KNOWN_MAX) {
        shown.set(id, piece);
        taken.add(piece);
      }
      return piece;
    }
    return id;
  };
}

const UUIDS = new RegExp(UUID.source, 'gi');
const OF_ID = /[\w-]/;

export function shortenIdsIn(text: string, shorten: (id: string) => string): string {
  let shown = '';
  let at = 0;
  for (const { 0: uuid, index } of text.matchAll(UUIDS)) {
    // The text before it is tested once: a pattern would start anew at every letter of a long word.
    let start = index;
    while (start > at && OF_ID.test(text.charAt(start - 1))) start--;
    const end = index + uuid.length;
    shown += text.slice(at, start) + shorten(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}
