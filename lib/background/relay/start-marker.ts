// A bridge stores a marker before its document's first batch with data, in storage that outlives document and
// background. Without it, a document that ends while the background is not running, before anything is stored, would
// leave no trace.
import { TEXT_MAX } from '../../messages/limits';

/** The document was about to send its batch `n`. */
export interface StartMarker {
  readonly doc: string;
  readonly n: number;
  readonly url: string;
  /** The Unix time in milliseconds that `t` counts from. */
  readonly timeOrigin: number;
  /** Milliseconds since `timeOrigin`. */
  readonly t: number;
  readonly top: boolean;
}

/** The storage of markers, which holds other items too. */
export interface StartMarkers {
  readonly load: () => Promise<object>;
  readonly remove: (keys: string[]) => Promise<void>;
}

const PREFIX = 'first-word:';
// Maximum number of markers. Real ones are few: more are forged.
const WORDS_MAX = 1000;

export const startMarkerKey = (doc: string): string => `${PREFIX}${doc}`;

export function toStartMarkerEntry({ doc, url, ...rest }: StartMarker): Record<string, object> {
  return { [startMarkerKey(doc)]: { ...rest, url: url.slice(0, TEXT_MAX) } };
}

function parse(key: string, value: unknown): StartMarker | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const { n, url, timeOrigin, t, top } = Object(value) as Readonly<Record<keyof StartMarker, unknown>>;
  if (![n, timeOrigin, t].every(Number.isFinite) || typeof url !== 'string') return undefined;
  const [at, origin, time] = [Number(n), Number(timeOrigin), Number(t)];
  return { doc: key.slice(PREFIX.length), n: at, url, timeOrigin: origin, t: time, top: top === true };
}

export const hasStartMarker = (changes: object): boolean =>
  Object.entries(changes).some(
    ([key, change]) => key.startsWith(PREFIX) && Object(change).newValue !== undefined,
  );

export function parseStartMarkers(stored: object): readonly StartMarker[] {
  return Object.entries(stored)
    .flatMap(([key, value]) => parse(key, value) ?? [])
    .slice(0, WORDS_MAX);
}
