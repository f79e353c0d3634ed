// The tool call table: filtered by tool, sorted by time, one call selected.

import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { textOfContent } from '@/lib/core/agui/content-part';
import { findTool } from '@/lib/core/agui/tool-schema';
import { formatMs, formatSize } from '@/lib/core/json/format';
import type { List } from '@/lib/core/json/list';
import { cut } from '@/lib/core/json/preview';
import { severitiesByEvent, severityOfCall } from '@/lib/core/lint/call-findings';
import type { Finding, Severity } from '@/lib/core/lint/types';
import { type CallOrder, listCalls } from '@/lib/core/model/queries/call-list';
import { argumentsMs, isEarlierCall, waitingMs } from '@/lib/core/model/queries/call-times';
import type { Model, Run, ToolCallEntry } from '@/lib/core/model/types';
import { type CallState, callState } from '@/lib/panel/call-state';
import type { Names } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { callMenu } from '../menus/call-menu';
import { CallTag, useNotRun } from '../parts/call-tag';
import { SeveritySign } from '../parts/signs';
import { asTitle, ROW_TEXT_MAX } from '../parts/text-limits';
import { TEXTS } from '../texts';
import { ColumnHead, type Sorting } from '../ui/data-grid';
import { useFindSource } from '../ui/find';
import { createItemSearch, wholePlace } from '../ui/find-items';
import { useContextMenu } from '../ui/menu';
import { VirtualRows } from '../ui/virtual-rows';

const SHOWN = 10_000;
/** As in tools.css, pixels. */
const ROW = 22;

interface CallTableProps {
  readonly model: Model;
  /** Including calls after the cursor. */
  readonly newest: Model;
  readonly selected: ToolCallEntry | undefined;
  onChoose(call: ToolCallEntry): void;
}

function argumentsText(call: ToolCallEntry, state: CallState): string {
  if (state.kind === 'streaming') return '…';
  const ms = argumentsMs(call);
  return ms === undefined ? '–' : formatMs(ms);
}

function waitingText(call: ToolCallEntry, state: CallState, nowMs: number): string {
  const waited = waitingMs(call);
  if (waited !== undefined) return formatMs(waited);
  if (call.status === 'answered') return '–';
  return state.kind === 'waiting'
    ? TEXTS.tools.waitingSince(formatMs(Math.max(0, nowMs - state.sinceMs)))
    : '';
}

/** Calls at the cursor, then later ones. */
function withLater(here: List<ToolCallEntry>, all: List<ToolCallEntry>): List<ToolCallEntry> {
  const at = (index: number) => here.at(index) ?? all.at(index);
  return {
    length: Math.max(here.length, all.length),
    at,
    *[Symbol.iterator]() {
      yield* here;
      for (let index = here.length; index < all.length; index++) {
        const call = all.at(index);
        if (call !== undefined) yield call;
      }
    },
  };
}

function* callsOfTool(calls: List<ToolCallEntry>, tool: string | undefined): Iterable<ToolCallEntry> {
  for (const call of calls) if (tool === undefined || call.name === tool) yield call;
}

/** The texts of a call that are searched: with the schema of its tool, as the request declared it. */
function* textsOfCall({ name, id, args, results, run }: ToolCallEntry, { runs }: Model): Iterable<string> {
  yield name;
  yield id;
  yield args;
  for (const { content } of results) yield textOfContent(content);
  const schema = run < 0 ? undefined : findTool(runs.at(run)?.input, name)?.['parameters'];
  if (schema !== undefined) yield JSON.stringify(schema);
}

function resultText({ result }: ToolCallEntry): string {
  return result === undefined ? '' : formatSize(textOfContent(result).length);
}

type CallSorting = Sorting<CallOrder>;

export function CallTable({ model, newest, selected, onChoose }: CallTableProps) {
  const { findings, log, names, cursor, choices } = useSession();
  const here = model.toolCalls;
  const all = useMemo(
    () => withLater(here, newest.toolCalls),
    [here, here.length, newest.toolCalls, newest.toolCalls.length],
  );
  const nowMs = log.timeMsOf(Math.max(cursor.seq.value, 0));
  const notRun = useNotRun();
  const tool = useSignal<string | undefined>(undefined);
  const sorting = useSignal<CallSorting | undefined>(undefined);
  const found = findings.listed.value;
  // Infos are no marks: some clients get one at every call.
  const severities = useMemo(
    () =>
      severitiesByEvent(
        found.filter(({ severity }) => severity !== 'info'),
        log,
      ),
    [found, found.length],
  );
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const search = useMemo(createItemSearch<ToolCallEntry>, []);
  useFindSource(body, {
    search: (words, isOver) =>
      search(
        {
          items: callsOfTool(here, tool.value),
          versionOf: ({ args, name, results }) => `${name} ${args.length} ${results.length}`,
          placesOf: (call) => wholePlace(String(call.index), textsOfCall(call, newest), words),
        },
        words,
        isOver,
      ),
    reveal(place) {
      const call = here.at(Number(place));
      if (call !== undefined) onChoose(call);
    },
    elementOf(place) {
      const element = body.current?.querySelector(`[data-call="${place}"]`);
      return element ? { element } : undefined;
    },
  });
  // A sorted table stays where it is while calls arrive.
  const revealed = sorting.value === undefined ? selected?.index : choices.call.value;
  const { tools, calls, left } = listCalls(all, {
    tool: tool.value,
    order: sorting.value?.by ?? 'start',
    isDescending: sorting.value?.isDescending === true,
    limit: SHOWN,
  });
  return (
    <div class="calls" ref={box} style={{ '--calls-height': `${(calls.length + 1) * ROW}px` }}>
      <table class="call-table" aria-label={TEXTS.tools.calls} aria-rowcount={calls.length + 1}>
        <Head sorting={sorting}>
          <ToolPicker tool={tool} tools={tools} count={all.length} />
        </Head>
        <tbody ref={body}>
          {left > 0 && (
            <tr>
              <td class="dim" colSpan={6}>
                {TEXTS.more(left)}
              </td>
            </tr>
          )}
          <VirtualRows
            box={box}
            count={calls.length}
            rowHeight={ROW}
            headHeight={ROW}
            reveal={revealed === undefined ? undefined : calls.findIndex(({ index }) => index === revealed)}
            row={(at) => {
              const call = calls[at];
              return (
                call && (
                  <CallRow
                    key={call.index}
                    position={at + 2}
                    call={call}
                    run={newest.runs.at(call.run)}
                    state={callState(call, model, newest)}
                    nowMs={nowMs}
                    isLater={call.index >= here.length}
                    notRun={notRun.get(call.startSeq)}
                    names={names}
                    severity={severityOfCall(severities, call)}
                    isSelected={call.index === selected?.index}
                    onChoose={() => onChoose(call)}
                  />
                )
              );
            }}
          />
        </tbody>
      </table>
    </div>
  );
}

/** Tools in the list. */
const TOOLS_SHOWN = 200;

interface ToolPickerProps {
  readonly tool: Signal<string | undefined>;
  readonly tools: ReadonlyMap<string, number>;
  readonly count: number;
}

function ToolPicker({ tool, tools, count }: ToolPickerProps) {
  const words = TEXTS.tools;
  const named: (readonly [string, number])[] = [];
  for (const each of tools)
    if (each[0] !== '' && (named.length < TOOLS_SHOWN || each[0] === tool.value)) named.push(each);
  const more = tools.size - (tools.has('') ? 1 : 0) - named.length;
  if (named.length < 2 && tool.value === undefined) return null;
  return (
    <select
      aria-label={words.filter}
      value={named.findIndex(([name]) => name === tool.value)}
      onChange={(event) => {
        tool.value = named[Number(event.currentTarget.value)]?.[0];
      }}
    >
      <option value={-1}>{words.all(count)}</option>
      {named.map(([name, calls], index) => (
        <option key={name} value={index}>
          {words.ofTool(cut(name, 60), calls)}
        </option>
      ))}
      {more > 0 && <option disabled>{TEXTS.more(more)}</option>}
    </select>
  );
}

interface CallHeadProps {
  readonly sorting: Signal<CallSorting | undefined>;
  /** Beside the name of the first column. */
  readonly children: ComponentChildren;
}

function Head({ sorting, children }: CallHeadProps) {
  const words = TEXTS.tools;
  const head = (by: CallOrder, label: string) => (
    <ColumnHead
      as="th"
      class={by === 'name' ? '' : 'number'}
      by={by}
      label={label}
      sorting={sorting.value}
      isDescendingFirst={by !== 'name'}
      onSort={(next) => (sorting.value = next)}
    >
      {by === 'name' && children}
    </ColumnHead>
  );
  return (
    <thead>
      <tr>
        {head('name', words.tool)}
        <th scope="col">{words.status}</th>
        {head('arguments', words.arguments)}
        {head('waiting', words.waiting)}
        <th scope="col" class="number">
          {words.result}
        </th>
        <th scope="col">{words.run}</th>
      </tr>
    </thead>
  );
}

interface CallRowProps {
  /** In the table, from 1. */
  readonly position: number;
  readonly call: ToolCallEntry;
  readonly run: Run | undefined;
  readonly names: Names;
  readonly state: CallState;
  readonly nowMs: number;
  /** True if the call starts after the cursor. */
  readonly isLater: boolean;
  /** The client will not run it. */
  readonly notRun: Finding | undefined;
  readonly severity: Severity | undefined;
  readonly isSelected: boolean;
  onChoose(): void;
}

function CallRow(props: CallRowProps) {
  const { position, call, run, names, state, nowMs, isLater, notRun, severity, isSelected, onChoose } = props;
  const workspace = useWorkspace();
  const openMenu = useContextMenu();
  const isEarlier = isEarlierCall(call);
  const isMissing = !isLater && (state.kind === 'unanswered' || notRun !== undefined);
  return (
    <tr
      data-call={call.index}
      aria-rowindex={position}
      class={`${isSelected ? 'selected' : ''} ${isLater ? 'later' : ''} ${isMissing ? 'has-warning' : ''}`}
      title={isLater ? TEXTS.tools.notYetThere : undefined}
      onContextMenu={(event) =>
        openMenu(event, { label: TEXTS.menus.call, items: callMenu(workspace, call) })
      }
    >
      <td>
        <div class="call-cell">
          {severity !== undefined && <SeveritySign severity={severity} />}
          <button
            type="button"
            class="link"
            title={asTitle(call.name)}
            aria-pressed={isSelected}
            onClick={onChoose}
          >
            {cut(call.name, ROW_TEXT_MAX) || TEXTS.tools.noName}
          </button>
        </div>
      </td>
      <td>
        {isLater ? (
          <span class="tag call-later">
            {TEXTS.tools.states[call.status === 'called' ? 'waiting' : call.status]}
          </span>
        ) : (
          <CallTag state={state} nowMs={nowMs} notRun={notRun} />
        )}
      </td>
      <td class="number">{argumentsText(call, state)}</td>
      <td class="number">{waitingText(call, state, nowMs)}</td>
      <td class="number">{resultText(call)}</td>
      <td class="run-name" title={isEarlier ? TEXTS.tools.earlierTitle : asTitle(run?.runId)}>
        {run !== undefined ? names.run(run) : isEarlier ? TEXTS.tools.earlier : '–'}{' '}
        {call.subagentRunId !== undefined && (
          <span class="tag">{TEXTS.messages.subagent(names.id(call.subagentRunId))}</span>
        )}
      </td>
    </tr>
  );
}
