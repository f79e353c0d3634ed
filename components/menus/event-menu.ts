import { arrayText } from '@/lib/core/files/array-text';
import type { GroupRow } from '@/lib/core/log/folded-rows';
import { createGroupFacts } from '@/lib/core/log/group-facts';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import type { LoggedEvent } from '@/lib/core/log/types';
import { valueTerm } from '@/lib/core/query/edit';
import { goToOtherEnd } from '@/lib/panel/navigate';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { copyTexts } from '../app/notices';
import { hasPage, runsFrom, startAt } from '../composer/run-start';
import { saveRunTest } from '../export/save-test';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies, filters, filtersAgent, requestCopies } from './shared';

interface EventContext {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly logged: LoggedEvent;
  /** The closed row of several events that stands for it. */
  readonly group: GroupRow | undefined;
}

const runOf = ({ session, logged: { seq } }: EventContext) => session.summaries.runOf(seq);
const typeOf = ({ logged }: EventContext) => logged.type;
const toolOf = ({ session, logged }: EventContext) => session.filter.facts.toolOf(logged);

function idOf({ logged: { event } }: EventContext): string | undefined {
  const id = event?.['toolCallId'] ?? event?.['messageId'] ?? event?.['runId'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The events of a run, or of a stream without runs. */
function runSeqs(context: EventContext): Iterable<number> {
  const { log, summaries } = context.session;
  const run = runOf(context);
  return run === undefined ? (seqsByStream(log)[context.logged.stream.index] ?? []) : summaries.seqsOf(run);
}

/** One JSON array, for a test. */
function copyEvents({ workspace, session: { log } }: EventContext, seqs: Iterable<number>): void {
  // Read one by one: a long run is copied in parts.
  function* events(): Iterable<unknown> {
    for (const seq of seqs) yield log.at(seq)?.event ?? log.rawOf(seq);
  }
  void copyTexts(workspace, arrayText(events()));
}

const groupText = ({ log, list }: Session, group: GroupRow): string =>
  createGroupFacts(log, list.shown.peek().rows)(group).text;

export const eventEntries: readonly MenuEntry<EventContext>[] = [
  filters('event-only-type', TEXTS.menus.only, ['type', typeOf]),
  filters('event-hide-type', TEXTS.menus.hide, ['-type', typeOf]),
  // A run has its own entry, for all of its events.
  filters('event-only-id', TEXTS.menus.only, [
    'id',
    (context) => (/^RUN_/.test(typeOf(context)) ? undefined : idOf(context)),
  ]),
  filters('event-only-run', TEXTS.menus.onlyRun, ['run', (context) => runOf(context)?.runId]),
  filters('event-only-tool', TEXTS.menus.onlyTool, ['tool', toolOf]),
  filtersAgent('event-only-agent', ({ logged }) => logged.stream),
  {
    id: 'event-other-end',
    label: () => TEXTS.actions.otherEnd,
    hint: () => 'M',
    isFirstOfGroup: true,
    isDisabled: ({ session: { log }, logged: { seq } }) => log.entities.at(log.entityOf(seq)) === undefined,
    run: ({ session }) => goToOtherEnd(session),
  },
  {
    id: 'event-bookmark',
    label: ({ session, logged: { seq } }) =>
      session.annotations.notes.value.has(seq) ? TEXTS.removeBookmark : TEXTS.addBookmark,
    hint: () => 'B',
    run: ({ session, logged: { seq } }) => session.annotations.toggleBookmark(seq),
  },
  {
    id: 'event-pin',
    label: () => TEXTS.list.pinForDiff,
    run: ({ session, logged: { seq } }) => {
      session.choices.pinned.value = seq;
    },
  },
  runsFrom('event-run-from', TEXTS.runFrom.action, ({ workspace, logged: { seq } }) =>
    startAt(workspace, seq),
  ),
  {
    id: 'event-hold',
    label: ({ logged: { type } }) => TEXTS.rules.holdLike(type),
    isFor: ({ workspace, logged: { type } }) => type !== '' && hasPage(workspace),
    run(context) {
      const [type, tool] = [valueTerm('type', typeOf(context)), toolOf(context)];
      const query = tool === '' ? type : `${type} ${valueTerm('tool', tool)}`;
      void import('../page-rules/make-rules').then(({ holdEvents }) =>
        holdEvents(context.workspace, { query }),
      );
    },
  },
  copies(
    'event-copy-json',
    TEXTS.list.copyJson,
    ({ logged: { event, raw } }) => (event === undefined ? raw : JSON.stringify(event, null, 2)),
    { isFirstOfGroup: true },
  ),
  {
    id: 'event-copy-group',
    label: ({ group }) => TEXTS.list.copyEvents(group?.count ?? 0),
    isFor: ({ group }) => group !== undefined,
    run: (context) => {
      const { group, session } = context;
      copyEvents(context, group === undefined ? [] : session.list.shown.peek().rows.seqsOf(group.group));
    },
  },
  copies('event-copy-raw', TEXTS.list.copyRaw, ({ logged: { raw } }) => raw),
  copies('event-copy-summary', TEXTS.list.copySummary, ({ session, logged, group }) =>
    logged.event === undefined
      ? undefined
      : (group && groupText(session, group)) || session.summaries.of(logged),
  ),
  copies('event-copy-id', TEXTS.menus.copyId, idOf),
  {
    id: 'event-copy-fixture',
    label: () => TEXTS.list.copyFixture,
    run: (context) => copyEvents(context, runSeqs(context)),
  },
  ...requestCopies<EventContext>('event', ({ logged: { stream } }) => stream),
  {
    id: 'event-save-test',
    label: () => TEXTS.saveTest,
    isFirstOfGroup: true,
    isFor: (context) => runOf(context) !== undefined,
    run(context) {
      const run = runOf(context);
      if (run !== undefined) void saveRunTest(context.workspace, run);
    },
  },
];

export function eventMenu(workspace: Workspace, seq: number): AskedMenu {
  const { session } = workspace.current.value;
  const logged = session.log.at(seq);
  const { rows } = session.list.shown.peek();
  const row = rows.at(rows.positionOf(seq, undefined));
  const group = row?.kind === 'group' && !row.isOpen && row.seq === seq ? row : undefined;
  const items = logged === undefined ? [] : itemsOf(eventEntries, { workspace, session, logged, group });
  return { label: TEXTS.list.rowMenu, items };
}
