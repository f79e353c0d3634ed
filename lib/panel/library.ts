// The library, stored by the background. All panels that show it receive changes.
import { base64Slices, parseSlices } from '@/lib/messages/base64';
import type { SavedFacts, SavedWords } from '@/lib/messages/library';
import { SLICE_LENGTH } from '@/lib/messages/limits';
import type { FromPanel, LibraryState } from '@/lib/messages/messages';
import { type Beginning, type Connect, createAsk, createBackground } from './background-requests';

export interface Saving {
  readonly words: SavedWords;
  readonly facts: SavedFacts;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The session in the store that is saved. */
  readonly session?: string | undefined;
}

export interface LibraryEvents {
  changed(state: LibraryState): void;
  failed(sentence: string): void;
}

/** The library. Failures reject with a sentence. */
export interface Library {
  /** Reports the state and its changes; returns a function that stops it. */
  watch(events: LibraryEvents): () => void;
  /** Resolves to the id of the recording, once it is stored. */
  save(saving: Saving): Promise<number>;
  edit(id: number, words: Partial<SavedWords>): Promise<void>;
  duplicate(id: number, name: string): Promise<number>;
  remove(id: number): Promise<void>;
  restore(id: number): Promise<void>;
  purge(): Promise<void>;
  load(id: number): Promise<Uint8Array<ArrayBuffer>>;
  begin(session: string): Promise<Beginning>;
  forgetAll(): Promise<void>;
}

interface LibraryOptions {
  readonly connect: Connect;
  /** Calls back after `ms` milliseconds; returns a function that cancels. */
  later(ms: number, run: () => void): () => void;
  /** Asks the browser to keep the storage when the disk is nearly full. */
  persist(): Promise<unknown>;
}

const AGAIN_MS = 500;

function* messagesOf({ words, facts, bytes, session }: Saving): Iterable<FromPanel> {
  const parts = [...base64Slices(bytes, SLICE_LENGTH)];
  for (const [at, part] of parts.entries())
    yield {
      kind: 'save',
      words,
      facts,
      part,
      more: at < parts.length - 1,
      ...(session !== undefined && { session }),
    };
}

/** Follows changes over a port that is reopened when the background has restarted. */
function watch({ connect, later }: LibraryOptions, { changed, failed }: LibraryEvents): () => void {
  let isOver = false;
  let cancel = (): void => undefined;
  let close = (): void => undefined;
  const start = (): void => {
    const again = () => {
      if (!isOver) cancel = later(AGAIN_MS, start);
    };
    try {
      const port = connect();
      close = () => port.disconnect();
      port.onDisconnect.addListener(again);
      port.onMessage.addListener((message) => {
        if (isOver) return;
        if (message.kind === 'library') changed(message.library);
        if (message.kind === 'failed') failed(message.sentence);
      });
      port.postMessage({ kind: 'library' });
    } catch {
      again();
    }
  };
  start();
  return () => {
    isOver = true;
    cancel();
    close();
  };
}

export function createLibrary(options: LibraryOptions): Library {
  const ask = createAsk(options.connect);
  const done = (question: FromPanel): Promise<void> =>
    ask(question, (message) => message.kind === 'done' || undefined).then(() => undefined);
  const saved = (question: FromPanel | Iterable<FromPanel>): Promise<number> =>
    ask(question, (message) => (message.kind === 'saved' ? message.id : undefined));
  return {
    watch: (events) => watch(options, events),
    save(saving) {
      // Asked at each save: there is data to keep. The recording is saved in any case.
      options.persist().catch(() => undefined);
      return saved(messagesOf(saving));
    },
    edit: (id, words) => done({ kind: 'edit', id, words }),
    duplicate: (id, name) => saved({ kind: 'duplicate', id, name }),
    remove: (id) => done({ kind: 'delete', id, isDeleted: true }),
    restore: (id) => done({ kind: 'delete', id, isDeleted: false }),
    purge: () => done({ kind: 'purge' }),
    async load(id) {
      const parts: string[] = [];
      const bytes = await ask({ kind: 'load', id }, (message) => {
        if (message.kind !== 'file') return undefined;
        parts.push(message.part);
        return message.more ? undefined : { whole: parseSlices(parts) };
      });
      if (bytes.whole === undefined) throw new Error('The recording did not arrive whole. Open it again.');
      return bytes.whole;
    },
    begin: createBackground(options.connect).begin,
    forgetAll: () => done({ kind: 'forget-all' }),
  };
}
