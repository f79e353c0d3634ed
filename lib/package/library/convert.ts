// Writes a file in another format.
import { formats } from '@/lib/core/files/formats';
import { asInlineScript } from '@/lib/core/files/html-report';
import { countedEvents, eventsOfWalk, lazySourceOf } from '@/lib/core/files/log-source';
import type { Format, ReportParts, WriteSource } from '@/lib/core/files/types';
import { notOneOf, RefusedError } from './lens-error';
import type { Opened } from './open';
import { reportFiles } from './panel-files';

type FormatWriter = Format & Required<Pick<Format, 'write'>>;

const canWrite = (format: Format): format is FormatWriter => format.write !== undefined;

export const WRITERS: readonly FormatWriter[] = formats.filter(canWrite);

/** The format of an id. `option` begins the sentence of an error. */
export function writerOf(id: string, option: string): FormatWriter {
  const format = WRITERS.find((each) => each.id === id);
  if (format !== undefined) return format;
  const ids = WRITERS.map((each) => each.id);
  throw notOneOf(option, ids, id);
}

/** Reads the panel for a report; undefined in a browser, or without a build. */
function reportParts(): ReportParts | undefined {
  const files = reportFiles();
  const crypto = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (files === undefined || crypto === undefined) return undefined;
  const script = asInlineScript(files.script);
  const hash = `sha256-${crypto.createHash('sha256').update(script).digest('base64')}`;
  return { script, style: files.style, hash };
}

/** Text of a format, in parts. Throws a LensError if the format refuses. */
export function writtenText(format: FormatWriter, source: WriteSource): Iterable<string> {
  const report = format.needsReport === true ? reportParts() : undefined;
  const written = format.write({ ...source, ...(report !== undefined && { report }) });
  if ('refused' in written) throw new RefusedError(written.refused);
  return written;
}

/** An opened file, for formats. A body is written without a log, which needs memory. */
export function plainSource(opened: Opened): WriteSource {
  const { batches, name, annotations, isBody, walk } = opened;
  const about = { origin: `converted from ${name}`, annotations };
  if (!isBody)
    return lazySourceOf(
      () => opened.log,
      () => batches,
      about,
    );
  const counted = countedEvents((skip) => eventsOfWalk(walk, skip));
  return { ...about, ...counted, batches: () => batches, log: () => opened.log };
}
