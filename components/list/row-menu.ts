// Entries of the context menu of a row.
import { arrayText } from '@/lib/core/files/array-text';
import { asCurl, asFetch } from '@/lib/core/files/request-text';
import type { LoggedEvent } from '@/lib/core/log/types';
import { withTerm } from '@/lib/core/query/edit';
import { goToOtherEnd } from '@/lib/panel/navigate';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { copyText, copyTexts } from '../app/notices';
import { saveRunTest } from '../files/export';
import { TEXTS } from '../texts';
import { itemsOf, type MenuEntry, type MenuItem } from '../ui/menu';

export interface RowContext {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly logged: LoggedEvent;
}

const runOf = ({ session, logged: { seq } }: RowContext) => session.summaries.runOf(seq);

function addTerm({ session }: RowContext, term: string): void {
  const { text } = session.filter;
  text.value = withTerm(text.value, term);
}

function idOf({ logged: { event } }: RowContext): string | undefined {
  const id = event?.['toolCallId'] ?? event?.['messageId'] ?? event?.['runId'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function idTerm(id: string): string {
  return `id:${/\s/.test(id) ? `"${id}"` : id}`;
}

function* eventsOfRun({ session: { log }, logged: { seq } }: RowContext): Iterable<unknown> {
  const stream = log.streamOf(seq);
  const run = log.entities.runAt(stream?.index ?? -1, seq);
  const from = run?.firstSeq ?? 0;
  const to = run === undefined || run.endSeq < 0 ? log.length - 1 : run.endSeq;
  for (let at = from; at <= to; at++) {
    if (log.streamOf(at) === stream) yield log.at(at)?.event ?? log.rawOf(at);
  }
}

function copies(
  id: string,
  label: string,
  text: (context: RowContext) => string,
  isFor?: (context: RowContext) => boolean,
): MenuEntry<RowContext> {
  return {
    id,
    label: () => label,
    run: (context) => void copyText(context.workspace, text(context)),
    ...(isFor !== undefined && { isFor }),
  };
}

const isTyped = ({ logged: { type } }: RowContext): boolean => type !== '';
const isDecoded = ({ logged: { event } }: RowContext): boolean => event !== undefined;
const hasUrl = ({ logged: { stream } }: RowContext): boolean => stream.url !== '';

export const rowEntries: readonly MenuEntry<RowContext>[] = [
  {
    id: 'row-only-type',
    label: ({ logged: { type } }) => TEXTS.list.filterType(type),
    isFor: isTyped,
    run: (context) => addTerm(context, `type:${context.logged.type}`),
  },
  {
    id: 'row-hide-type',
    label: ({ logged: { type } }) => TEXTS.list.hideType(type),
    isFor: isTyped,
    run: (context) => addTerm(context, `-type:${context.logged.type}`),
  },
  {
    id: 'row-only-id',
    label: (context) => TEXTS.list.filterId(idOf(context) ?? ''),
    isFor: (context) => idOf(context) !== undefined,
    run: (context) => addTerm(context, idTerm(idOf(context) ?? '')),
  },
  {
    id: 'row-other-end',
    label: () => TEXTS.actions.otherEnd,
    hint: () => 'M',
    isFirstOfGroup: true,
    isDisabled: ({ session: { log }, logged: { seq } }) => log.entities.at(log.entityOf(seq)) === undefined,
    run: ({ session }) => goToOtherEnd(session),
  },
  {
    id: 'row-bookmark',
    label: ({ session, logged: { seq } }) =>
      session.annotations.notes.value.has(seq) ? TEXTS.removeBookmark : TEXTS.addBookmark,
    hint: () => 'B',
    run: ({ session, logged: { seq } }) => session.annotations.toggleBookmark(seq),
  },
  {
    id: 'row-pin',
    label: () => TEXTS.list.pinForDiff,
    run: ({ session, logged: { seq } }) => {
      session.choices.pinned.value = seq;
    },
  },
  {
    ...copies('row-copy-json', TEXTS.list.copyJson, ({ logged: { event, raw } }) =>
      event === undefined ? raw : JSON.stringify(event, null, 2),
    ),
    isFirstOfGroup: true,
  },
  copies('row-copy-raw', TEXTS.list.copyRaw, ({ logged: { raw } }) => raw),
  copies(
    'row-copy-summary',
    TEXTS.list.copySummary,
    ({ session, logged }) => (logged.event === undefined ? '' : session.summaries.of(logged)),
    isDecoded,
  ),
  {
    id: 'row-copy-fixture',
    label: () => TEXTS.list.copyFixture,
    // One JSON array, for a test.
    run: (context) => void copyTexts(context.workspace, arrayText(eventsOfRun(context))),
  },
  {
    id: 'row-save-test',
    label: () => TEXTS.saveTest,
    isFor: (context) => runOf(context) !== undefined,
    run(context) {
      const run = runOf(context);
      if (run !== undefined) void saveRunTest(context.workspace, run);
    },
  },
  {
    ...copies('row-copy-curl', TEXTS.list.copyCurl, ({ logged: { stream } }) => asCurl(stream), hasUrl),
    isFirstOfGroup: true,
  },
  copies('row-copy-fetch', TEXTS.list.copyFetch, ({ logged: { stream } }) => asFetch(stream), hasUrl),
];

export function rowMenu(workspace: Workspace, seq: number): readonly MenuItem[] {
  const { session } = workspace.current.value;
  const logged = session.log.at(seq);
  return logged === undefined ? [] : itemsOf(rowEntries, { workspace, session, logged });
}
