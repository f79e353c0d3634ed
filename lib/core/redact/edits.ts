// Replacements in a text, and positions after them.

/** Of a text, or of bytes. */
export interface Replacement<T extends { readonly length: number } = { readonly length: number }> {
  readonly start: number;
  readonly end: number;
  readonly text: T;
}

export type Edit = Replacement<string>;

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

/** Positions of cuts after the edits; a cut within an edit moves proportionally. */
export function movedCuts(edits: readonly Replacement[], cuts: readonly number[]): number[] {
  let shift = 0;
  let next = 0;
  return cuts.map((cut) => {
    for (let edit = edits[next]; edit !== undefined && edit.end <= cut; edit = edits[++next]) {
      shift += edit.text.length - (edit.end - edit.start);
    }
    const open = edits[next];
    if (open === undefined || open.start >= cut) return cut + shift;
    const share = (cut - open.start) / (open.end - open.start);
    return open.start + shift + Math.round(share * open.text.length);
  });
}

/** The text with the edits, split at the moved cuts. */
export function splitEdited(text: string, edits: readonly Edit[], cuts: readonly number[]): string[] {
  const edited = applyEdits(text, edits);
  const moved = movedCuts(edits, cuts);
  return [...moved, edited.length].map((to, at) => edited.slice(moved[at - 1], to));
}

/** Ends of concatenated parts, without the last. */
export function cutsOf(parts: readonly { readonly length: number }[]): number[] {
  let at = 0;
  return parts.slice(0, -1).map((part) => (at += part.length));
}
