// Batches created by the background. Their `n` is the number of the document's own batch that they precede.

/** Batches that replace missing ones before `n`. */
const REPLACEMENTS = [
  'preamble', // data of the document that its session lacks
  'resumed', // the same, stored as soon as capture was on again
  'discarded', // replaces batches that were discarded
] as const;

/** Batches that end a document in a session. */
const ENDS = [
  'end', // the document closed, or is missing
  'moved', // the document continues in another session
  'orphaned', // the document is missing, and nothing after its start marker was stored
  'tab-closed', // corrects an end: the tab was closed while the document was reading
] as const;

export type BackgroundBatchKind = (typeof REPLACEMENTS | typeof ENDS)[number];

export const isEndKind = (made: BackgroundBatchKind | undefined): boolean =>
  ENDS.some((kind) => kind === made);

const BACKGROUND_BATCH_KINDS: readonly string[] = [...REPLACEMENTS, ...ENDS];

export const isBackgroundBatchKind = (value: unknown): value is BackgroundBatchKind =>
  typeof value === 'string' && BACKGROUND_BATCH_KINDS.includes(value);

/** First numbers of the ranges that encoded a kind up to database version 2 and file version 1, descending. */
const LEGACY_RANGES: readonly (readonly [from: number, made: BackgroundBatchKind])[] = [
  [2 ** 41 + 2 ** 39, 'tab-closed'],
  [2 ** 41 + 2 ** 38, 'moved'],
  [2 ** 41 + 2 ** 37, 'orphaned'],
  [2 ** 41, 'end'],
  [2 ** 40 + 2 ** 39, 'discarded'],
  [2 ** 40 + 2 ** 38, 'resumed'],
  [2 ** 40, 'preamble'],
];

/** Exclusive limit of the numbers of a document's own batches. */
export const NUMBER_MAX = 2 ** 40;

export function fromLegacyNumber(n: number): { readonly n: number; readonly made?: BackgroundBatchKind } {
  const [from = 0, made] = LEGACY_RANGES.find(([first]) => n >= first) ?? [];
  return made === undefined ? { n } : { n: n - from, made };
}
