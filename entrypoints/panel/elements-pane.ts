// Answers the pane in Elements: reads the selected element only if the panel has events.
import { elements as TEXTS } from '@/components/texts/elements';
import { cut } from '@/lib/core/json/preview';
import type { Session } from '@/lib/panel/session';
import { findTextOrigins, type TextOrigin } from '@/lib/panel/text-origins';
import type { Workspace } from '@/lib/panel/workspace';
import { type PaneEntry, type PaneMessage, paneChannel } from '../elements/pane-channel';
import { selectedText } from './inspected-page';

/** Characters of a tool's name or a path. */
const NAME_MAX = 80;

function detailOf({ names }: Session, { match }: TextOrigin): string {
  if (match.kind === 'message')
    return TEXTS.message(match.entry.message.role, names.id(match.entry.message.id));
  return match.kind === 'call'
    ? TEXTS.call(cut(match.call.name, NAME_MAX))
    : TEXTS.state(cut(match.pointer, NAME_MAX));
}

function entryOf(session: Session, origin: TextOrigin): PaneEntry {
  const { seq, lastSeq, run, match } = origin;
  const events = TEXTS.events(seq, lastSeq);
  return {
    seq: lastSeq,
    label: run === undefined ? events : `${events} ${TEXTS.ofRun(session.names.run(run))}`,
    detail: TEXTS.fits[match.fit](detailOf(session, origin)),
  };
}

async function originsFor(session: Session): Promise<PaneMessage> {
  const { cursor, log, reading } = session;
  reading.refresh();
  const only = (text: string): PaneMessage => ({ kind: 'origins', text, entries: [] });
  if (log.length === 0) return only(TEXTS.nothingCaptured);
  const text = await selectedText();
  if (text === undefined || text.trim() === '') return only(TEXTS.noElement);
  const { listed, more } = findTextOrigins(session, text);
  const notes = [
    ...(more > 0 ? [TEXTS.more(more)] : []),
    ...(cursor.at.value === 'live' ? [] : [TEXTS.asOf(cursor.seq.value)]),
  ];
  return {
    kind: 'origins',
    text: listed.length === 0 ? TEXTS.notFound : TEXTS.writtenBy,
    entries: listed.map((origin) => entryOf(session, origin)),
    ...(notes.length > 0 && { note: notes.join(' · ') }),
  };
}

export function answerElementsPane(workspace: Workspace, tab: number): void {
  const channel = paneChannel(tab);
  channel.addEventListener('message', ({ data }: MessageEvent<PaneMessage>) => {
    const { session } = workspace.current.value;
    if (data.kind === 'selected') void originsFor(session).then((answer) => channel.postMessage(answer));
    if (data.kind === 'show') {
      session.cursor.goTo(data.seq);
      workspace.view.value = 'event';
    }
  });
}
