// Client tools that the client of the page will not run: the findings about them, by the first event of the call.
import { useMemo } from 'preact/hooks';
import { isFoundBy } from '@/lib/core/lint/order';
import type { Finding } from '@/lib/core/lint/types';
import { useSession } from '../app/context';

const RULE = 'client-tool-not-run';

/** Up to the cursor. */
export function useNotRun(): ReadonlyMap<number, Finding> {
  const { findings, cursor } = useSession();
  const listed = findings.listed.value;
  const seq = cursor.at.value === 'live' ? Number.POSITIVE_INFINITY : cursor.seq.value;
  return useMemo(
    () =>
      new Map(
        listed
          .filter((finding) => finding.rule === RULE && isFoundBy(finding, seq))
          .flatMap((finding) => finding.related.map((call) => [call, finding] as const)),
      ),
    [listed, listed.length, seq],
  );
}
