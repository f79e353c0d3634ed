// The tool calls as a table: filtered by tool, ordered by time, one of them chosen.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { textOfContent } from '@/lib/agui/content-part';
import { severitiesByEvent, severityOfCall } from '@/lib/lint/call-findings';
import { type CallOrder, listCalls } from '@/lib/model/queries/call-list';
import { argumentsMs, waitingMs } from '@/lib/model/queries/call-times';
import type { Model, ToolCallEntry } from '@/lib/model/types';
import { useSession } from '../context';
import { formatMs, formatSize } from '../format';
import { SeveritySign } from '../parts/severity-sign';
import { TEXTS } from '../texts';
import { cut } from '../ui/json-rows';

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

/** The calls at the cursor. */
export function CallTable({ model, selected, onChoose }: CallTableProps) {
  const session = useSession();
  const tool = useSignal<string | undefined>(undefined);
  const order = useSignal<CallOrder>('start');
  const isDescending = useSignal(false);
  const findings = session.findings.listed.value;
  const severities = useMemo(() => severitiesByEvent(findings, session.log), [findings, findings.length]);
  const { tools, calls, left } = listCalls(model.toolCalls, {
    tool: tool.value,
    order: order.value,
    isDescending: isDescending.value,
    limit: SHOWN,
  });
  const words = TEXTS.tools;
  const head = (name: CallOrder, label: string) => {
    const isChosen = order.value === name;
    const sort = isDescending.value ? 'descending' : 'ascending';
    return (
      <th scope="col" class={name === 'start' ? '' : 'number'} aria-sort={isChosen ? sort : 'none'}>
        <button
          type="button"
          class="sort"
          title={words.sortBy(label)}
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
  };
  return (
    <>
      <div class="view-bar">
        <select
          aria-label={words.filter}
          value={tool.value ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            tool.value = value === '' ? undefined : value;
          }}
        >
          <option value="">{words.all(model.toolCalls.length)}</option>
          {[...tools]
            .filter(([name]) => name !== '')
            .map(([name, count]) => (
              <option key={name} value={name}>
                {words.ofTool(cut(name, 60), count)}
              </option>
            ))}
        </select>
      </div>
      <div class="table-box">
        <table aria-label={words.calls}>
          <thead>
            <tr>
              {head('start', words.tool)}
              <th scope="col">{words.status}</th>
              {head('arguments', words.arguments)}
              {head('waiting', words.waiting)}
              <th scope="col" class="number">
                {words.result}
              </th>
              <th scope="col">{words.run}</th>
            </tr>
          </thead>
          <tbody>
            {left > 0 && (
              <tr>
                <td class="dim" colSpan={6}>
                  {TEXTS.more(left)}
                </td>
              </tr>
            )}
            {calls.map((call) => {
              const severity = severityOfCall(severities, call);
              const isSelected = call.index === selected?.index;
              return (
                <tr key={call.index} class={isSelected ? 'selected' : ''}>
                  <td>
                    {severity !== undefined && <SeveritySign severity={severity} />}
                    <button
                      type="button"
                      class="link"
                      aria-pressed={isSelected}
                      onClick={() => onChoose(call)}
                    >
                      {cut(call.name, 60) || words.noName}
                    </button>
                  </td>
                  <td>
                    <span class={`tag call-${call.status}`}>{call.status}</span>
                  </td>
                  <td class="number">{argumentsText(call)}</td>
                  <td class="number">{waitingText(call)}</td>
                  <td class="number">{resultText(call)}</td>
                  <td>
                    {model.runs.at(call.run)?.runId ?? '–'}
                    {call.subagentRunId !== undefined && (
                      <span class="tag">{TEXTS.messages.subagent(call.subagentRunId)}</span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
