// Which documents may still write to which session, so that each has an end there: what it said last, or a gap that
// says that it went without a word. The memory may die with the background; the store knows the documents too, and
// those that it names are asked whether they are there.
import { END_FROM } from '../wire/limits';
import type { ByeMessage, OpenDocument } from '../wire/messages';
import { gapBody } from '../wire/parse-batch';
import type { BridgeSender } from './documents';

/** A document in a session. */
interface Present {
  readonly sender: BridgeSender;
  readonly session: string;
  /** Number of its newest batch in the session. */
  readonly n: number;
}

/** The end of a document in a session, to be stored after its last batch. */
interface Ending extends Present {
  readonly doc: string;
  readonly body: string;
}

/** The documents that are there. */
export interface Presence {
  readonly noted: (doc: string, present: Present) => void;
  /** Takes over a document that the store knows, unless there is news of it. */
  readonly adopt: (open: OpenDocument, of: Omit<Present, 'n'>) => void;
  readonly has: (doc: string) => boolean;
  /** Takes a document out; undefined if it is in no session. */
  readonly ended: (doc: string, bye?: ByeMessage) => Ending | undefined;
}

const WITHOUT_A_WORD =
  'the page went away without a word (a crash, the end of the browser or of the extension); what it read last is unknown';

/** Where nothing is missing, the end says nothing: it only closes what the page has left open. */
function bodyOf(n: number, bye: ByeMessage | undefined): string {
  if (!bye) return gapBody({ t: 0, reason: 'gone', detail: WITHOUT_A_WORD });
  const batches = bye.n - n - 1;
  if (batches <= 0) return gapBody({ t: 0, reason: 'gone' });
  const detail = `the page went away; its last ${batches} batches were not recorded`;
  return gapBody({ t: 0, reason: 'gone', detail, ...(bye.lost > 0 && { bytes: bye.lost }) });
}

/** No document is there yet. */
export function createPresence(): Presence {
  const documents = new Map<string, Present>();
  return {
    noted(doc, present) {
      const known = documents.get(doc);
      if (known?.session !== present.session || present.n > known.n) documents.set(doc, present);
    },
    adopt({ doc, n }, of) {
      if (!documents.has(doc)) documents.set(doc, { ...of, n });
    },
    has: (doc) => documents.has(doc),
    ended(doc, bye) {
      const present = documents.get(doc);
      if (!present) return undefined;
      documents.delete(doc);
      return { ...present, doc, n: END_FROM + present.n + 1, body: bodyOf(present.n, bye) };
    },
  };
}
