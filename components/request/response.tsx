// The response as it was on the wire, with what stands outside of frames.
import { formatSize } from '@/lib/core/json/format';
import type { Stream } from '@/lib/core/log/types';
import type { Session } from '@/lib/panel/session';
import { seqsUpTo } from '@/lib/panel/stream-at';
import { useSession } from '../app/context';
import { RawText } from '../parts/raw-text';
import { TEXTS } from '../texts';
import type { RequestPartProps } from './parts';

/** Characters shown of a response. */
const SHOWN = 200_000;

interface ResponsePart {
  readonly text: string;
  /** No client reads it. */
  readonly isUnread: boolean;
}

/** Frames up to the cursor, adjoining ones together. */
function piecesOf(session: Session, stream: Stream): { pieces: readonly ResponsePart[]; isCut: boolean } {
  const { log, cursor } = session;
  const pieces: ResponsePart[] = [];
  let size = 0;
  const add = (text: string, isUnread: boolean): boolean => {
    const last = pieces.at(-1);
    size += text.length;
    if (last?.isUnread === isUnread && !isUnread)
      pieces[pieces.length - 1] = { text: last.text + text, isUnread };
    else pieces.push({ text, isUnread });
    return size < SHOWN;
  };
  const unread = log.boundaries.flatMap((boundary) =>
    boundary.kind === 'unread' && boundary.stream.index === stream.index ? [boundary] : [],
  );
  let next = 0;
  const last = cursor.seq.value;
  for (const seq of seqsUpTo(session, stream)) {
    for (let at = unread[next]; at !== undefined && at.beforeSeq <= seq; at = unread[++next])
      if (!add(at.text, true)) return { pieces, isCut: true };
    if (!add(log.rawOf(seq), false)) return { pieces, isCut: true };
  }
  for (const boundary of unread.slice(next)) if (boundary.beforeSeq <= last + 1) add(boundary.text, true);
  return { pieces, isCut: false };
}

export function Response({ stream, now }: RequestPartProps) {
  const session = useSession();
  session.reading.revision.value;
  const words = TEXTS.requestView;
  const { pieces, isCut } = piecesOf(session, now);
  const head = stream.head ?? '';
  return (
    <>
      <p class="dim">
        {formatSize(stream.length)}, {TEXTS.eventCount(stream.events)}
        {isCut && ` · ${words.onlyFirst(formatSize(SHOWN))}`}
      </p>
      {pieces.map(({ text, isUnread }, index) => (
        <div key={index} class={isUnread ? 'unread-piece' : ''}>
          {isUnread && <p class="dim">{TEXTS.event.unread}</p>}
          <RawText text={text} />
        </div>
      ))}
      {pieces.length === 0 && head !== '' && <RawText text={head} />}
      {stream.length === 0 && stream.status !== undefined && stream.close !== undefined && (
        <p class="dim">{TEXTS.event.noBody}</p>
      )}
    </>
  );
}
