// The documents of this background: one record for each.
import type { OpenDocument } from '../../messages/messages';
import {
  type BridgeSender,
  type DocumentMessage,
  type DocumentState,
  type EndBatch,
  endingOfMoved,
  isPresent,
  type OwnSession,
  reduceDocument,
  UNKNOWN,
} from './document';
import type { Port } from './port';
import { type ContextHolder, isReading } from './session-context';

export interface BridgeLine {
  readonly port: Port;
  readonly sender: BridgeSender;
}

interface DocumentRecord extends ContextHolder {
  readonly doc: string;
  state: DocumentState;
  line: BridgeLine | undefined;
  /** Number of its newest batch, if it was not recorded. */
  unrecorded: number | undefined;
  isMarkerRemoved: boolean;
}

export interface DocumentEnding extends EndBatch {
  readonly doc: string;
}

export interface Documents {
  readonly of: (doc: string) => DocumentRecord;
  readonly all: () => Iterable<DocumentRecord>;
  readonly apply: (doc: string, message: DocumentMessage) => readonly DocumentEnding[];
  /** The document has closed, or is missing. */
  readonly close: (
    doc: string,
    how: Extract<DocumentMessage, { readonly kind: 'closed' }>['how'],
  ) => readonly DocumentEnding[];
  readonly moved: (open: OpenDocument, of: OwnSession) => readonly DocumentEnding[];
  /** Limits the number of contexts; `document` becomes the newest. */
  readonly touch: (document: DocumentRecord) => void;
}

// Beyond this number, the oldest contexts and ended documents are dropped; contexts are read back when needed.
const DOCUMENTS_MAX = 256;

export function createDocuments(isTabClosed: (tab: number) => boolean): Documents {
  const records = new Map<string, DocumentRecord>();
  const of = (doc: string): DocumentRecord => {
    const known = records.get(doc);
    if (known) return known;
    const record: DocumentRecord = {
      doc,
      state: UNKNOWN,
      context: undefined,
      inherited: undefined,
      line: undefined,
      unrecorded: undefined,
      isMarkerRemoved: false,
    };
    records.set(doc, record);
    return record;
  };
  const apply = (doc: string, message: DocumentMessage): readonly DocumentEnding[] => {
    const record = of(doc);
    const { state, ending } = reduceDocument(record.state, message);
    record.state = state;
    return ending ? [{ ...ending, doc }] : [];
  };
  return {
    of,
    all: () => records.values(),
    apply,
    close(doc, how) {
      const record = of(doc);
      const { state } = record;
      const tab = isPresent(state) ? state.place.sender.tab : -1;
      const endings = apply(doc, {
        kind: 'closed',
        how,
        isReading: isReading(record),
        isTabClosed: isTabClosed(tab),
      });
      // After its return, its streams are unknown.
      const isOver = endings.length > 0 && !(typeof how === 'object' && how.mayContinue);
      if (isOver && record.context) record.context.isFromStart = false;
      return endings;
    },
    moved({ doc, n }, place) {
      const ending = endingOfMoved(of(doc).state, { ...place, n });
      return ending ? [{ ...ending, doc }] : [];
    },
    touch(document) {
      records.delete(document.doc);
      records.set(document.doc, document);
      let extra = records.size - DOCUMENTS_MAX;
      for (const each of records.values()) {
        if (extra-- <= 0) return;
        each.context = undefined;
        each.inherited = undefined;
        if (!isPresent(each.state) && each.line === undefined) records.delete(each.doc);
      }
    },
  };
}
