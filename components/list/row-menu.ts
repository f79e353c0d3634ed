// What can be done with a row of the list: the entries of its menu.
import { summaryOf } from '@/lib/agui/summary';
import { arrayText } from '@/lib/files/json-array';
import { asCurl, asFetch } from '@/lib/files/request-text';
import type { LoggedEvent } from '@/lib/log/types';
import { goToOtherEnd } from '@/lib/session/navigate';
import type { Workspace } from '@/lib/session/workspace';
import { copyText } from '../files';
import { TEXTS } from '../texts';
import type { MenuItem } from '../ui/menu';

function addTerm(workspace: Workspace, term: string): void {
  const { text: filterText } = workspace.shown.value.session.filter;
  filterText.value = `${filterText.value.trim()} ${term}`.trim();
}

function idTerm({ event }: LoggedEvent): string | undefined {
  const id = event?.['toolCallId'] ?? event?.['messageId'] ?? event?.['runId'];
  return typeof id === 'string' && id !== '' ? `id:${/\s/.test(id) ? `"${id}"` : id}` : undefined;
}

/** The events of a run up to its end, as a fixture for a test: one JSON array. */
function fixtureOf(workspace: Workspace, seq: number): string {
  const { log } = workspace.shown.value.session;
  const stream = log.streamOf(seq);
  const run = log.entities.runAt(stream?.index ?? -1, seq);
  const from = run?.firstSeq ?? 0;
  const to = run === undefined || run.endSeq < 0 ? log.length - 1 : run.endSeq;
  const events: unknown[] = [];
  for (let at = from; at <= to; at++) {
    if (log.streamOf(at) === stream) events.push(log.at(at)?.event ?? log.rawOf(at));
  }
  return [...arrayText(events)].join('');
}

/** The entries for an event. */
export function rowMenu(workspace: Workspace, seq: number): readonly MenuItem[] {
  const { session } = workspace.shown.value;
  const logged = session.log.at(seq);
  if (logged === undefined) return [];
  const { type, event, raw, stream } = logged;
  const id = idTerm(logged);
  const entity = session.log.entities.at(session.log.entityOf(seq));
  const copy = (text: () => string) => () => void copyText(workspace, text());
  const items: (MenuItem | undefined)[] = [
    type === ''
      ? undefined
      : {
          id: 'only',
          label: TEXTS.filterType(type),
          onSelect: () => addTerm(workspace, `type:${type}`),
        },
    type === ''
      ? undefined
      : { id: 'hide', label: TEXTS.hideType(type), onSelect: () => addTerm(workspace, `-type:${type}`) },
    id === undefined
      ? undefined
      : { id: 'id', label: TEXTS.filterId(id.slice(3)), onSelect: () => addTerm(workspace, id) },
    {
      id: 'end',
      label: TEXTS.otherEnd,
      hint: 'M',
      isFirstOfGroup: true,
      isDisabled: entity === undefined,
      onSelect: () => goToOtherEnd(session),
    },
    {
      id: 'bookmark',
      label: session.annotations.notes.value.has(seq) ? TEXTS.removeBookmark : TEXTS.addBookmark,
      hint: 'B',
      onSelect: () => session.annotations.toggleBookmark(seq),
    },
    {
      id: 'pin',
      label: TEXTS.pinForDiff,
      onSelect: () => {
        session.choices.pinned.value = seq;
      },
    },
    {
      id: 'copy-json',
      label: TEXTS.copyJson,
      isFirstOfGroup: true,
      onSelect: copy(() => (event === undefined ? raw : JSON.stringify(event, null, 2))),
    },
    { id: 'copy-raw', label: TEXTS.copyRaw, onSelect: copy(() => raw) },
    event === undefined
      ? undefined
      : { id: 'copy-summary', label: TEXTS.copySummary, onSelect: copy(() => summaryOf(type, event)) },
    { id: 'copy-fixture', label: TEXTS.copyFixture, onSelect: copy(() => fixtureOf(workspace, seq)) },
    stream.url === ''
      ? undefined
      : {
          id: 'copy-curl',
          label: TEXTS.copyCurl,
          isFirstOfGroup: true,
          onSelect: copy(() => asCurl(stream)),
        },
    stream.url === ''
      ? undefined
      : { id: 'copy-fetch', label: TEXTS.copyFetch, onSelect: copy(() => asFetch(stream)) },
  ];
  return items.filter((item) => item !== undefined);
}
