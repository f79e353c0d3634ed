// Who reads the streams: found by evidence, chosen in a recording, or named by the caller.
import {
  chosenReaders,
  consumers,
  everyReader,
  findConsumer,
  type Readers,
  readerOf,
} from '@/lib/core/consumers/consumers';
import type { Annotations } from '@/lib/core/files/annotations';
import { oneOf } from '@/lib/package/library/lens-error';

/** The names of the consumers. */
export const CONSUMER_NAMES = consumers.map(({ id }) => id);

/** The readers of streams; `name` is that of all of them. */
export function readersFor(name: string | undefined, { consumers: chosen = {} }: Annotations): Readers {
  if (name === undefined) return chosenReaders(chosen);
  const consumer = findConsumer(oneOf('consumer', CONSUMER_NAMES, name));
  return consumer === undefined ? readerOf : everyReader(consumer);
}
