// Replacements in a text, and where places of the text are afterwards.

/** A range of a text, and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the edits, which are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** The text with the edits, cut where the old one was cut; a cut inside of an edit stays at its share of the length. */
export function splitEdited(text: string, edits: readonly Edit[], cuts: readonly number[]): string[] {
  const edited = applyEdits(text, edits);
  const pieces: string[] = [];
  let shift = 0;
  let next = 0;
  let from = 0;
  for (const cut of cuts) {
    for (let edit = edits[next]; edit !== undefined && edit.end <= cut; edit = edits[++next]) {
      shift += edit.text.length - (edit.end - edit.start);
    }
    const open = edits[next];
    let to = cut + shift;
    if (open !== undefined && open.start < cut) {
      const share = (cut - open.start) / (open.end - open.start);
      to = open.start + shift + Math.round(share * open.text.length);
    }
    pieces.push(edited.slice(from, to));
    from = to;
  }
  pieces.push(edited.slice(from));
  return pieces;
}

/** The ends of parts that stand one behind the other, without the last. */
export function cutsOf(parts: readonly string[]): number[] {
  let at = 0;
  return parts.slice(0, -1).map((part) => (at += part.length));
}
