// The differences between two values. What finds and shows them is loaded late: the conversation, which a panel begins
// with, seldom has any.
import { useEffect } from 'preact/hooks';
import type { Json } from '@/lib/core/json/json';
import { late } from '@/lib/panel/late';

/** What finds and shows differences. */
export const comparison = late(async () => {
  const [{ DifferenceList }, { differences }] = await Promise.all([
    import('./difference-list'),
    import('@/lib/core/json/diff'),
  ]);
  return { DifferenceList, differences };
});

/** How a value became another. */
export function Compared({ before, after }: { before: Json | undefined; after: Json | undefined }) {
  const loaded = comparison.now.value;
  useEffect(() => {
    // What cannot be loaded now is tried again with the next one that is shown.
    comparison.load().catch(() => {});
  }, []);
  if (loaded === undefined) return null;
  return <loaded.DifferenceList differences={loaded.differences(before, after)} />;
}
