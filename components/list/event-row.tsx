// Rows of the event list: an event, or the group of a message or call.

import { formatClock } from '@/lib/core/json/format';
import type { Severity } from '@/lib/core/lint/types';
import type { GroupRow } from '@/lib/core/log/folded-rows';
import type { LoggedEvent } from '@/lib/core/log/types';
import { limitOf } from '@/lib/core/metrics/run-ending';
import type { Filter } from '@/lib/core/query/filter';
import type { Session } from '@/lib/panel/session';
import type { TimeMode } from '@/lib/panel/settings';
import { agentColor } from '../shared/agent-tag';
import { TEXTS } from '../texts';
import type { CellContext, GroupCell, Placed } from './columns';

/** Below this width a type is shown as its badge only, pixels. */
const SIGN_ONLY = 60;

interface EventRowProps {
  readonly at: number;
  readonly seq: number;
  readonly session: Session;
  readonly placed: readonly Placed[];
  readonly isSelected: boolean;
  readonly time: TimeMode;
  readonly words: Filter['words'];
  /** False if the filter highlights other rows. */
  readonly isMatch: boolean;
  readonly severity: Severity | undefined;
  /** True for an event of an open group. */
  readonly isInside: boolean;
  readonly group?: GroupCell & { toggle(): void };
}

export function EventRow(props: EventRowProps) {
  const { at, seq, session, placed, isSelected, severity, isInside, group, words, time } = props;
  const { log } = session;
  const event = log.at(seq);
  if (event === undefined) return null;
  const isStopped = event.type === 'RUN_FINISHED' && limitOf(event.event) !== undefined;
  const state = severity ?? (event.problems.length > 0 || isStopped ? 'warning' : undefined);
  const context: CellContext = {
    log,
    session,
    event,
    severity: state,
    time,
    words,
    ...(group !== undefined && { group }),
  };
  const note = session.annotations.notes.value.get(seq);
  const agent = session.agents.of(event.stream);
  return (
    <div
      id={`row-${at}`}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      data-seq={seq}
      class={`event-row ${state === undefined ? '' : `has-${state}`} ${isInside ? 'inside' : ''} ${props.isMatch ? '' : 'no-hit'} ${note === undefined ? '' : 'noted'} ${agent === undefined ? '' : 'of-agent'}`}
      style={agent && { '--agent': agentColor(agent) }}
      onClick={() => session.cursor.goTo(group?.row.lastSeq ?? seq)}
      onDblClick={() => group?.toggle()}
    >
      {placed.map(({ column, width }, index) => (
        <span
          key={column.id}
          role="gridcell"
          class={`c-${column.id} ${width < SIGN_ONLY && width > 0 ? 'sign-only' : ''}`}
          title={column.title?.(context) ?? titleOf(column.id, event, group?.row)}
        >
          {index === 0 && note !== undefined && (
            <span class="note-sign" title={note === '' ? TEXTS.bookmark : note}>
              ★<span class="spoken">{TEXTS.list.bookmarked(note)}</span>
            </span>
          )}
          {column.id === 'type' &&
            (group === undefined ? (
              <span class="twisty" />
            ) : (
              <Twisty row={group.row} toggle={group.toggle} />
            ))}
          {column.cell(context)}
        </span>
      ))}
    </div>
  );
}

function titleOf(column: string, { type, seq, timeMs }: LoggedEvent, row?: GroupRow): string | undefined {
  if (column === 'type') return type;
  if (column === 'seq') return row === undefined ? undefined : TEXTS.list.eventsFrom(seq, row.lastSeq);
  return column === 'start' ? formatClock(timeMs) : undefined;
}

export function Twisty({ row, toggle }: { row: Pick<GroupRow, 'isOpen' | 'count'>; toggle(): void }) {
  const { isOpen, count } = row;
  return (
    <button
      type="button"
      class="twisty"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={isOpen ? TEXTS.list.closeGroup(count) : TEXTS.list.openGroup(count)}
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
    >
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
    </button>
  );
}
