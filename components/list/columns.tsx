// REGISTRY of the columns of the event list, in their order.

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
import { AgentTag } from '../parts/agent-tag';
import { FamilyBadge } from '../parts/family-badge';
import { SeveritySign } from '../parts/severity-sign';
import { ROW_TEXT_MAX } from '../parts/text-limits';
import { TEXTS } from '../texts';

/** What a cell is about: an event, or several of one message or call. */
export interface CellContext {
  readonly log: Log;
  readonly session: Session;
  /** The event, or the first one of the group. */
  readonly event: LoggedEvent;
  readonly severity: Severity | undefined;
  readonly time: TimeMode;
  /** Finds what is to be highlighted. */
  readonly words: Filter['words'];
  readonly group?: GroupCell;
}

/** What a cell knows of a group. */
export interface GroupCell {
  readonly row: GroupRow;
  readonly facts: GroupFacts;
  /** How many of its events are at or before the cursor; all where the cursor is elsewhere. */
  readonly upToCursor: number;
}

/** One column. */
export interface Column {
  readonly id: string;
  readonly label: string;
  /** Pixels, where the user has not said otherwise; 0 for the one that takes the rest. */
  readonly width: number;
  /** Whether it is shown where the user has not said otherwise. */
  readonly isShown: boolean;
  /** The lower, the sooner it goes where there is no room. */
  readonly rank: number;
  cell(context: CellContext): ComponentChildren;
  /** All of what may be cut. */
  title?(context: CellContext): string;
}

/** How narrow the column of the type may become: the sign of the family is left. */
const TYPE_MIN = 32;
const TYPE_NARROW = 126;
/** The summary is worth having from this width on. */
const SUMMARY_MIN = 130;
const GAP = 6;
const CLOCK_WIDTH = 84;
const DIGIT_WIDTH = 8;

/** `TEXT_MESSAGE_CONTENT` as the name of a group. */
function groupName(type: string): string {
  return type
    .replace(/_(START|CONTENT|ARGS|END|CHUNK|SNAPSHOT|DELTA)$/, '')
    .replace(/^THINKING.*/, 'THINKING');
}

function countOf({ row: { count, isOpen }, upToCursor }: GroupCell): string {
  const all = formatNumber(count);
  return upToCursor === count || isOpen ? `×${all}` : `${formatNumber(upToCursor)}/${all}`;
}

/** A text with what the filter found in it highlighted. */
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

/** What an event or the events of a group say, in one line. */
function summaryText(context: CellContext): string {
  return cut(wholeSummary(context), ROW_TEXT_MAX);
}

function wholeSummary({ event, group, session }: CellContext): string {
  return group?.facts.text || session.summaries.of(event);
}

/** The time of an event, as the user wants it counted. */
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

/** When something came before an event: another one, or the request that it is the first answer to. */
function previousMs(log: Log, seq: number, requestMs: number | undefined): number {
  const previous = seq === 0 ? undefined : log.timeMsOf(seq - 1);
  return Math.max(previous ?? Number.NEGATIVE_INFINITY, requestMs ?? previous ?? log.timeMsOf(seq));
}

/** All columns. */
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
    cell: ({ event, log }) => log.subagentOf(event.seq),
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

/** A column and the room that it gets. */
export interface Placed {
  readonly column: Column;
  readonly width: number;
}

/** What decides about the columns besides the settings. */
interface Shown {
  readonly time?: TimeMode;
  readonly hasAgents?: boolean;
  /** How many there are: their numbers want room. */
  readonly events?: number;
}

/** True for a column that is shown: by the user's choice; Agent by default where there are several. */
export function isColumnShown(
  { id, isShown }: Pick<Column, 'id' | 'isShown'>,
  settings: SettingValues['columns'],
  hasAgents: boolean,
): boolean {
  return settings[id]?.shown ?? (isShown || (id === 'agent' && hasAgents));
}

/** The columns that are shown at a width of the list, pixels: as the user wants them, as far as there is room. */
export function placeColumns(
  settings: SettingValues['columns'],
  room: number,
  { time = 'previous', hasAgents = false, events = 0 }: Shown = {},
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
