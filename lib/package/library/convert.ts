// A source in another format.
import { openedOf } from './kept';
import type { Source } from './types';
import { plainSource, textOf, writerOf } from './writers';

/** Writes a source in another format: recording, markdown, har, vitest-test … Throws a LensError where it cannot. */
export function convert(source: Source, format: string): string {
  return [...textOf(writerOf(format, 'format'), plainSource(openedOf(source)))].join('');
}
