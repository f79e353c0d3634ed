// Marks, for exports, streams that differ from what the server or the page sent.
import type { Log } from './log';
import type { Stream } from './types';

/** Maximum number of marks in one line of an export. */
const CHANGES_MAX = 20;

export function marksByStream(log: Log): ReadonlyMap<Stream, readonly string[]> {
  const marks = new Map<Stream, string[]>();
  const add = (stream: Stream, mark: string): void => {
    const known = marks.get(stream);
    if (known === undefined) marks.set(stream, [mark]);
    else known.push(mark);
  };
  for (const stream of log.streams) if (stream.origin !== undefined) add(stream, stream.origin);
  for (const boundary of log.boundaries)
    if (boundary.kind === 'gap' && boundary.reason === 'changed' && boundary.stream !== undefined)
      add(boundary.stream, boundary.detail);
  return marks;
}

export function marksText(
  marks: ReadonlyMap<Stream, readonly string[]>,
  streams: readonly Stream[],
): string | undefined {
  const all = streams.flatMap((stream) => marks.get(stream) ?? []);
  if (all.length === 0) return undefined;
  const more = all.length - CHANGES_MAX;
  return `${all.slice(0, CHANGES_MAX).join('; ')}${more > 0 ? `; ${more} more` : ''}`;
}
