// Differences between two values. Loaded on demand: the default view rarely has any.
import { useEffect } from 'preact/hooks';
import type { Json } from '@/lib/core/json/json';
import { late } from '@/lib/panel/late';

export const comparison = late(async () => {
  const [{ DifferenceList }, { differences }] = await Promise.all([
    import('./difference-list'),
    import('@/lib/core/json/diff'),
  ]);
  return { DifferenceList, differences };
});

export function Compared({ before, after }: { before: Json | undefined; after: Json | undefined }) {
  const loaded = comparison.now.value;
  useEffect(() => {
    // A failed load is repeated by the next difference.
    comparison.load().catch(() => {});
  }, []);
  if (loaded === undefined) return null;
  return <loaded.DifferenceList differences={loaded.differences(before, after)} />;
}
