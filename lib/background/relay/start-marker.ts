// A document that begins to speak notes it in a place that outlives it and the background. A background that dies
// before it has stored anything of a document would not know of it otherwise, if the document goes away meanwhile.
import { TEXT_MAX } from '../../messages/limits';

/** A note: that a document was about to say its batch `n`. */
export interface StartMarker {
  readonly doc: string;
  readonly n: number;
  /** The document's own address. */
  readonly url: string;
  /** The Unix time in milliseconds that `t` counts from. */
  readonly timeOrigin: number;
  /** When it was noted. */
  readonly t: number;
  /** True for the top document of a tab. */
  readonly top: boolean;
}

/** Where documents note their first words; other things are there too. */
export interface StartMarkers {
  /** All that is there, by its keys. */
  readonly load: () => Promise<object>;
  readonly remove: (keys: string[]) => Promise<void>;
}

const PREFIX = 'first-word:';
// Documents that nobody heard are few: more than that is not from us.
const WORDS_MAX = 1000;

/** The key under which a document notes its first word. */
export const startMarkerKey = (doc: string): string => `${PREFIX}${doc}`;

/** What is stored for it: the key, and the rest under it. */
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

/** Whether a document has noted something, among changes of what is stored. */
export const hasStartMarker = (changes: object): boolean =>
  Object.entries(changes).some(
    ([key, change]) => key.startsWith(PREFIX) && Object(change).newValue !== undefined,
  );

/** The notes among what is stored. */
export function parseStartMarkers(stored: object): readonly StartMarker[] {
  return Object.entries(stored)
    .flatMap(([key, value]) => parse(key, value) ?? [])
    .slice(0, WORDS_MAX);
}
