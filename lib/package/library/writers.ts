// Formats that can be written, and what they write from.
import { formats } from '@/lib/core/files/formats';
import { countedEvents, eventsOfWalk, sourceOf } from '@/lib/core/files/log-source';
import type { Format, WriteSource } from '@/lib/core/files/types';
import { OptionError, RefusedError } from '@/lib/package/library/lens-error';
import type { Opened } from '@/lib/package/library/opened';

/** A format that can be written. */
type Writer = Format & Required<Pick<Format, 'write'>>;

function canWrite(format: Format): format is Writer {
  return format.write !== undefined;
}

/** Formats that can be written. */
export const WRITERS: readonly Writer[] = formats.filter(canWrite);

/** The format of an id. */
export function writerOf(id: string, option: string): Writer {
  const format = WRITERS.find((each) => each.id === id);
  if (format !== undefined) return format;
  const ids = WRITERS.map((each) => each.id).join(', ');
  throw new OptionError(`${option} must be one of ${ids}, not '${id}'.`);
}

/** The text of a format, in parts. */
export function textOf(format: Writer, source: WriteSource): Iterable<string> {
  const written = format.write(source);
  if ('refused' in written) throw new RefusedError(written.refused);
  return written;
}

/** What was opened, as formats write it. */
export function plainSource(opened: Opened): WriteSource {
  const { batches, name, annotations, isBody, walk } = opened;
  const about = { origin: `converted from ${name}`, annotations };
  if (!isBody) return sourceOf(opened.log, () => batches, about);
  const counted = countedEvents((leaveOut) => eventsOfWalk(walk, leaveOut));
  const selfContained = () => eventsOfWalk(walk);
  return { ...about, ...counted, batches: () => batches, log: () => opened.log, selfContained };
}
