// Plays the log at the cursor: at recorded speed, faster, or event by event.
import { type Signal, signal } from '@preact/signals';
import { SILENCE_MAX_MS } from '@/lib/core/metrics/timeline';
import type { Scheduler } from './scheduler';
import type { Session } from './session';

/** Factor of the recorded speed, or one event per step. */
export type Speed = 1 | 4 | 16 | 'events';

/** The speeds, in the order of the menu. */
export const SPEEDS: readonly Speed[] = [1, 4, 16, 'events'];

/** Milliseconds between two steps at speed `events`. */
const STEP_MS = 60;

export interface Playback {
  readonly playing: Signal<boolean>;
  /** True after the first play: then its choices are shown. */
  readonly hasPlayed: Signal<boolean>;
  readonly speed: Signal<Speed>;
  /** Starts at the cursor, or at the beginning if the cursor is at the end. */
  play(): void;
  pause(): void;
}

export function createPlayback(session: Session, scheduler: Scheduler): Playback {
  const playing = signal(false);
  const hasPlayed = signal(false);
  const speed = signal<Speed>(1);
  let last = 0;
  let owed = 0;
  // Last position set by the player.
  let mine: number | 'live' = 'live';

  // Events of a file may lack times: they would all be played at once.
  const isTimeless = () => session.log.timeMsOf(session.log.length - 1) === session.log.timeMsOf(0);

  const waitBefore = (seq: number) => {
    if (speed.value === 'events') return STEP_MS;
    if (isTimeless()) return STEP_MS / speed.value;
    const gap = session.log.timeMsOf(seq) - session.log.timeMsOf(seq - 1);
    return Math.min(Math.max(gap, 0), SILENCE_MAX_MS) / speed.value;
  };

  const step = () => {
    if (!playing.value) return;
    if (session.cursor.at.value !== mine) {
      // The user has moved the cursor.
      playing.value = false;
      return;
    }
    const now = scheduler.now();
    owed += now - last;
    last = now;
    let seq = session.cursor.seq.value;
    const end = session.log.length - 1;
    while (seq < end && owed >= waitBefore(seq + 1)) {
      owed -= waitBefore(seq + 1);
      seq++;
    }
    mine = seq;
    if (seq !== session.cursor.seq.value) session.cursor.at.value = seq;
    if (seq >= end) playing.value = false;
    else scheduler.nextPaint(step);
  };

  return {
    playing,
    hasPlayed,
    speed,
    play() {
      if (session.log.length === 0) return;
      const atEnd = session.cursor.seq.value >= session.log.length - 1;
      mine = atEnd ? 0 : session.cursor.seq.value;
      session.cursor.boundary.value = undefined;
      session.cursor.at.value = mine;
      last = scheduler.now();
      owed = 0;
      playing.value = true;
      hasPlayed.value = true;
      scheduler.nextPaint(step);
    },
    pause() {
      playing.value = false;
    },
  };
}
