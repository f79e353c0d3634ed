// The bottom bar: step, play, position, follow.
import { useSignal } from '@preact/signals';
import { STEP_KINDS, type StepKind, stepBy } from '@/lib/session/navigate';
import { SPEEDS } from '@/lib/session/playback';
import { useWorkspace } from '../context';
import { formatMs, formatSize } from '../format';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

/** Buttons and slider that move the cursor. */
export function Scrubber() {
  const { session, playback } = useWorkspace().shown.value;
  const kind = useSignal<StepKind>('event');
  const count = session.reading.length.value;
  const seq = session.cursor.seq.value;
  const live = session.cursor.at.value === 'live';
  const playing = playback.playing.value;
  const elapsed = count === 0 ? 0 : session.log.timeMsOf(Math.max(seq, 0)) - session.log.timeMsOf(0);
  const step = (direction: 1 | -1) => {
    playback.pause();
    stepBy(session, direction, kind.value);
  };
  return (
    <footer class="scrubber">
      <div class="buttons">
        <button
          type="button"
          class="end-button"
          title={TEXTS.first}
          aria-label={TEXTS.first}
          disabled={count === 0}
          onClick={() => session.cursor.goTo(0)}
        >
          <Icon name="first" />
        </button>
        <button
          type="button"
          title={TEXTS.previous}
          aria-label={TEXTS.previous}
          disabled={seq <= 0}
          onClick={() => step(-1)}
        >
          <Icon name="previous" />
        </button>
        <button
          type="button"
          title={playing ? TEXTS.pause : TEXTS.play}
          aria-label={playing ? TEXTS.pause : TEXTS.play}
          disabled={count === 0}
          onClick={() => (playing ? playback.pause() : playback.play())}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          title={TEXTS.next}
          aria-label={TEXTS.next}
          disabled={seq >= count - 1}
          onClick={() => step(1)}
        >
          <Icon name="next" />
        </button>
        <button
          type="button"
          class="end-button"
          title={TEXTS.last}
          aria-label={TEXTS.last}
          disabled={count === 0}
          onClick={() => session.cursor.goTo(count - 1)}
        >
          <Icon name="last" />
        </button>
        <select
          aria-label={TEXTS.speed}
          title={TEXTS.speed}
          value={String(playback.speed.value)}
          onChange={(event) => {
            const found = SPEEDS.find((speed) => String(speed) === event.currentTarget.value);
            if (found !== undefined) playback.speed.value = found;
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={String(speed)}>
              {speed === 'events' ? TEXTS.speedEvents : `${speed}×`}
            </option>
          ))}
        </select>
        <select
          class="step-kind"
          aria-label={TEXTS.stepKind}
          title={TEXTS.stepKind}
          value={kind.value}
          onChange={(event) => {
            kind.value = STEP_KINDS.find((name) => name === event.currentTarget.value) ?? 'event';
          }}
        >
          {STEP_KINDS.map((name) => (
            <option key={name} value={name}>
              {TEXTS.stepKinds[name]}
            </option>
          ))}
        </select>
      </div>
      <input
        type="range"
        min={0}
        max={Math.max(count - 1, 0)}
        value={Math.max(seq, 0)}
        disabled={count === 0}
        aria-label={TEXTS.scrub}
        aria-valuetext={count === 0 ? '' : TEXTS.eventsOf(seq, count)}
        onInput={(event) => {
          playback.pause();
          session.cursor.goTo(Number(event.currentTarget.value));
        }}
      />
      <output class="position">
        {count === 0 ? TEXTS.noEvents : TEXTS.eventsOf(seq, count)}
        <span class="wide"> · {formatMs(elapsed)}</span>
        <span class="wide"> · {formatSize(session.log.bytes)}</span>
      </output>
      <button
        type="button"
        class="live"
        aria-pressed={live}
        title={TEXTS.liveTitle}
        onClick={() => {
          playback.pause();
          session.cursor.boundary.value = undefined;
          session.cursor.at.value = live ? Math.max(seq, 0) : 'live';
        }}
      >
        <Icon name="live" /> {TEXTS.live}
      </button>
    </footer>
  );
}
