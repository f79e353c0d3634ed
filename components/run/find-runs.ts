// Search of the run table: names, ids, status, error and result of every run up to the cursor.
import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Model } from '@/lib/core/model/types';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { useFindSource } from '../ui/find';
import { createItemSearch, wholePlace } from '../ui/find-items';
import { endingOfRow } from './run-row';
import type { RunTableRow, TableRun } from './run-rows';

export interface FindRunsParts {
  readonly rows: readonly RunTableRow[];
  readonly here: Model;
  onFound(run: number): void;
}

function* runsUpToCursor(rows: readonly RunTableRow[]): Iterable<TableRun> {
  for (const row of rows) if (row.kind === 'run' && !row.isLater) yield row;
}

export function useFindRuns(
  list: RefObject<HTMLElement | null>,
  { rows, here, onFound }: FindRunsParts,
): void {
  const session = useSession();
  const search = useMemo(createItemSearch<TableRun>, []);
  useFindSource(list, {
    search: (words, isOver) =>
      search(
        {
          items: runsUpToCursor(rows),
          // Rows are made anew with each change.
          versionOf: () => 0,
          placesOf(row) {
            const { index, runId, threadId, error, result, outcome } = row.run;
            const texts = [
              session.names.run(row.run),
              runId,
              threadId,
              TEXTS.run.statuses[endingOfRow(session, row, here).kind],
              error === undefined ? '' : `${error.code ?? ''} ${error.message}`,
              result === undefined ? '' : JSON.stringify(result),
              outcome === undefined ? '' : JSON.stringify(outcome),
            ];
            return wholePlace(String(index), texts, words);
          },
        },
        words,
        isOver,
      ),
    reveal: (place) => onFound(Number(place)),
    elementOf() {
      const element = list.current?.querySelector('[aria-selected="true"]');
      return element ? { element } : undefined;
    },
  });
}
