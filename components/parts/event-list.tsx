// The list of events: a virtual grid. The selected row is the cursor.
import { useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { runtimeMade } from '@/lib/agui/runtime-made';
import { summaryOf } from '@/lib/agui/summary';
import type { Severity } from '@/lib/lint/types';
import { stepAnyRow, stepBy, stepRows } from '@/lib/session/navigate';
import type { Session } from '@/lib/session/session';
import { useSession } from '../context';
import { formatGap, formatSize } from '../format';
import { TEXTS } from '../texts';
import { cut } from '../ui/json-rows';
import { VirtualList } from '../ui/virtual-list';
import { FamilyBadge } from './family-badge';
import { MarkRow } from './mark-row';
import { SeveritySign, worse } from './severity-sign';

const ROW = 22;
const PAGE = 20;

/** The events that pass the filter, with a row for each mark between them. */
export function EventList() {
  const session = useSession();
  // How many rows there were while the list still followed.
  const seen = useRef(0);
  const following = session.cursor.value === 'live';
  const { rows, complete } = session.rows.value;
  const total = session.length.value;
  const severities = useComputed(() => {
    const bySeq = new Map<number, Severity>();
    for (const { seq, severity } of session.findings.value) {
      bySeq.set(seq, worse(bySeq.get(seq), severity));
    }
    return bySeq;
  });
  if (following) seen.current = rows.length;
  const current = session.seq.value;
  const selected = rows.positionOf(
    session.mark.value === undefined ? current : undefined,
    session.mark.value,
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const action = listKey(event, session);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  return (
    <section class="event-list" aria-label={TEXTS.events}>
      <div class="event-head" aria-hidden="true">
        <span class="c-seq">#</span>
        <span class="c-gap">+ms</span>
        <span class="c-type">Type</span>
        <span class="c-summary">Summary</span>
        <span class="c-size">Size</span>
      </div>
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        follow={following}
        reveal={selected}
        attributes={{
          role: 'grid',
          'aria-label': TEXTS.events,
          'aria-rowcount': rows.length,
          'aria-colcount': 5,
          'aria-readonly': true,
          tabIndex: 0,
          'aria-activedescendant': selected >= 0 ? `row-${selected}` : undefined,
          onKeyDown,
        }}
        onScrolled={(atEnd) => {
          // Scrolling up lets go of the tail; the cursor stays on the event that was the newest.
          if (following && !atEnd && session.length.value > 0) session.cursor.value = session.seq.value;
        }}
        row={(at) => {
          const row = rows.at(at);
          if (row === undefined) return null;
          if (row.kind === 'mark') {
            const mark = session.log.marks[row.mark];
            return mark === undefined ? null : (
              <MarkRow id={`row-${at}`} index={at} mark={mark} number={row.mark} session={session} />
            );
          }
          return (
            <EventRow
              at={at}
              seq={row.seq}
              session={session}
              selected={at === selected}
              severity={severities.value.get(row.seq)}
            />
          );
        }}
      />
      {!following && rows.length > seen.current && (
        <button
          type="button"
          class="jump"
          onClick={() => {
            session.mark.value = undefined;
            session.cursor.value = 'live';
          }}
        >
          {TEXTS.jump(rows.length - seen.current)}
        </button>
      )}
      {complete && rows.events === 0 && total > 0 && (
        <div class="no-match">
          <p>{TEXTS.noMatch(total)}</p>
          <button type="button" onClick={() => (session.filterText.value = '')}>
            {TEXTS.clearFilter}
          </button>
        </div>
      )}
    </section>
  );
}

function listKey(event: KeyboardEvent, session: Session): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  if (event.altKey) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined;
    return () => stepAnyRow(session, event.key === 'ArrowDown' ? 1 : -1);
  }
  const kind = event.shiftKey ? 'state' : 'event';
  const keys: Record<string, () => void> = {
    ArrowDown: () => stepBy(session, 1, kind),
    ArrowUp: () => stepBy(session, -1, kind),
    ArrowRight: () => stepBy(session, 1, kind),
    ArrowLeft: () => stepBy(session, -1, kind),
    PageDown: () => stepRows(session, PAGE),
    PageUp: () => stepRows(session, -PAGE),
    Home: () => stepRows(session, -session.rows.value.rows.length),
    End: () => stepRows(session, session.rows.value.rows.length),
  };
  return keys[event.key];
}

interface EventRowProps {
  readonly at: number;
  readonly seq: number;
  readonly session: Session;
  readonly selected: boolean;
  readonly severity: Severity | undefined;
}

function EventRow({ at, seq, session, selected, severity }: EventRowProps) {
  const { log } = session;
  const event = log.at(seq);
  if (event === undefined) return null;
  const gap = seq === 0 ? 0 : event.timeMs - log.timeMsOf(seq - 1);
  const made = event.event === undefined ? undefined : runtimeMade(event.type, event.event);
  const state = severity ?? (event.problems.length > 0 ? 'warning' : undefined);
  return (
    <div
      id={`row-${at}`}
      role="row"
      aria-rowindex={at + 1}
      aria-selected={selected}
      data-seq={seq}
      class={`event-row family-${event.type === '' ? 'unknown' : ''} ${state === undefined ? '' : `has-${state}`}`}
      onClick={() => {
        session.mark.value = undefined;
        session.cursor.value = seq;
      }}
    >
      <span role="gridcell" class="c-seq">
        {seq}
      </span>
      <span role="gridcell" class="c-gap">
        {formatGap(gap)}
      </span>
      <span role="gridcell" class="c-type" title={event.type}>
        <FamilyBadge type={event.type} />
        <span class="type-name">{event.type === '' ? 'unreadable' : event.type}</span>
      </span>
      <span role="gridcell" class="c-summary">
        {state !== undefined && <SeveritySign severity={state} />}
        {made !== undefined && <span class="tag">{TEXTS.addedBy(made.runtime)}</span>}
        {event.event === undefined ? cut(event.raw.trim(), 160) : summaryOf(event.type, event.event)}
      </span>
      <span role="gridcell" class="c-size">
        {formatSize(log.lengthOf(seq))}
      </span>
    </div>
  );
}
