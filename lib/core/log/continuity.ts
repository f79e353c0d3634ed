// Checks the numbers of batches within their document: drops repeated batches, reports missing ones.
import { type BackgroundBatchKind, isEndKind } from '@/lib/messages/background-batch';

/** A batch, or its records from `from` on. */
interface BatchPiece {
  readonly doc: string;
  readonly n?: number;
  readonly made?: BackgroundBatchKind;
  readonly from?: number;
}

type BatchPlace = 'next' | 'repeat' | { readonly detail: string };

interface BatchNumbers {
  /** The next number of the document's own batches. */
  next: number;
  /** Batches that the background made. */
  readonly made: Set<string>;
  isRepeat: boolean;
}

function batchPlace(numbers: BatchNumbers, n: number, made: BackgroundBatchKind | undefined): BatchPlace {
  if (made !== undefined) {
    const key = `${made} ${n}`;
    if (numbers.made.has(key)) return 'repeat';
    numbers.made.add(key);
    // The batch itself reports the batches that it replaces.
    if (!isEndKind(made)) numbers.next = Math.max(numbers.next, n);
    return 'next';
  }
  const { next } = numbers;
  if (n < next) return 'repeat';
  numbers.next = n + 1;
  if (n === next) return 'next';
  return { detail: `${next === 0 ? 'the first' : 'some'} data of the page, which was not stored` };
}

export function createContinuity(): (piece: BatchPiece) => BatchPlace {
  const documents = new Map<string, BatchNumbers>();
  return ({ doc, n, made, from = 0 }) => {
    if (n === undefined) return 'next';
    const numbers = documents.get(doc) ?? { next: 0, made: new Set(), isRepeat: false };
    documents.set(doc, numbers);
    if (from > 0) return numbers.isRepeat ? 'repeat' : 'next';
    const place = batchPlace(numbers, n, made);
    numbers.isRepeat = place === 'repeat';
    return place;
  };
}
