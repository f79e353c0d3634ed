// Short ids: generated ids are cut to a piece; chosen names stay whole.

/** Shorter ids stay whole. */
const SHORT = 24;
const HEAD = 8;
const TAIL = 6;
/** Longer ids are always cut. */
const LONG = 120;

const UUID = /[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/i;
/** A generated piece: long, with digits. */
const OPAQUE = /(^|[-_:.])(?=[A-Za-z]*\d)[A-Za-z0-9]{8,}/;

/** Candidate pieces of an id: a second one if the first is taken. */
function* piecesOf(id: string): Iterable<string> {
  const uuid = id.length > LONG ? null : UUID.exec(id);
  if (uuid !== null) {
    const before = id.slice(0, uuid.index);
    const head = `${before}${uuid[0].slice(0, HEAD)}`;
    const tail = `${before}…${id.slice(-TAIL)}`;
    // Version 7 begins with the time, so ids of one minute share their beginning.
    yield* uuid[1] === '7' ? [tail, head] : [head, tail];
  } else {
    const opaque = id.length >= SHORT && id.length <= LONG ? OPAQUE.exec(id) : null;
    if (opaque !== null) yield `${id.slice(0, opaque.index)}${opaque[1] ?? ''}…${id.slice(-TAIL)}`;
  }
  if (id.length > LONG) yield `${id.slice(0, LONG)}…${id.slice(-TAIL)}`;
  yield id;
}

const KNOWN_MAX = 20_000;

/** Creates a function that shortens ids: equal ids to equal pieces, different ids to different pieces. */
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
    // A loop: a pattern would restart at every letter of a long word.
    let start = index;
    while (start > at && OF_ID.test(text.charAt(start - 1))) start--;
    const end = index + uuid.length;
    shown += text.slice(at, start) + shorten(text.slice(start, end));
    at = end;
  }
  return shown + text.slice(at);
}
