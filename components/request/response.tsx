// The response as it was on the wire, with the text outside of frames.
import { useMemo } from 'preact/hooks';
import { formatSize } from '@/lib/core/json/format';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import { useSession } from '../app/context';
import { RawText } from '../shared/raw-text';
import { TEXTS } from '../texts';
import type { RequestPartProps } from './tab-props';

const SHOWN = 200_000;

interface ResponsePart {
  readonly text: string;
  /** True for text that no client reads. */
  readonly isUnread: boolean;
}

interface JoinedResponse {
  readonly pieces: readonly ResponsePart[];
  readonly isCut: boolean;
}

/** Joins the frames of a stream up to an event, and appends later ones. */
function createJoin(log: Log, { index }: Stream): (last: number) => JoinedResponse {
  const opened = log.boundaries.find((boundary) => 'stream' in boundary && boundary.stream?.index === index);
  const first = opened?.beforeSeq ?? 0;
  let pieces: ResponsePart[] = [];
  let size = 0;
  let isCut = false;
  let nextSeq = first;
  let nextBoundary = 0;
  const add = (text: string, isUnread: boolean) => {
    const last = pieces.at(-1);
    if (last?.isUnread === isUnread && !isUnread)
      pieces[pieces.length - 1] = { text: last.text + text, isUnread };
    else pieces.push({ text, isUnread });
    size += text.length;
    isCut = size >= SHOWN;
  };
  const addUnread = (seq: number) => {
    for (; !isCut; nextBoundary++) {
      const boundary = log.boundaries[nextBoundary];
      if (boundary === undefined || boundary.beforeSeq > seq) return;
      if (boundary.kind === 'unread' && boundary.stream.index === index) add(boundary.text, true);
    }
  };
  return (last) => {
    if (last + 1 < nextSeq) {
      pieces = [];
      [size, nextSeq, nextBoundary, isCut] = [0, first, 0, false];
    }
    for (; nextSeq <= last && !isCut; nextSeq++) {
      if (log.streamOf(nextSeq)?.index !== index) continue;
      addUnread(nextSeq);
      if (!isCut) add(log.rawOf(nextSeq), false);
    }
    addUnread(last + 1);
    return { pieces, isCut };
  };
}

export function Response({ stream, now }: RequestPartProps) {
  const session = useSession();
  session.reading.revision.value;
  const words = TEXTS.requestView;
  const join = useMemo(() => createJoin(session.log, now), [session.log, now]);
  const { pieces, isCut } = join(session.cursor.seq.value);
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
