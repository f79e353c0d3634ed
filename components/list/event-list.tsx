// The list of events: a virtual grid. The selected row is the cursor.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Severity } from '@/lib/lint/types';
import type { GroupRow } from '@/lib/log/folded-rows';
import { createGroupFacts } from '@/lib/log/group-facts';
import { goToOtherEnd, openGroup, stepAnyRow, stepBy, stepRows } from '@/lib/session/navigate';
import type { Session } from '@/lib/session/session';
import { placeColumns } from '../columns';
import { useWorkspace } from '../context';
import { worse } from '../parts/severity-sign';
import { TEXTS } from '../texts';
import { Menu } from '../ui/menu';
import { VirtualList } from '../ui/virtual-list';
import { BoundaryRow } from './boundary-row';
import { EventHead } from './event-head';
import { EventRow } from './event-row';
import { rowMenu } from './row-menu';

const ROW = 22;
const PAGE = 20;

/** The worst finding of each event. */
function useSeverities(session: Session) {
  return useComputed(() => {
    const bySeq = new Map<number, Severity>();
    for (const { seq, severity } of session.findings.listed.value) {
      bySeq.set(seq, worse(bySeq.get(seq), severity));
    }
    return bySeq;
  });
}

/** The events that pass the filter, with a row for each boundary between them. */
export function EventList() {
  const workspace = useWorkspace();
  const { session } = workspace.shown.value;
  // How many events there were while the list still followed.
  const seen = useRef(0);
  const box = useRef<HTMLElement>(null);
  const room = useSignal(600);
  const following = session.cursor.at.value === 'live';
  const { rows } = session.list.shown.value;
  const { complete } = session.filter.rows.value;
  const total = session.reading.length.value;
  const severities = useSeverities(session);
  const facts = useComputed(() => createGroupFacts(session.log, session.list.shown.value.rows));
  const placed = placeColumns(workspace.settings.values.value.columns, room.value);
  const template = placed
    .map(({ width, column }) => (column.width === 0 ? 'minmax(0, 1fr)' : `${width}px`))
    .join(' ');
  if (following) seen.current = total;
  const selected = rows.positionOf(
    session.cursor.boundary.value === undefined ? session.cursor.seq.value : undefined,
    session.cursor.boundary.value,
  );

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      room.value = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const menu = useSignal<{ readonly seq: number; readonly x: number; readonly y: number } | undefined>(
    undefined,
  );
  const onContextMenu = (event: MouseEvent) => {
    const { target } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
    // By the keyboard it is about the row of the cursor, wherever the pointer is.
    const isKey = event.button !== 2;
    const seq = isKey || row === null ? session.cursor.seq.value : Number(row.dataset['seq']);
    if (seq < 0 || (!isKey && row === null)) return;
    event.preventDefault();
    const place = (
      isKey ? box.current?.querySelector('[aria-selected=true]') : null
    )?.getBoundingClientRect();
    const { x, y } =
      place === undefined ? { x: event.clientX, y: event.clientY } : { x: place.x + 40, y: place.bottom };
    menu.value = { seq, x, y };
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const action = listKey(event, session);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  const { words, isEmpty } = session.filter.compiled.value;
  const isMarking = !session.filter.isHiding.value && !isEmpty;
  const isIn = (seq: number, lastSeq: number): boolean => {
    const matching = session.filter.matches.value.rows;
    const row = matching.at(matching.indexOf(lastSeq));
    return row?.kind === 'event' && row.seq >= seq;
  };
  /** How many events of a group are at or before the cursor. */
  const placeIn = (row: GroupRow): number => {
    let place = 0;
    for (const seq of rows.seqsOf(row.group)) {
      if (seq > session.cursor.seq.value) break;
      place++;
    }
    return place;
  };
  const severityOf = (seq: number, lastSeq: number): Severity | undefined => {
    let found: Severity | undefined;
    if (lastSeq - seq > severities.value.size) {
      for (const [at, severity] of severities.value)
        if (at >= seq && at <= lastSeq) found = worse(found, severity);
      return found;
    }
    for (let at = seq; at <= lastSeq; at++) {
      const severity = severities.value.get(at);
      if (severity !== undefined) found = worse(found, severity);
    }
    return found;
  };

  return (
    <section
      class="event-list"
      aria-label={TEXTS.events}
      ref={box}
      style={{ '--columns': template } as Record<string, string>}
    >
      <EventHead placed={placed} />
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        follow={following}
        reveal={selected}
        attributes={{
          role: 'grid',
          'aria-label': TEXTS.events,
          'aria-rowcount': rows.length,
          'aria-colcount': placed.length,
          'aria-readonly': true,
          tabIndex: 0,
          'aria-activedescendant': selected >= 0 ? `row-${selected}` : undefined,
          'data-focus': 'list',
          onKeyDown,
          onContextMenu,
        }}
        onScrolled={(atEnd) => {
          // Scrolling up lets go of the tail; the cursor stays on the event that was the newest.
          if (following && !atEnd && session.reading.length.value > 0)
            session.cursor.at.value = session.cursor.seq.value;
        }}
        row={(at) => {
          const row = rows.at(at);
          if (row === undefined) return null;
          if (row.kind === 'boundary') {
            const boundary = session.log.boundaries[row.boundary];
            return boundary === undefined ? null : (
              <BoundaryRow
                id={`row-${at}`}
                index={at}
                boundary={boundary}
                number={row.boundary}
                session={session}
              />
            );
          }
          const isGroup = row.kind === 'group';
          return (
            <EventRow
              at={at}
              seq={row.seq}
              session={session}
              placed={placed}
              words={words}
              isMatch={!isMarking || isIn(row.seq, isGroup ? row.lastSeq : row.seq)}
              isSelected={at === selected}
              isInside={!isGroup && row.isInside === true}
              severity={severityOf(row.seq, isGroup && !row.isOpen ? row.lastSeq : row.seq)}
              {...(isGroup && {
                group: {
                  row,
                  facts: facts.value(row),
                  place: at === selected ? placeIn(row) : row.count,
                  toggle: () => session.list.toggleGroup(row.group),
                },
              })}
            />
          );
        }}
      />
      {menu.value !== undefined && (
        <Menu
          label={TEXTS.rowMenu}
          items={rowMenu(workspace, menu.value.seq)}
          at={menu.value}
          onClose={(isChosen) => {
            menu.value = undefined;
            if (isChosen) box.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
          }}
        />
      )}
      {!following && total > seen.current && workspace.shown.value.name === undefined && (
        <button
          type="button"
          class="jump"
          onClick={() => {
            session.cursor.boundary.value = undefined;
            session.cursor.at.value = 'live';
          }}
        >
          {TEXTS.jump(total - seen.current)}
        </button>
      )}
      {complete && session.filter.rows.value.rows.events === 0 && total > 0 && (
        <div class="no-match">
          <p>{TEXTS.noMatch(total)}</p>
          <button type="button" onClick={() => (session.filter.text.value = '')}>
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
  if (event.shiftKey) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined;
    return () => stepBy(session, event.key === 'ArrowDown' ? 1 : -1, 'state');
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => stepBy(session, 1, 'event'),
    ArrowUp: () => stepBy(session, -1, 'event'),
    ArrowRight: () => openGroup(session, true) || stepBy(session, 1, 'event'),
    ArrowLeft: () => openGroup(session, false) || stepBy(session, -1, 'event'),
    Enter: () => openGroup(session, true) || openGroup(session, false),
    b: () => session.annotations.toggleBookmark(session.cursor.seq.value),
    m: () => goToOtherEnd(session),
    PageDown: () => stepRows(session, PAGE),
    PageUp: () => stepRows(session, -PAGE),
    Home: () => stepRows(session, -session.filter.rows.value.rows.length),
    End: () => stepRows(session, session.filter.rows.value.rows.length),
  };
  return keys[event.key];
}
