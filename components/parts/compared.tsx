// The differences between two values.
import { differences } from '@/lib/core/json/diff';
import type { Json } from '@/lib/core/json/json';
import { DifferenceList } from './difference-list';

export function Compared({ before, after }: { before: Json | undefined; after: Json | undefined }) {
  return <DifferenceList differences={differences(before, after)} />;
}
