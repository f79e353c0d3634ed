// Times of the pure core: CPU time, medians.
import { median } from './table';

const CHUNK = 64 * 1024;

/** CPU time of some work, milliseconds. */
export function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The median of so many times, milliseconds of CPU. */
export function measure(times: number, work: () => void): number {
  return median(Array.from({ length: times }, () => cpuMs(work)));
}

/** Pieces of a body as a network brings them: many frames each, cut anywhere. */
export function piecesOf(frames: readonly string[]): string[] {
  const body = frames.join('');
  return Array.from({ length: Math.ceil(body.length / CHUNK) }, (_, at) =>
    body.slice(at * CHUNK, (at + 1) * CHUNK),
  );
}
