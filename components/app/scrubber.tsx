import type { ComponentProps } from 'preact';
import { useRef } from 'preact/hooks';
import { formatMs, formatSize } from '@/lib/core/json/format';
import { startMsOf } from '@/lib/core/metrics/start';
import { STEP_KINDS, stepBy } from '@/lib/panel/navigate';
import { type Playback, SPEEDS } from '@/lib/panel/playback';
import type { Session } from '@/lib/panel/session';
import type { Settings } from '@/lib/panel/settings';
import { TEXTS } from '../texts';
import { AfterPaint } from '../ui/after-paint';
import { Icon } from '../ui/icon';
import { isLive, useWorkspace } from './context';
import { goLive } from './notices';

interface ButtonProps {
  readonly icon: ComponentProps<typeof Icon>['name'];
  readonly label: string;
  readonly isDisabled: boolean;
  onClick(): void;
}

function IconButton({ icon, label, isDisabled, onClick }: ButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

export function Scrubber() {
  const workspace = useWorkspace();
  const { session, playback } = workspace.current.value;
  return (
    <footer class="scrubber">
      <AfterPaint>
        <Buttons session={session} playback={playback} />
        <Slider session={session} playback={playback} />
        <Position session={session} />
        {isLive(workspace) && <LiveButton session={session} playback={playback} />}
      </AfterPaint>
    </footer>
  );
}

interface PlayerProps {
  readonly session: Session;
  readonly playback: Playback;
}

function Buttons({ session, playback }: PlayerProps) {
  const { cursor, reading } = session;
  const { settings } = useWorkspace();
  const { stepKind, hiddenSeverities } = settings.values.value;
  const count = reading.length.value;
  const seq = cursor.seq.value;
  const isPlaying = playback.playing.value;
  // Keeps the picker at its place while "event by event" is chosen in it.
  const hasStepped = useRef(false);
  if (stepKind !== 'event') hasStepped.current = true;
  const step = (direction: 1 | -1) => () => {
    playback.pause();
    stepBy(session, direction, { kind: stepKind, hiddenSeverities });
  };
  return (
    <div class="buttons">
      <IconButton
        icon="previous"
        label={TEXTS.actions.previous[stepKind]}
        isDisabled={seq <= 0 && stepKind !== 'finding'}
        onClick={step(-1)}
      />
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? TEXTS.chrome.pause : TEXTS.chrome.play}
        isDisabled={count === 0}
        onClick={() => (isPlaying ? playback.pause() : playback.play())}
      />
      <IconButton
        icon="next"
        label={TEXTS.actions.next[stepKind]}
        isDisabled={seq >= count - 1 && stepKind !== 'finding'}
        onClick={step(1)}
      />
      {playback.hasPlayed.value && <SpeedPicker settings={settings} />}
      {(playback.hasPlayed.value || hasStepped.current) && (
        <StepPicker settings={settings} isWide={!hasStepped.current} />
      )}
    </div>
  );
}

function SpeedPicker({ settings }: { settings: Settings }) {
  return (
    <select
      aria-label={TEXTS.chrome.speed}
      title={TEXTS.chrome.speed}
      value={String(settings.values.value.speed)}
      onChange={(event) => {
        const speed = SPEEDS.find((each) => String(each) === event.currentTarget.value);
        if (speed !== undefined) settings.change({ speed });
      }}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={String(speed)}>
          {speed === 'events' ? TEXTS.chrome.speedEvents : `${speed}×`}
        </option>
      ))}
    </select>
  );
}

interface StepPickerProps {
  readonly settings: Settings;
  /** Hidden in a narrow panel. */
  readonly isWide: boolean;
}

function StepPicker({ settings, isWide }: StepPickerProps) {
  const { stepKind } = settings.values.value;
  return (
    <select
      class={isWide ? 'wide' : ''}
      aria-label={TEXTS.chrome.stepKind}
      title={TEXTS.chrome.stepKind}
      value={stepKind}
      onChange={(event) => {
        const chosen = STEP_KINDS.find((name) => name === event.currentTarget.value);
        if (chosen !== undefined) settings.change({ stepKind: chosen });
      }}
    >
      {STEP_KINDS.map((name) => (
        <option key={name} value={name}>
          {TEXTS.chrome.stepKinds[name]}
        </option>
      ))}
    </select>
  );
}

function Slider({ session: { cursor, reading }, playback }: PlayerProps) {
  const count = reading.length.value;
  const seq = cursor.seq.value;
  return (
    <input
      type="range"
      min={0}
      max={Math.max(count - 1, 0)}
      value={Math.max(seq, 0)}
      disabled={count === 0}
      aria-label={TEXTS.chrome.scrub}
      aria-valuetext={count === 0 ? '' : TEXTS.chrome.eventsOf(seq, count)}
      onInput={(event) => {
        playback.pause();
        cursor.goTo(Number(event.currentTarget.value));
      }}
    />
  );
}

function Position({ session: { cursor, reading, log } }: Pick<PlayerProps, 'session'>) {
  const workspace = useWorkspace();
  const count = reading.length.value;
  const seq = cursor.seq.value;
  if (workspace.newest.value !== undefined) return <output class="position">{TEXTS.chrome.reading}</output>;
  const elapsed = count === 0 ? 0 : log.timeMsOf(Math.max(seq, 0)) - startMsOf(log);
  return (
    <output class="position">
      {count === 0 ? TEXTS.chrome.noEvents : TEXTS.chrome.eventsOf(seq, count)}
      <span class="wide"> · {formatMs(elapsed)}</span>
      <span class="wide"> · {formatSize(log.bytes)}</span>
    </output>
  );
}

function LiveButton({ session: { cursor, list, reading }, playback }: PlayerProps) {
  const workspace = useWorkspace();
  const { to = Number.POSITIVE_INFINITY } = list.range.value ?? {};
  // The list does not follow if the range ends before the newest event.
  const isLive = cursor.at.value === 'live' && to >= reading.length.value - 1;
  return (
    <button
      type="button"
      class="live"
      aria-pressed={isLive}
      title={TEXTS.actions.liveTitle}
      onClick={() => {
        playback.pause();
        if (isLive) cursor.goTo(cursor.seq.value);
        else goLive(workspace);
      }}
    >
      <Icon name="live" /> {TEXTS.chrome.live}
    </button>
  );
}
