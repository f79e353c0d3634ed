// The event list: a virtual grid. The selected row is the cursor.
import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Session } from '@/lib/panel/session';
import type { TimeMode } from '@/lib/panel/settings';
import type { Workspace } from '@/lib/panel/workspace';
import { runKey } from '../app/actions';
import { useWorkspace } from '../app/context';
import { goLive } from '../app/notices';
import { eventMenu } from '../menus/event-menu';
import { pageMenu, requestMenu } from '../menus/request-menu';
import { TEXTS } from '../texts';
import { type AskedMenu, useContextMenu } from '../ui/menu';
import { useSize } from '../ui/use-size';
import { VirtualList } from '../ui/virtual-list';
import { BoundaryRow } from './boundary-row';
import { Chips } from './chips';
import { type Placed, placeColumns } from './columns';
import { EventHead } from './event-head';
import { EventRow } from './event-row';
import { type RowFacts, useRowFacts } from './row-facts';

const ROW = 22;
/** Indentation of a menu that was opened by keyboard, pixels. */
const MENU_INDENT = 40;

function usePlacedColumns(session: Session) {
  const { columns, time } = useWorkspace().settings.values.value;
  const box = useRef<HTMLElement>(null);
  const room = useSignal(600);
  useSize(box, ({ clientWidth }) => {
    room.value = clientWidth;
  });
  session.reading.revision.value;
  const hasAgents = session.agents.all().length > 0;
  const placed = placeColumns(columns, room.value, { time, hasAgents, events: session.log.length });
  return { box, time, placed };
}

export function EventList() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
  const { cursor, list } = session;
  const { box, time, placed } = usePlacedColumns(session);
  const facts = useRowFacts(session);
  const openMenu = useContextMenu();
  const { rows } = list.shown.value;
  const isFollowing = cursor.at.value === 'live';
  const boundary = cursor.boundary.value;
  const position = rows.positionOf(boundary === undefined ? cursor.seq.value : undefined, boundary);
  // The end of a stream may have no row.
  const selected = position < 0 && boundary !== undefined ? rows.indexOf(cursor.seq.value) : position;
  return (
    <section
      class="event-list"
      aria-label={TEXTS.list.events}
      ref={box}
      onPointerMove={({ target }) => {
        session.choices.hovered.value = seqOf(target);
      }}
      onPointerLeave={() => {
        session.choices.hovered.value = undefined;
      }}
      style={{ '--columns': placed.map(track).join(' ') }}
    >
      <Chips />
      <EventHead placed={placed} />
      <NoMatch session={session} />
      <VirtualList
        count={rows.length}
        rowHeight={ROW}
        follow={isFollowing}
        reveal={selected}
        attributes={{
          role: 'grid',
          'aria-label': TEXTS.list.events,
          'aria-rowcount': rows.length + 1,
          'aria-owns': 'event-head',
          'aria-colcount': placed.length,
          'aria-readonly': true,
          tabIndex: 0,
          'aria-activedescendant': selected >= 0 ? `row-${selected}` : undefined,
          'data-focus': 'list',
          onKeyDown: (event: KeyboardEvent) => runKey(event, workspace, 'list'),
          onContextMenu(event: MouseEvent) {
            const row = rowOfMenu(event, box.current);
            const menu = row && menuOf(workspace, row);
            // By keyboard the menu is below the row of the cursor.
            const rect = event.button === 2 ? undefined : row?.getBoundingClientRect();
            if (menu !== undefined)
              openMenu(event, menu, rect && { x: rect.x + MENU_INDENT, y: rect.bottom });
          },
        }}
        onScrolled={(atEnd) => {
          // Scrolling up stops following; the cursor remains on the newest event.
          if (isFollowing && !atEnd && session.reading.length.value > 0) cursor.at.value = cursor.seq.value;
        }}
        row={(at) => (
          <ListRow
            at={at}
            session={session}
            placed={placed}
            time={time}
            facts={facts}
            isSelected={at === selected}
          />
        )}
      />
      <JumpToLatest />
    </section>
  );
}

/** False for gaps, and for streams that were opened before the newest events. */
function isKnownRow({ log, list }: Session, at: number): boolean {
  const row = list.shown.value.rows.at(at);
  const fact = row && 'boundary' in row ? log.boundaries[row.boundary] : undefined;
  return fact?.kind !== 'gap' && !(fact && 'stream' in fact && fact.stream?.url === '');
}

/** Cells that depend on preceding events. */
const RELATIVE = new Set(['seq', 'start', 'gap']);

/** Shows the newest rows of a long session while the rest is read. */
export function NewestRows({ session }: { readonly session: Session }) {
  const { box, time, placed: known } = usePlacedColumns(session);
  const placed = known.map(({ column, width }) => ({
    column: RELATIVE.has(column.id) ? { ...column, cell: () => '' } : column,
    width,
  }));
  // No severities: findings need the preceding events.
  const severityOf = useComputed(() => () => undefined);
  const facts = { ...useRowFacts(session), severityOf };
  const { length } = session.list.shown.value.rows;
  const positions = Array.from({ length }, (_, at) => at).filter((at) => isKnownRow(session, at));
  return (
    <section
      class="event-list"
      aria-label={TEXTS.list.events}
      aria-busy
      inert
      ref={box}
      style={{ '--columns': placed.map(track).join(' ') }}
    >
      <EventHead placed={placed} />
      <VirtualList
        count={positions.length}
        rowHeight={ROW}
        follow
        attributes={{ role: 'grid', 'aria-label': TEXTS.list.events, 'aria-owns': 'event-head' }}
        row={(at) => (
          <ListRow
            at={positions[at] ?? -1}
            session={session}
            placed={placed}
            time={time}
            facts={facts}
            isSelected={false}
          />
        )}
      />
    </section>
  );
}

function rowOfMenu({ target, button }: MouseEvent, box: HTMLElement | null): HTMLElement | undefined {
  const row =
    button === 2
      ? target instanceof Element && target.closest<HTMLElement>('[role=row]')
      : box?.querySelector<HTMLElement>('[aria-selected=true]');
  return row || undefined;
}

function menuOf(workspace: Workspace, { dataset }: HTMLElement): AskedMenu | undefined {
  const { log } = workspace.current.value.session;
  const { seq, boundary } = dataset;
  if (seq !== undefined) return eventMenu(workspace, Number(seq));
  const fact = log.boundaries[Number(boundary)];
  if (fact?.kind === 'navigation') return pageMenu(workspace, fact.url);
  if (fact === undefined || !('stream' in fact) || fact.stream === undefined) return undefined;
  return requestMenu(workspace, fact.stream);
}

function seqOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-seq]') : null;
  return row === null ? undefined : Number(row.dataset['seq']);
}

function track({ width, column }: Placed): string {
  return column.width === 0 ? 'minmax(0, 1fr)' : `${width}px`;
}

interface ListRowProps {
  readonly at: number;
  readonly session: Session;
  readonly placed: readonly Placed[];
  readonly facts: RowFacts;
  readonly time: TimeMode;
  readonly isSelected: boolean;
}

function ListRow({ at, session, placed, facts, time, isSelected }: ListRowProps) {
  const row = session.list.shown.value.rows.at(at);
  if (row === undefined) return null;
  if (row.kind === 'boundary' || row.kind === 'quiet') {
    const boundary = session.log.boundaries[row.boundary];
    if (boundary === undefined) return null;
    return (
      <BoundaryRow
        index={at}
        boundary={boundary}
        number={row.boundary}
        session={session}
        isSelected={isSelected}
        isInside={row.kind === 'boundary' && row.isInside === true}
        columns={placed.length}
        revision={session.reading.revision.value}
        {...(row.kind === 'quiet' && { quiet: row })}
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
      words={session.filter.compiled.value.words}
      isMatch={isGroup ? facts.isMatch(row.seq, row) : facts.isMatch(row.seq)}
      isSelected={isSelected}
      isInside={!isGroup && row.isInside === true}
      time={time}
      severity={
        isGroup && !row.isOpen ? facts.severityOf.value(row.seq, row) : facts.severityOf.value(row.seq)
      }
      {...(isGroup && {
        group: {
          row,
          facts: facts.group.value(row),
          upToCursor: isSelected ? facts.countUpToCursor(row) : row.count,
          toggle: () => session.list.toggleGroup(row.group),
        },
      })}
    />
  );
}

function JumpToLatest() {
  const workspace = useWorkspace();
  const { session, name } = workspace.current.value;
  // Number of events when the list last followed.
  const seen = useRef(0);
  const total = session.reading.length.value;
  if (session.cursor.at.value === 'live') seen.current = total;
  const newer = total - 1 - session.cursor.seq.value;
  if (name !== undefined || total <= seen.current || newer <= 0) return null;
  return (
    <button type="button" class="jump" onClick={() => goLive(workspace)}>
      {TEXTS.toLatestOf(newer)}
    </button>
  );
}

/** A filter without matches, or with invalid terms, which filter nothing. */
function NoMatch({ session: { filter, list } }: { session: Session }) {
  const { matches, requests, of } = list.counts.value;
  const {
    problems: [problem],
    hint,
  } = filter.compiled.value;
  const isNone = filter.rows.value.complete && matches + requests === 0 && of > 0;
  if (!isNone && problem === undefined) return null;
  return (
    <div class="no-match">
      {problem !== undefined && (
        <p id="filter-problem" class="sign-warning">
          {problem}
        </p>
      )}
      {isNone && (
        <p>
          {TEXTS.list.noMatch(of)} {hint}
        </p>
      )}
      <button type="button" onClick={() => (filter.text.value = '')}>
        {TEXTS.list.clearFilter}
      </button>
    </div>
  );
}
