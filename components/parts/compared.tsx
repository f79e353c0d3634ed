// The differences between two values.
import { differences } from '@/lib/core/json/diff';
import type { Json } from '@/lib/core/json/json';
import { DifferenceList } from './difference-list';

/** Differences between the old and the new value. */
export function Compared({ before, after }: { before: Json | undefined; after: Json | undefined }) {
  return <DifferenceList differences={differences(before, after)} />;
}
