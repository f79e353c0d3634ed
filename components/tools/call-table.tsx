// The tool calls as a table: filtered by tool, ordered by time, one of them chosen.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { textOfContent } from '@/lib/agui/content-part';
import { cut } from '@/lib/agui/preview';
import { severitiesByEvent, severityOfCall } from '@/lib/lint/call-findings';
import type { Severity } from '@/lib/lint/types';
import { type CallOrder, listCalls } from '@/lib/model/queries/call-list';
import { argumentsMs, waitingMs } from '@/lib/model/queries/call-times';
import type { Model, Run, ToolCallEntry } from '@/lib/model/types';
import type { Names } from '@/lib/session/names';
import { useSession } from '../context';
import { formatMs, formatSize } from '../format';
import { SeveritySign } from '../parts/severity-sign';
import { TEXTS } from '../texts';

/** Rows shown at most. */
const SHOWN = 300;

/** Properties of a CallTable. */
export interface CallTableProps {
  readonly model: Model;
  readonly selected: ToolCallEntry | undefined;
  onChoose(call: ToolCallEntry): void;
}

function argumentsText(call: ToolCallEntry): string {
  return call.endMs === undefined ? '…' : formatMs(argumentsMs(call) ?? 0);
}

function waitingText(call: ToolCallEntry): string {
  const waited = waitingMs(call);
  if (waited !== undefined) return formatMs(waited);
  return call.status === 'called' ? '…' : '';
}

function resultText({ result }: ToolCallEntry): string {
  return result === undefined ? '' : formatSize(textOfContent(result).length);
}

/** How the calls are ordered. */
interface Sorting {
  readonly order: Signal<CallOrder>;
  readonly isDescending: Signal<boolean>;
}

/** The calls at the cursor. */
export function CallTable({ model, selected, onChoose }: CallTableProps) {
  const { findings, log, names } = useSession();
  const tool = useSignal<string | undefined>(undefined);
  const sorting: Sorting = { order: useSignal<CallOrder>('start'), isDescending: useSignal(false) };
  const all = findings.listed.value;
  const severities = useMemo(() => severitiesByEvent(all, log), [all, all.length]);
  const { tools, calls, left } = listCalls(model.toolCalls, {
    tool: tool.value,
    order: sorting.order.value,
    isDescending: sorting.isDescending.value,
    limit: SHOWN,
  });
  return (
    <>
      <ToolPicker tool={tool} tools={tools} count={model.toolCalls.length} />
      <div class="table-box">
        <table aria-label={TEXTS.tools.calls}>
          <Head sorting={sorting} />
          <tbody>
            {left > 0 && (
              <tr>
                <td class="dim" colSpan={6}>
                  {TEXTS.more(left)}
                </td>
              </tr>
            )}
            {calls.map((call) => (
              <CallRow
                key={call.index}
                call={call}
                run={model.runs.at(call.run)}
                names={names}
                severity={severityOfCall(severities, call)}
                isSelected={call.index === selected?.index}
                onChoose={() => onChoose(call)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ToolPickerProps {
  readonly tool: Signal<string | undefined>;
  readonly tools: ReadonlyMap<string, number>;
  /** How many calls there are of all tools. */
  readonly count: number;
}

function ToolPicker({ tool, tools, count }: ToolPickerProps) {
  const words = TEXTS.tools;
  return (
    <div class="view-bar">
      <select
        aria-label={words.filter}
        value={tool.value ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          tool.value = value === '' ? undefined : value;
        }}
      >
        <option value="">{words.all(count)}</option>
        {[...tools]
          .filter(([name]) => name !== '')
          .map(([name, calls]) => (
            <option key={name} value={name}>
              {words.ofTool(cut(name, 60), calls)}
            </option>
          ))}
      </select>
    </div>
  );
}

function Head({ sorting }: { sorting: Sorting }) {
  const words = TEXTS.tools;
  return (
    <thead>
      <tr>
        <SortHead sorting={sorting} name="start" label={words.tool} />
        <th scope="col">{words.status}</th>
        <SortHead sorting={sorting} name="arguments" label={words.arguments} />
        <SortHead sorting={sorting} name="waiting" label={words.waiting} />
        <th scope="col" class="number">
          {words.result}
        </th>
        <th scope="col">{words.run}</th>
      </tr>
    </thead>
  );
}

function SortHead({ sorting, name, label }: { sorting: Sorting; name: CallOrder; label: string }) {
  const { order, isDescending } = sorting;
  const isChosen = order.value === name;
  const sort = isDescending.value ? 'descending' : 'ascending';
  return (
    <th scope="col" class={name === 'start' ? '' : 'number'} aria-sort={isChosen ? sort : 'none'}>
      <button
        type="button"
        class="sort"
        title={TEXTS.tools.sortBy(label)}
        onClick={() => {
          isDescending.value = isChosen ? !isDescending.value : name !== 'start';
          order.value = name;
        }}
      >
        {label}
        <span aria-hidden="true">{isChosen ? (isDescending.value ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

interface CallRowProps {
  readonly call: ToolCallEntry;
  readonly run: Run | undefined;
  readonly names: Names;
  readonly severity: Severity | undefined;
  readonly isSelected: boolean;
  onChoose(): void;
}

function CallRow({ call, run, names, severity, isSelected, onChoose }: CallRowProps) {
  return (
    <tr class={isSelected ? 'selected' : ''}>
      <td>
        {severity !== undefined && <SeveritySign severity={severity} />}
        <button type="button" class="link" aria-pressed={isSelected} onClick={onChoose}>
          {cut(call.name, 60) || TEXTS.tools.noName}
        </button>
      </td>
      <td>
        <span class={`tag call-${call.status}`}>{call.status}</span>
      </td>
      <td class="number">{argumentsText(call)}</td>
      <td class="number">{waitingText(call)}</td>
      <td class="number">{resultText(call)}</td>
      <td class="run-name" title={run?.runId}>
        {run === undefined ? '–' : names.run(run)}
        {call.subagentRunId !== undefined && (
          <span class="tag">{TEXTS.messages.subagent(names.id(call.subagentRunId))}</span>
        )}
      </td>
    </tr>
  );
}
