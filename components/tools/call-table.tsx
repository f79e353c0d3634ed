// The tool call table: filtered by tool, sorted by time, one call selected.

import type { Signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { textOfContent } from '@/lib/core/agui/content-part';
import { findTool } from '@/lib/core/agui/tool-schema';
import { formatMs, formatSize } from '@/lib/core/json/format';
import type { List } from '@/lib/core/json/list';
import { cut } from '@/lib/core/json/preview';
import { severitiesByEvent, severityOfCall } from '@/lib/core/lint/call-findings';
import { isAboveInfo } from '@/lib/core/lint/order';
import type { Finding, Severity } from '@/lib/core/lint/types';
import { listCalls } from '@/lib/core/model/queries/call-list';
import { type CallState, callState } from '@/lib/core/model/queries/call-state';
import { argumentsMs, isEarlierCall, waitingMs } from '@/lib/core/model/queries/call-times';
import type { Model, Run, ToolCallEntry } from '@/lib/core/model/types';
import type { Names } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { callMenu } from '../menus/call-menu';
import { CallTag, useNotRun } from '../shared/call-tag';
import { SeveritySign } from '../shared/signs';
import { sortingOf, sortTable } from '../shared/sorting';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { ColumnHeads, DataGrid } from '../ui/data-grid';
import { useFindSource } from '../ui/find';
import { createItemSearch, wholePlace } from '../ui/find-items';
import { handleKey } from '../ui/keys';
import { useContextMenu } from '../ui/menu';

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

const words = TEXTS.tools;
const SORTED = ['name', 'arguments', 'waiting'] as const;

export function CallTable({ model, newest, selected, onChoose }: CallTableProps) {
  const { findings, log, names, cursor, choices } = useSession();
  const workspace = useWorkspace();
  const openMenu = useContextMenu();
  const here = model.toolCalls;
  const all = useMemo(
    () => withLater(here, newest.toolCalls),
    [here, here.length, newest.toolCalls, newest.toolCalls.length],
  );
  const nowMs = log.timeMsOf(Math.max(cursor.seq.value, 0));
  const notRun = useNotRun();
  const { tool } = choices;
  const sorting = sortingOf(workspace.settings, 'calls', SORTED);
  const found = findings.listed.value;
  // Without infos: some clients produce one per call.
  const severities = useMemo(() => severitiesByEvent(found.filter(isAboveInfo), log), [found, found.length]);
  const list = useRef<HTMLDivElement>(null);
  const search = useMemo(createItemSearch<ToolCallEntry>, []);
  useFindSource(list, {
    search: (words, isTimeUp) =>
      search(
        {
          items: callsOfTool(here, tool.value),
          versionOf: ({ args, name, results }) => `${name} ${args.length} ${results.length}`,
          placesOf: (call) => wholePlace(String(call.index), textsOfCall(call, newest), words),
        },
        words,
        isTimeUp,
      ),
    reveal(place) {
      const call = here.at(Number(place));
      if (call !== undefined) onChoose(call);
    },
    elementOf(place) {
      const element = list.current?.querySelector(`[data-call="${place}"]`);
      return element ? { element } : undefined;
    },
  });
  /** As of the cursor; as of the newest event for later calls. */
  const stateOf = (call: ToolCallEntry) => callState(call, call.index < here.length ? model : newest, newest);
  const { tools, calls, left } = listCalls(all, {
    tool: tool.value,
    order: sorting?.by ?? 'start',
    isDescending: sorting?.isDescending === true,
    stateOf: (call) => stateOf(call).kind,
  });
  const partsOf = (call: ToolCallEntry): CallParts => ({
    call,
    run: newest.runs.at(call.run),
    state: stateOf(call),
    nowMs,
    isLater: call.index >= here.length,
    notRun: notRun.get(call.startSeq),
    names,
    severity: severityOfCall(severities, call),
  });
  return (
    <div class="calls" style={{ '--calls-height': `${(calls.length + 1) * ROW + 1}px` }}>
      {left > 0 && <span class="dim run-earlier">{TEXTS.more(left)}</span>}
      <DataGrid
        id="call"
        name="call"
        role="grid"
        label={TEXTS.tools.calls}
        rows={calls}
        scrollRef={list}
        at={selected === undefined ? -1 : calls.findIndex(({ index }) => index === selected.index)}
        // A sorted table does not scroll while calls arrive.
        isRevealed={sorting === undefined || choices.call.value !== undefined}
        rowHeight={ROW}
        columnCount={6}
        head={
          <ColumnHeads
            columns={[
              {
                by: 'name',
                label: words.tool,
                more: <ToolPicker tool={tool} tools={tools} count={all.length} />,
              },
              { label: words.status },
              { by: 'arguments', label: words.arguments, class: 'number', isDescendingFirst: true },
              { by: 'waiting', label: words.waiting, class: 'number', isDescendingFirst: true },
              { label: words.result, class: 'number' },
              { label: words.run },
            ]}
            sorting={sorting}
            onSort={(next) => sortTable(workspace.settings, 'calls', next)}
          />
        }
        attributes={(call) => rowAttributes(partsOf(call))}
        cells={(call) => <CallCells {...partsOf(call)} />}
        onMenu={(event, call) => openMenu(event, callMenu(workspace, call))}
        onSelect={onChoose}
        onKeyDown={(event, moves) => handleKey(event, 'calls', moves)}
      />
    </div>
  );
}

const TOOLS_SHOWN = 200;

interface ToolPickerProps {
  readonly tool: Signal<string | undefined>;
  readonly tools: ReadonlyMap<string, number>;
  readonly count: number;
}

function ToolPicker({ tool, tools, count }: ToolPickerProps) {
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

interface CallParts {
  readonly call: ToolCallEntry;
  readonly run: Run | undefined;
  readonly names: Names;
  readonly state: CallState;
  readonly nowMs: number;
  readonly isLater: boolean;
  /** Set if the client will not run it. */
  readonly notRun: Finding | undefined;
  readonly severity: Severity | undefined;
}

function rowAttributes({ call, state, isLater, notRun }: CallParts) {
  const isMissing = !isLater && (state.kind === 'unanswered' || notRun !== undefined);
  return {
    class: `${isLater ? 'later' : ''} ${isMissing ? 'has-warning' : ''}`,
    'data-call': call.index,
    title: isLater ? TEXTS.tools.notYetThere : undefined,
  };
}

function CallCells({ call, run, names, state, nowMs, isLater, notRun, severity }: CallParts) {
  const isEarlier = isEarlierCall(call);
  return (
    <>
      <span role="gridcell" title={asTitle(call.name)}>
        {severity !== undefined && <SeveritySign severity={severity} />}{' '}
        {cut(call.name, ROW_TEXT_MAX) || TEXTS.tools.noName}
      </span>
      <span role="gridcell">
        {isLater ? (
          <span class="tag">{TEXTS.tools.states[state.kind]}</span>
        ) : (
          <CallTag state={state} nowMs={nowMs} notRun={notRun} />
        )}
      </span>
      <span role="gridcell" class="number">
        {!isLater && argumentsText(call, state)}
      </span>
      <span role="gridcell" class="number">
        {!isLater && waitingText(call, state, nowMs)}
      </span>
      <span role="gridcell" class="number">
        {!isLater && resultText(call)}
      </span>
      <span role="gridcell" title={isEarlier ? TEXTS.tools.earlierTitle : asTitle(run?.runId)}>
        {run !== undefined ? names.run(run) : isEarlier ? TEXTS.tools.earlier : '–'}{' '}
        {call.subagentRunId !== undefined && (
          <span class="tag">
            {TEXTS.messages.subagent(names.subagent(call.subagentRunId, call.startSeq))}
          </span>
        )}
      </span>
    </>
  );
}
