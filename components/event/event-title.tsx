// What an event is, when and how it came, and what the user has noted about it.
import { runtimeMade } from '@/lib/core/agui/runtime-made';
import { formatClock, formatMs, formatSize, hasClock } from '@/lib/core/json/format';
import type { LoggedEvent } from '@/lib/core/log/types';
import { startMsOf } from '@/lib/core/metrics/start';
import { useSession } from '../app/context';
import { FamilyBadge } from '../parts/family-badge';
import { TEXTS } from '../texts';

/** The head of an event: type, times, size, where it is from, bookmark and note. */
export function EventHead({ event }: { event: LoggedEvent }) {
  const { log } = useSession();
  const since = event.timeMs - startMsOf(log);
  const before = event.seq === 0 ? 0 : event.timeMs - log.timeMsOf(event.seq - 1);
  const stamp = event.event?.['timestamp'];
  return (
    <header class="event-title">
      <h2>
        <FamilyBadge type={event.type} /> {event.type === '' ? TEXTS.event.unreadableFrame : event.type}{' '}
        <span class="dim">#{event.seq}</span>
      </h2>
      <p class="dim">
        {hasClock(event.timeMs) && `${formatClock(event.timeMs)} · `}
        {TEXTS.event.fromStart(formatMs(since))} · {TEXTS.event.afterBefore(formatMs(before))} ·{' '}
        {formatSize(event.raw.length)} · {event.stream.dialect ?? TEXTS.event.noDialect}
        {typeof stamp === 'number' &&
          ` · ${TEXTS.event.stamped(hasClock(stamp) ? formatClock(stamp) : String(stamp))}`}
      </p>
      <MadeBy event={event} />
      <Note seq={event.seq} />
    </header>
  );
}

/** The bookmark of an event, and what is noted about it. */
function Note({ seq }: { seq: number }) {
  const { annotations } = useSession();
  const note = annotations.notes.value.get(seq);
  const isBookmarked = note !== undefined;
  return (
    <p class="note">
      <button
        type="button"
        aria-label={TEXTS.bookmark}
        title={isBookmarked ? TEXTS.removeBookmark : TEXTS.addBookmark}
        aria-pressed={isBookmarked}
        onClick={() => annotations.toggleBookmark(seq)}
      >
        <span aria-hidden="true">{isBookmarked ? '★' : '☆'}</span>
      </button>
      {isBookmarked && (
        <input
          type="text"
          aria-label={TEXTS.event.note}
          placeholder={TEXTS.event.noteHint}
          maxLength={2000}
          value={note}
          onInput={(event) => annotations.setNote(seq, event.currentTarget.value)}
        />
      )}
    </p>
  );
}

/** Who put an event into the stream, where it was not the agent. */
function MadeBy({ event }: { event: LoggedEvent }) {
  const made = event.event === undefined ? undefined : runtimeMade(event.type, event.event);
  if (made === undefined) return null;
  return (
    <p>
      <span class="tag">{TEXTS.addedBy(made.runtime)}</span> {made.why}
    </p>
  );
}
