// Search of the run table: names, ids, status, error, result and request of every run up to the cursor.
import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Model } from '@/lib/core/model/types';
import type { Session } from '@/lib/panel/session';
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

function* textsOfRun(session: Session, row: TableRun, here: Model): Iterable<string> {
  const { runId, threadId, error, result, outcome, input, stream } = row.run;
  yield session.names.run(row.run);
  yield runId;
  yield threadId;
  yield TEXTS.run.statuses[endingOfRow(session, row, here).kind];
  if (error !== undefined) yield `${error.code ?? ''} ${error.message}`;
  if (result !== undefined) yield JSON.stringify(result);
  if (outcome !== undefined) yield JSON.stringify(outcome);
  yield input === undefined ? (stream.requestBody ?? '') : JSON.stringify(input);
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
          placesOf: (row) => wholePlace(String(row.run.index), textsOfRun(session, row, here), words),
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
