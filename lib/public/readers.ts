// Who reads the streams: found by evidence, chosen in a recording, or named by the caller.
import {
  chosenReaders,
  consumers,
  everyReader,
  findConsumer,
  type Readers,
  readerOf,
} from '@/lib/consumer/consumers';
import type { Annotations } from '@/lib/files/annotations';
import { oneOf } from '@/lib/public/lens-error';

/** The names of the consumers. */
export const CONSUMER_NAMES = consumers.map(({ id }) => id);

/** The readers of streams; `name` is that of all of them. */
export function readersFor(name: string | undefined, { consumers: chosen = {} }: Annotations): Readers {
  if (name === undefined) return chosenReaders(chosen);
  const consumer = findConsumer(oneOf('consumer', CONSUMER_NAMES, name));
  return consumer === undefined ? readerOf : everyReader(consumer);
}
