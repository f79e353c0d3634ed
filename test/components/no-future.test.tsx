// @vitest-environment happy-dom
// One cursor, everywhere: no view at an event changes when events after it come. Each view is rendered at an event of the
// whole log, and of the same log cut off after that event.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { views } from '@/components/app/views';
import type { FileBatch } from '@/lib/core/files/types';
import { createLog } from '@/lib/core/log/log';
import type { IncomingBatch } from '@/lib/messages/incoming';
import { agents } from '../harness/agents';
import { textsOf } from '../support/dom';
import { batchesOf } from '../support/exported';
import { sseRecords } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { isLong, sampleSize } from '../support/sample-size';
import { runInput } from '../support/sessions';

/** Elements about the whole log by design: later entries are listed, marked as such, and counted. */
const OF_THE_WHOLE_LOG = [
  // Rows of runs and calls that come later, and the note that counts them.
  '.later',
  '.past-bar',
  // Number of later findings.
  '.later-note',
  // The columns of the table of runs: those that any run has.
  '.run-head',
  '.run-shares',
  '.run-row .figure',
  '.run-row .number',
  // Choices: which thread, tool, or call to compare with; how many there are of each.
  'select',
  // A value over the whole session, with a mark at the cursor.
  '.value-strip',
].join(', ');

const RECORDINGS = join(import.meta.dirname, '../fixtures/recordings');
/** Two runs of one thread: an agent, and the same one again. */
function twice(events: readonly object[]): FileBatch[] {
  const again = events.map((event) =>
    'runId' in event && event.runId === 'r1' ? { ...event, runId: 'r2' } : event,
  );
  const second = sseRecords(again, { ...runInput, runId: 'r2' }).slice(1);
  const moved = second.map((record) =>
    'stream' in record ? { ...record, t: record.t + 5_000, stream: 2 } : record,
  );
  return [{ doc: 'd', frameId: 0, n: 0, records: [...sseRecords(events, runInput), ...moved] }];
}

const recorded = (name: string): readonly FileBatch[] =>
  batchesOf({ name, bytes: readFileSync(join(RECORDINGS, name)) });

const LOGS: Readonly<Record<string, () => readonly FileBatch[]>> = Object.fromEntries([
  ...agents
    .filter(({ name }) => name !== 'long')
    .map(({ name, run }) => [`agent ${name}`, () => twice([...run(runInput)].slice(0, 120))] as const),
  ...readdirSync(RECORDINGS)
    .filter((name) => name.endsWith('.agui.jsonl'))
    .filter((_name, at) => at % (isLong ? 1 : 8) === 0)
    .map((name) => [name, () => recorded(name)] as const),
]);

/** A log up to an event, with what follows it before the next one. */
interface Cut {
  readonly seq: number;
  readonly batches: readonly FileBatch[];
}

function cutsOf(batches: readonly FileBatch[]): readonly Cut[] {
  const log = createLog();
  const cuts: Cut[] = [];
  for (const [at, batch] of batches.entries()) {
    const { doc, frameId } = batch;
    for (const [index, record] of batch.records.entries()) {
      const before = log.length;
      log.append({ doc, frameId, records: [record] });
      if (log.length === before || before === 0) continue;
      const part = { ...batch, records: batch.records.slice(0, index) };
      cuts.push({ seq: before - 1, batches: [...batches.slice(0, at), part] });
    }
  }
  return cuts;
}

const incoming = ({ records, ...batch }: FileBatch): IncomingBatch => ({
  ...batch,
  body: JSON.stringify(records),
});

async function show(batches: readonly FileBatch[]): Promise<TestPanel> {
  const panel = await showPanel([]);
  await panel.feed(...batches.map(incoming));
  return panel;
}

/** The dialect depends on the whole stream. */
const DIALECT = /ag-ui-\d\.\d$/;

/** The texts of a view at an event, and those on the tabs. */
async function textAt({ workspace, turns, container }: TestPanel, view: string, seq: number) {
  await act(() => {
    workspace.view.value = view;
    workspace.current.value.session.cursor.goTo(seq);
    turns.run();
  });
  await act(() => turns.run());
  const panel = container.querySelector('[role=tabpanel]')?.cloneNode(true);
  if (!(panel instanceof HTMLElement)) throw new Error(`There is no view ${view}.`);
  for (const element of panel.querySelectorAll(OF_THE_WHOLE_LOG)) element.remove();
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  while (walker.nextNode()) lines.push(walker.currentNode.textContent?.replace(/\s+/g, ' ').trim() ?? '');
  const tabs = textsOf(container, '[role=tab]');
  return { lines: lines.filter(Boolean).map((line) => line.replace(DIALECT, '')), tabs };
}

test.each(Object.keys(LOGS))('%s: no view shows anything after the cursor', async (name) => {
  const batches = LOGS[name]?.() ?? [];
  const cuts = cutsOf(batches);
  const most = sampleSize(12, '', 6);
  const step = Math.max(1, Math.floor(cuts.length / most));
  const chosen = cuts.filter((_cut, at) => at % step === Math.floor(step / 2)).slice(0, most);
  const whole = await show(batches);
  for (const { seq, batches: part } of chosen) {
    const texts = new Map<string, unknown>();
    for (const { id } of views) texts.set(id, await textAt(whole, id, seq));
    const cut = await show(part);
    for (const { id } of views) expect(texts.get(id), `${id} at ${seq}`).toEqual(await textAt(cut, id, seq));
    cut.remove();
    document.body.append(whole.container);
  }
  whole.remove();
});
