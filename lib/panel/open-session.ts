// Creates sessions for files, and sessions with other dialects or clients from the same batches.

import type { StoredAnnotations } from '@/lib/core/files/annotations';
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { Piece } from '@/lib/panel/file-worker/types';
import type { Annotations, Consumers } from './annotations';
import { keepNamedRules, keepOwnRules } from './disabled-rules';
import { createPlayback, type Playback } from './playback';
import type { Scheduler } from './scheduler';
import { createSession, type Session, type SessionOptions } from './session';
import type { SessionSource } from './source';

export interface OpenSession {
  readonly session: Session;
  readonly playback: Playback;
  /** Absent for the live session. */
  readonly name?: string;
  /** Resolves when a file was passed on completely; rejects with one sentence if reading failed. */
  readonly fed?: Promise<void>;
  readonly from?: SessionOrigin;
  readonly format?: string;
}

export type SessionOrigin =
  | { readonly kind: 'recent'; readonly session: string }
  | { readonly kind: 'saved'; readonly id: number };

export interface OpenedFile {
  readonly name: string;
  readonly batches: readonly IncomingBatch[];
  /** Further batches; returned early if the file is closed. */
  readonly rest?: AsyncGenerator<Piece, void>;
  readonly source: SessionSource;
  readonly annotations?: StoredAnnotations | undefined;
  readonly from?: SessionOrigin | undefined;
  readonly format?: string | undefined;
}

export function createOpenSession(
  scheduler: Scheduler,
  options: SessionOptions,
  origin: Pick<OpenSession, 'name' | 'from' | 'format'> = {},
): OpenSession {
  const session = createSession(scheduler, options);
  return { session, playback: createPlayback(session, scheduler), ...origin };
}

/**
 * Reads a file step by step: requests the next piece when the previous ones are nearly read, so that the file is
 * never in memory as a whole.
 */
async function feed({ reading }: Session, { batches, rest }: OpenedFile): Promise<void> {
  reading.expect(0);
  reading.append(batches);
  // Leaving the loop would wait for its next piece.
  reading.disposed.addEventListener('abort', () => void rest?.return());
  try {
    for await (const piece of rest ?? []) {
      await reading.untilLow();
      if (reading.isDisposed) return;
      reading.expect(piece.share);
      reading.append(piece.batches);
    }
  } finally {
    reading.expect(undefined);
    reading.finish();
  }
}

/** Shows a file, which is read in turns. */
export function showFile(scheduler: Scheduler, file: OpenedFile, chosen: Consumers = {}): OpenSession {
  const { rulesOff, notes, dialects, consumers = {}, isRedacted = false } = file.annotations ?? {};
  const { name, from, format, source } = file;
  const options = {
    source,
    dialects: new Map(Object.entries(dialects ?? {})),
    // The choices of the recording take precedence.
    consumers: { ...chosen, ...consumers },
  };
  const origin = { name, ...(from !== undefined && { from }), ...(format !== undefined && { format }) };
  const shown = createOpenSession(scheduler, options, origin);
  const { annotations } = shown.session;
  annotations.isRedacted = isRedacted;
  if (rulesOff !== undefined) keepNamedRules(shown.session, rulesOff);
  if (notes !== undefined) annotations.notes.value = new Map(notes);
  const fed = feed(shown.session, file);
  // Reported by the caller.
  fed.catch(() => {});
  return { ...shown, fed };
}

export type ReadingChoices = Pick<Annotations, 'dialects' | 'consumers'>;

/** Adds the dialect of a stream; undefined for automatic detection. */
export function withDialect(
  { annotations }: Session,
  stream: string,
  dialect: string | undefined,
): ReadonlyMap<string, string> {
  const dialects = new Map(annotations.dialects);
  if (dialect === undefined) dialects.delete(stream);
  else dialects.set(stream, dialect);
  return dialects;
}

/** Adds the consumer of a site; undefined for automatic detection. */
export function withConsumer(consumers: Consumers, site: string, consumer: string | undefined): Consumers {
  const { [site]: _old, ...others } = consumers;
  return consumer === undefined ? others : { ...others, [site]: consumer };
}

/** Creates a session from the batches and annotations of another one. */
export function remake(
  scheduler: Scheduler,
  { session: old, playback: _playback, ...origin }: OpenSession,
  options: ReadingChoices & { readonly batches: readonly IncomingBatch[] },
): OpenSession {
  const { dialects, consumers, batches } = options;
  const shown = createOpenSession(scheduler, { dialects, consumers, source: old.reading.source }, origin);
  const { session } = shown;
  if (old.annotations.hasOwnRules) keepOwnRules(session, old.annotations.rulesOff.value);
  session.annotations.notes.value = old.annotations.notes.value;
  session.annotations.isRedacted = old.annotations.isRedacted;
  session.filter.text.value = old.filter.text.value;
  session.reading.append(batches);
  session.reading.append(old.reading.waiting());
  if (origin.name !== undefined) session.reading.finish();
  old.reading.dispose();
  return shown;
}
