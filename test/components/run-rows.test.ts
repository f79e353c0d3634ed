import { expect, test } from 'vitest';
import { tableRows, tableRuns } from '@/components/run/run-rows';
import { countedList } from '../support/counted-list';
import { createExchanges, finished, question, requestOf, started } from '../support/exchanges';
import { modelOf } from '../support/logs';

test('the relations of runs are computed once for a model, however often they are shown', () => {
  const talk = createExchanges();
  for (let at = 0; at < 20; at++)
    talk.open({ request: requestOf(`r${at}`, [question('u1')]) }).send(started(`r${at}`), finished(`r${at}`));
  const model = modelOf(talk.log);
  const { list: runs, reads } = countedList(model.runs);
  const all = { ...model, runs };
  const endMs = () => undefined;
  const parts = {
    here: all,
    all,
    findings: new Map(),
    prices: [],
    endMs,
    statusOf: () => '',
    sorting: undefined,
    isGrouped: true,
  };
  const shown = tableRuns(parts);
  const rows = tableRows(shown, parts);
  expect(rows).toHaveLength(20);
  const before = reads();
  expect(tableRows(shown, parts)).toEqual(rows);
  expect(reads()).toBe(before);
});
