// The table of faults: how a recorded response could break, and the result in the app of each client. Nothing is
// sent.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Consumer } from '@/lib/core/consumers/consumer';
import { siteOf } from '@/lib/core/consumers/consumers';
import { sourceOf } from '@/lib/core/files/log-source';
import { readLog } from '@/lib/core/files/read-log';
import { recording } from '@/lib/core/files/recording';
import { runInTurns } from '@/lib/core/json/steps';
import type { Log } from '@/lib/core/log/log';
import type { Run } from '@/lib/core/model/types';
import { exchangeOf, toBatches } from '@/lib/core/what-if/answered-request';
import { type Fault, faults } from '@/lib/core/what-if/faults';
import { endText, predicted, type WhatIf, type WhatIfRow, whatIf } from '@/lib/core/what-if/what-if';
import { TURN_MS } from '@/lib/panel/scheduler';
import { useSession, useWorkspace } from '../app/context';
import { importText } from '../files/open';
import { addFault, serveLog } from '../page-rules/make-rules';
import { TEXTS } from '../texts';
import { whatIf as words } from '../texts/what-if';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';

type FaultRows = ReadonlyMap<string, WhatIfRow>;

/** Reads the response for one client per step, which bounds the length of a turn. */
function* faultRows(log: Log, run: Run, clients: readonly Consumer[]): Generator<FaultRows, FaultRows> {
  const exchange = exchangeOf(log, run.stream);
  let rows: FaultRows = new Map();
  for (const client of clients)
    for (const row of whatIf(exchange, [client], faults)) {
      const cells = [...(rows.get(row.fault.id)?.cells ?? []), ...row.cells];
      rows = new Map(rows).set(row.fault.id, { ...row, cells });
      yield rows;
    }
  return rows;
}

function useRows(run: Run | undefined, clients: readonly Consumer[]): FaultRows {
  const { log, scheduler } = useSession();
  const rows = useSignal<FaultRows>(new Map());
  useEffect(() => {
    rows.value = new Map();
    if (run === undefined) return undefined;
    const show = (found: FaultRows) => {
      rows.value = found;
    };
    return runInTurns(faultRows(log, run, clients), scheduler, {
      turnMs: TURN_MS,
      progress: show,
      done: show,
    });
  }, [log, run?.index, run?.events]);
  return rows.value;
}

function textOfCell({ outcome, isSameMessages, isSameState, isSameEnd, newFindings }: WhatIf): string {
  const end = outcome.ending?.promise === 'rejects' ? outcome.ending.promise : outcome.status;
  const { both, messages, state } = words.parts;
  const differing = isSameMessages ? state : isSameState ? messages : both;
  const parts = [
    ...(isSameMessages && isSameState ? [] : [differing]),
    ...(isSameEnd || end === undefined ? [] : [end]),
  ];
  const found = newFindings.length === 0 ? [] : [words.found(newFindings.length)];
  return [...(parts.length === 0 ? [words.same] : parts), ...found].join(', ');
}

interface ChosenCell {
  readonly fault: string;
  readonly client: string;
}

interface FaultRowProps {
  readonly fault: Fault;
  readonly row: WhatIfRow | undefined;
  readonly clients: readonly Consumer[];
  readonly run: Run;
  readonly chosen: ChosenCell | undefined;
  choose(chosen: ChosenCell | undefined): void;
}

function FaultLine({ fault, row, clients, run, chosen, choose }: FaultRowProps) {
  const cellOf = (client: string | undefined) => row?.cells.find((cell) => cell.client === client);
  const open = chosen?.fault === fault.id ? cellOf(chosen.client) : undefined;
  return (
    <>
      <tr>
        <th scope="row" title={fault.id}>
          {fault.summary}
        </th>
        {row !== undefined && row.response === undefined ? (
          <td class="dim" colSpan={clients.length}>
            {words.none}
          </td>
        ) : (
          clients.map((client) => {
            const cell = cellOf(client.id);
            const parts = cell && textOfCell(cell);
            const isOpen = cell !== undefined && cell === open;
            return (
              <td key={client.id}>
                {parts !== undefined && (
                  <button
                    type="button"
                    class={parts === words.same ? 'link is-same' : 'link'}
                    aria-label={words.cell(fault.id, client.id, parts)}
                    aria-expanded={isOpen}
                    onClick={() => choose(isOpen ? undefined : { fault: fault.id, client: client.id })}
                  >
                    {parts}
                  </button>
                )}
              </td>
            );
          })
        )}
      </tr>
      {row !== undefined && open !== undefined && (
        <tr>
          <td class="what-if-details" colSpan={clients.length + 1}>
            <BrokenResponse run={run} row={row} cell={open} />
          </td>
        </tr>
      )}
    </>
  );
}

interface BrokenResponseProps {
  readonly run: Run;
  readonly row: WhatIfRow;
  readonly cell: WhatIf;
}

function BrokenResponse({ run, row, cell }: BrokenResponseProps) {
  const workspace = useWorkspace();
  const { log, annotations } = useSession();
  const { fault, response } = row;
  const { outcome, newFindings } = cell;
  const name = words.fileName(fault.id, run.index + 1);
  const broken = () => (response === undefined ? [] : toBatches(exchangeOf(log, run.stream), response));
  const open = () => {
    const batches = broken();
    const consumers = { [siteOf(run.stream)]: cell.client };
    const about = { consumers, ...(annotations.isRedacted && ({ isRedacted: true } as const)) };
    const source = sourceOf(readLog(batches), () => batches, { annotations: about });
    const written = recording.write?.(source) ?? [];
    workspace.dialog.value = undefined;
    if (!('refused' in written)) void importText(workspace, `${name}.agui.jsonl`, [...written].join(''));
  };
  const serve = () => {
    const batches = broken();
    serveLog(workspace, { name, log: readLog(batches), batches });
  };
  const isTab = workspace.host.pageRules !== undefined;
  return (
    <section aria-label={words.chosen(fault.id, cell.client)}>
      <h3>{words.chosen(fault.id, cell.client)}</h3>
      <dl>
        <Fact name={words.labels.messages}>
          {words.messages(cell.isSameMessages, outcome.messages.length)}
        </Fact>
        <Fact name={words.labels.state}>{words.state(cell.isSameState)}</Fact>
        <Fact name={words.labels.end}>{endText(outcome)}</Fact>
        <Fact name={words.labels.findings}>
          {newFindings.length === 0 ? words.noFindings : newFindings.join(', ')}
        </Fact>
      </dl>
      <p class="what-if-ways">
        <button type="button" onClick={open}>
          {words.open}
        </button>
        {isTab && (
          <button type="button" onClick={serve}>
            {words.serve}
          </button>
        )}
        {isTab && fault.live !== undefined && (
          <button type="button" onClick={() => addFault(workspace, fault.id)}>
            {words.rule}
          </button>
        )}
      </p>
    </section>
  );
}

export function WhatIfDialog() {
  const workspace = useWorkspace();
  const { models, cursor, choices, names } = useSession();
  const chosen = useSignal<ChosenCell | undefined>(undefined);
  // Also offers a run that ends after the cursor: its whole response breaks.
  const runs = useComputed(() => [...models.newest().runs].filter(({ events }) => events > 0)).value;
  const atCursor = runs.findLast(({ startSeq }) => startSeq !== undefined && startSeq <= cursor.seq.value);
  const run = runs.find(({ index }) => index === choices.brokenRun.value) ?? atCursor ?? runs.at(-1);
  const own = run && models.readers(run.stream).consumer.id;
  const clients =
    run === undefined ? [] : [...predicted(run)].sort((a, b) => Number(b.id === own) - Number(a.id === own));
  const rows = useRows(run, clients);
  const done = [...rows.values()].reduce((sum, { cells }) => sum + cells.length, 0);
  const all = clients.length * (faults.length - [...rows.values()].filter((each) => !each.response).length);
  return (
    <Dialog label={words.title} class="what-if" onClose={() => (workspace.dialog.value = undefined)}>
      <h2>{words.title}</h2>
      {run === undefined ? (
        <p>{words.noRun}</p>
      ) : (
        <>
          <p class="dim">
            {words.howTo} {words.choose}
          </p>
          <label>
            {words.run}{' '}
            <select
              value={run.index}
              onChange={({ currentTarget }) => {
                choices.brokenRun.value = Number(currentTarget.value);
                chosen.value = undefined;
              }}
            >
              {runs.map((each) => (
                <option key={each.index} value={each.index}>
                  {names.run(each)}
                </option>
              ))}
            </select>
          </label>{' '}
          <span class="dim" role="status">
            {done < all && words.reading(done, all)}
          </span>
          <div class="what-if-table">
            <table aria-label={words.table}>
              <thead>
                <tr>
                  <th scope="col">{words.fault}</th>
                  {clients.map(({ id, name }) => (
                    <th key={id} scope="col" title={id}>
                      {name}
                      {id === own && <span class="tag">{words.own}</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {faults.map((fault) => (
                  <FaultLine
                    key={fault.id}
                    fault={fault}
                    row={rows.get(fault.id)}
                    clients={clients}
                    run={run}
                    chosen={chosen.value}
                    choose={(next) => (chosen.value = next)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <div class="dialog-buttons">
        <button type="button" class="primary" onClick={() => (workspace.dialog.value = undefined)}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}
