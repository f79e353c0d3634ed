// Registry of the columns of the event list, in their order.

import type { ComponentChildren } from 'preact';
import { runtimeMade } from '@/lib/core/agui/runtime-made';
import { formatClock, formatGap, formatMs, formatNumber, formatSize } from '@/lib/core/json/format';
import { cut } from '@/lib/core/json/preview';
import type { Severity } from '@/lib/core/lint/types';
import type { GroupRow } from '@/lib/core/log/folded-rows';
import type { GroupFacts } from '@/lib/core/log/group-facts';
import type { Log } from '@/lib/core/log/log';
import type { LoggedEvent } from '@/lib/core/log/types';
import { startMsOf } from '@/lib/core/metrics/start';
import type { Filter } from '@/lib/core/query/filter';
import type { Session } from '@/lib/panel/session';
import type { SettingValues, TimeMode } from '@/lib/panel/settings';
import { AgentTag } from '../shared/agent-tag';
import { FamilyBadge, SeveritySign } from '../shared/signs';
import { ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';

export interface CellContext {
  readonly log: Log;
  readonly session: Session;
  /** The first event of a group. */
  readonly event: LoggedEvent;
  readonly severity: Severity | undefined;
  readonly time: TimeMode;
  /** Ranges to highlight. */
  readonly words: Filter['words'];
  readonly group?: GroupCell;
}

export interface GroupCell {
  readonly row: GroupRow;
  readonly facts: GroupFacts;
  /** Events of the group up to the cursor; all if the cursor is elsewhere. */
  readonly upToCursor: number;
}

export interface Column {
  readonly id: string;
  readonly label: string;
  /** Default width, pixels; 0 for the column that takes the rest. */
  readonly width: number;
  readonly isShown: boolean;
  /** Columns with a low rank are hidden first. */
  readonly rank: number;
  cell(context: CellContext): ComponentChildren;
  title?(context: CellContext): string;
}

/** At this width only the badge of the family fits. */
const TYPE_MIN = 32;
const TYPE_NARROW = 126;
const SUMMARY_MIN = 130;
const GAP = 6;
const CLOCK_WIDTH = 84;
const DIGIT_WIDTH = 8;

/** Name of a group: `TEXT_MESSAGE_CONTENT` → `TEXT_MESSAGE`. */
function groupName(type: string): string {
  return type
    .replace(/_(START|CONTENT|ARGS|END|CHUNK|SNAPSHOT|DELTA)$/, '')
    .replace(/^THINKING.*/, 'THINKING');
}

function countOf({ row: { count, isOpen }, upToCursor }: GroupCell): string {
  const all = formatNumber(count);
  return upToCursor === count || isOpen ? `×${all}` : `${formatNumber(upToCursor)}/${all}`;
}

function highlighted(text: string, words: Filter['words']): ComponentChildren {
  if (words === undefined) return text;
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const [start, end] of words(text)) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return [...parts, text.slice(from)];
}

function summaryText(context: CellContext): string {
  return cut(wholeSummary(context), ROW_TEXT_MAX);
}

function wholeSummary({ event, group, session }: CellContext): string {
  return group?.facts.text || session.summaries.of(event);
}

function timeText({ event: { seq, timeMs, stream }, log, session, time }: CellContext): string {
  const first = log.entities.runAt(stream.index, seq)?.firstSeq ?? seq;
  const requestMs = () => session.summaries.runOf(first)?.startMs ?? log.timeMsOf(first);
  switch (time) {
    case 'clock':
      return formatClock(timeMs);
    case 'start':
      return formatGap(timeMs - startMsOf(log));
    case 'run':
      return formatGap(timeMs - requestMs());
    case 'previous':
      return formatGap(timeMs - previousMs(log, seq, first === seq ? requestMs() : undefined));
  }
}

/** Time of the previous event, or of the request for its first event. */
function previousMs(log: Log, seq: number, requestMs: number | undefined): number {
  const previous = seq === 0 ? undefined : log.timeMsOf(seq - 1);
  return Math.max(previous ?? Number.NEGATIVE_INFINITY, requestMs ?? previous ?? log.timeMsOf(seq));
}

export const columns: readonly Column[] = [
  {
    id: 'seq',
    label: '#',
    width: 44,
    isShown: true,
    rank: 8,
    cell: ({ event }) => event.seq,
  },
  {
    id: 'clock',
    label: TEXTS.list.columnClock,
    width: 84,
    isShown: false,
    rank: 3,
    cell: ({ event }) => formatClock(event.timeMs),
  },
  {
    id: 'start',
    label: TEXTS.list.columnStart,
    width: 60,
    isShown: false,
    rank: 4,
    cell: ({ event, log }) => formatMs(event.timeMs - startMsOf(log)),
  },
  {
    id: 'gap',
    label: TEXTS.list.times.previous.label,
    width: 54,
    isShown: true,
    rank: 6,
    cell: timeText,
    title: (context) =>
      `${TEXTS.list.times[context.time].title}: ${timeText(context)} · ${formatClock(context.event.timeMs)}`,
  },
  {
    id: 'type',
    label: TEXTS.list.columnType,
    width: 190,
    isShown: true,
    rank: 9,
    cell: ({ event, group }) => (
      <>
        <FamilyBadge type={event.type} />
        <span class="type-name">
          {event.type === ''
            ? TEXTS.list.unreadable
            : group === undefined
              ? event.type
              : `${groupName(event.type)} ${countOf(group)}`}
        </span>
      </>
    ),
  },
  {
    id: 'lane',
    label: TEXTS.list.columnLane,
    width: 90,
    isShown: false,
    rank: 1,
    cell: ({ event, log, session }) => {
      const id = log.subagentOf(event.seq);
      return id === '' ? '' : session.names.subagent(id, event.seq);
    },
  },
  {
    id: 'agent',
    label: TEXTS.list.columnAgent,
    width: 110,
    isShown: false,
    rank: 1.5,
    cell: ({ event, session }) => <AgentTag agent={session.agents.of(event.stream)} />,
  },
  {
    id: 'summary',
    label: TEXTS.list.columnSummary,
    width: 0,
    isShown: true,
    rank: 10,
    title: summaryText,
    cell: (context) => {
      const { event, severity, words } = context;
      const made = event.event === undefined ? undefined : runtimeMade(event.type, event.event);
      return (
        <>
          {severity !== undefined && <SeveritySign severity={severity} />}
          {made !== undefined && <span class="tag">{TEXTS.addedBy(made.runtime)}</span>}
          {highlighted(summaryText(context), words)}
        </>
      );
    },
  },
  {
    id: 'size',
    label: TEXTS.list.columnSize,
    width: 56,
    isShown: true,
    rank: 2,
    cell: ({ event, log, group }) =>
      formatSize(group === undefined ? log.lengthOf(event.seq) : group.facts.size),
  },
];

export interface Placed {
  readonly column: Column;
  readonly width: number;
}

interface ColumnOptions {
  readonly time?: TimeMode;
  readonly hasAgents?: boolean;
  /** The number column grows with the number of events. */
  readonly events?: number;
}

export function isColumnShown(
  { id, isShown }: Pick<Column, 'id' | 'isShown'>,
  settings: SettingValues['columns'],
  hasAgents: boolean,
): boolean {
  return settings[id]?.shown ?? (isShown || (id === 'agent' && hasAgents));
}

/** Chooses and narrows columns for a width of the list, pixels. */
export function placeColumns(
  settings: SettingValues['columns'],
  room: number,
  { time = 'previous', hasAgents = false, events = 0 }: ColumnOptions = {},
): readonly Placed[] {
  const own = ({ id, width }: Column): number => {
    if (id === 'seq') return Math.max(width, (String(events).length + 0.5) * DIGIT_WIDTH);
    return id === 'gap' && time === 'clock' ? CLOCK_WIDTH : width;
  };
  let placed: Placed[] = columns
    .filter((column) => isColumnShown(column, settings, hasAgents))
    .map((column) => ({ column, width: settings[column.id]?.width ?? own(column) }));
  const used = () => placed.reduce((sum, { width }) => sum + width + GAP, GAP);
  const isTight = () => used() + SUMMARY_MIN > room;
  const narrow = (to: number) => {
    placed = placed.map((each) =>
      each.column.id === 'type' && isTight() ? { ...each, width: Math.min(each.width, to) } : each,
    );
  };
  const drop = (below: number) => {
    while (isTight()) {
      const [first] = placed.filter(({ column }) => column.rank < below).sort(byRank);
      if (first === undefined) return;
      placed = placed.filter((each) => each !== first);
    }
  };
  drop(5);
  narrow(TYPE_NARROW);
  narrow(TYPE_MIN);
  drop(8);
  return placed;
}

function byRank(a: Placed, b: Placed): number {
  return a.column.rank - b.column.rank;
}
