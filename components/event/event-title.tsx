// Title of an event: type, times, size, origin, bookmark and note.
import { runtimeMade } from '@/lib/core/agui/runtime-made';
import { formatClock, formatMs, formatSize, hasClock } from '@/lib/core/json/format';
import type { LoggedEvent } from '@/lib/core/log/types';
import { startMsOf } from '@/lib/core/metrics/start';
import { useSession } from '../app/context';
import { FamilyBadge } from '../parts/family-badge';
import { TEXTS } from '../texts';

export function EventHead({ event }: { event: LoggedEvent }) {
  const { log, annotations } = useSession();
  const note = annotations.notes.value.get(event.seq);
  const isBookmarked = note !== undefined;
  const since = event.timeMs - startMsOf(log);
  const before = event.seq === 0 ? 0 : event.timeMs - log.timeMsOf(event.seq - 1);
  const stamp = event.event?.['timestamp'];
  return (
    <header class="event-title">
      <div class="event-line">
        <h2>
          <FamilyBadge type={event.type} /> {event.type === '' ? TEXTS.event.unreadableFrame : event.type}{' '}
          <span class="dim">#{event.seq}</span>
        </h2>
        <button
          type="button"
          aria-label={TEXTS.bookmark}
          title={isBookmarked ? TEXTS.removeBookmark : TEXTS.addBookmark}
          aria-pressed={isBookmarked}
          onClick={() => annotations.toggleBookmark(event.seq)}
        >
          <span aria-hidden="true">{isBookmarked ? '★' : '☆'}</span>
        </button>
      </div>
      <p class="dim">
        {hasClock(event.timeMs) && `${formatClock(event.timeMs)} · `}
        {TEXTS.event.fromStart(formatMs(since))} · {TEXTS.event.afterBefore(formatMs(before))} ·{' '}
        {formatSize(event.raw.length)} · {event.stream.dialect ?? TEXTS.event.noDialect}
        {typeof stamp === 'number' &&
          ` · ${TEXTS.event.stamped(hasClock(stamp) ? formatClock(stamp) : String(stamp))}`}
      </p>
      <MadeBy event={event} />
      {isBookmarked && (
        <p class="note">
          <input
            type="text"
            aria-label={TEXTS.event.note}
            placeholder={TEXTS.event.noteHint}
            maxLength={2000}
            value={note}
            onInput={({ currentTarget }) => annotations.setNote(event.seq, currentTarget.value)}
          />
        </p>
      )}
    </header>
  );
}

function MadeBy({ event }: { event: LoggedEvent }) {
  const made = event.event === undefined ? undefined : runtimeMade(event.type, event.event);
  if (made === undefined) return null;
  return (
    <p>
      <span class="tag">{TEXTS.addedBy(made.runtime)}</span> {made.why}
    </p>
  );
}
