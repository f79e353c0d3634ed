// Order of batches within their document: repeated ones are ignored, missing ones reported.
import { END_FROM } from '@/lib/messages/limits';
import { madeBefore } from '@/lib/messages/numbers';

/** A batch, or its records from some place on. */
interface BatchPiece {
  readonly doc: string;
  readonly n?: number;
  readonly from?: number;
}

/** Place of a piece: next, repeated, or behind a gap. */
type BatchPlace = 'next' | 'repeat' | { readonly detail: string };

interface BatchNumbers {
  /** The next number of the document's own batches. */
  next: number;
  /** Numbers of batches that the background made. */
  readonly made: Set<number>;
  isRepeat: boolean;
}

function missing(from: number, to: number): BatchPlace {
  const count = to - from;
  const which = from === 0 ? `the first ${count}` : `${count}`;
  return { detail: `${which} ${count === 1 ? 'batch' : 'batches'} of the page` };
}

function batchPlace(numbers: BatchNumbers, n: number): BatchPlace {
  const before = madeBefore(n);
  if (before !== undefined) {
    if (numbers.made.has(n)) return 'repeat';
    numbers.made.add(n);
    // The background itself says what its batch stands for.
    if (n < END_FROM) numbers.next = Math.max(numbers.next, before);
    return 'next';
  }
  const { next } = numbers;
  if (n < next) return 'repeat';
  numbers.next = n + 1;
  return n === next ? 'next' : missing(next, n);
}

/** Returns a function that places each piece that is read, in order. */
export function createContinuity(): (piece: BatchPiece) => BatchPlace {
  const documents = new Map<string, BatchNumbers>();
  return ({ doc, n, from = 0 }) => {
    if (n === undefined) return 'next';
    const numbers = documents.get(doc) ?? { next: 0, made: new Set(), isRepeat: false };
    documents.set(doc, numbers);
    if (from > 0) return numbers.isRepeat ? 'repeat' : 'next';
    const place = batchPlace(numbers, n);
    numbers.isRepeat = place === 'repeat';
    return place;
  };
}
