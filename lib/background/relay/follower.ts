// One panel that follows a session: first what is stored, then live. It reads by id from its current position, and
// gets live batches directly only once it has read everything before them, so none arrives twice and none is missed.
import { NEWEST_LENGTH, SLICE_LENGTH } from '../../messages/limits';
import type { StoredBatch, StoredSession, ToPanel } from '../../messages/messages';
import { retryMs, type Slice } from '../../messages/store';

interface FollowerParts {
  readonly post: (message: ToPanel) => void;
  readonly read: (session: string, after: number, length: number) => Promise<Slice>;
  readonly newest: (session: string, length: number) => Promise<readonly StoredBatch[]>;
  readonly row: (session: string) => Promise<StoredSession | undefined>;
  readonly after: (ms: number, work: () => void) => void;
}

export interface Follower {
  /** Switches to a session, or to none yet, from an id on; sends the session first. */
  readonly start: (tab: number, session: string | undefined, after: number, recording: boolean) => void;
  /** Sends the session again with a changed `recording`, but no batches twice. */
  readonly again: (recording: boolean) => void;
  readonly stored: (batches: readonly StoredBatch[]) => void;
  readonly close: () => void;
}

interface FollowedView {
  readonly tab: number;
  readonly session: string | undefined;
  readonly recording: boolean;
}

const NOTHING: FollowedView = { tab: -1, session: undefined, recording: true };

export function createFollower({ post, read, newest, row, after: later }: FollowerParts): Follower {
  let view = NOTHING;
  let cursor = -1;
  let isHeadDue = false;
  let isFirstSlice = false;
  let isReading = false;
  let isStale = false;
  /** Failed reads in a row. Batches that are stored meanwhile wait for those that were not read. */
  let failures = 0;
  let isRetryDue = false;
  /** The last reported failure. */
  let reported: string | undefined;

  const step = async (): Promise<void> => {
    const current = view;
    if (isHeadDue) {
      const session = current.session === undefined ? undefined : await row(current.session);
      if (view !== current) return;
      // A session is named before its first batch is stored, so it is sent again once it exists.
      isHeadDue = current.session !== undefined && session === undefined;
      post({
        kind: 'session',
        tab: current.tab,
        recording: current.recording,
        ...(session ? { session } : {}),
      });
      // Ahead of what takes the panel a second or more to read. Without them it only waits longer.
      if (session && cursor < 0 && session.length > SLICE_LENGTH) {
        const batches = await newest(session.session, NEWEST_LENGTH).catch(() => []);
        if (view !== current) return;
        if (batches.length > 0) post({ kind: 'newest', session: session.session, batches });
      }
    }
    if (current.session === undefined || isHeadDue) return;
    const { batches, more } = await read(current.session, cursor, SLICE_LENGTH);
    if (view !== current) return;
    cursor = batches.at(-1)?.id ?? cursor;
    if (batches.length > 0 || isFirstSlice)
      post({ kind: 'batches', session: current.session, batches, more });
    isFirstSlice = false;
    if (more) isStale = true;
  };
  const pump = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale) {
      isStale = false;
      const current = view;
      try {
        await step();
        failures = 0;
        reported = undefined;
      } catch (error) {
        if (view === current) failed(`The stored session could not be read: ${error}`);
      }
    }
    isReading = false;
  };
  // Maybe nothing will be stored in this session again, so it is not left to that.
  const failed = (sentence: string): void => {
    if (sentence !== reported) post({ kind: 'failed', sentence });
    reported = sentence;
    const ms = retryMs(failures++);
    if (isRetryDue) return;
    isRetryDue = true;
    later(ms, () => {
      isRetryDue = false;
      if (failures > 0) void pump();
    });
  };

  return {
    start(tab, session, after, recording) {
      view = { tab, session, recording };
      cursor = after;
      isHeadDue = true;
      isFirstSlice = true;
      reported = undefined;
      void pump();
    },
    again(recording) {
      view = { ...view, recording };
      isHeadDue = true;
      void pump();
    },
    stored(batches) {
      const ours = batches.filter(({ session, id }) => session === view.session && id > cursor);
      const last = ours.at(-1);
      if (!last || view.session === undefined) return;
      if (isReading || isHeadDue || failures > 0) {
        void pump();
        return;
      }
      cursor = last.id;
      // One long message would keep the panel from answering while it arrives.
      let from = 0;
      let length = 0;
      for (const [at, { body }] of ours.entries()) {
        length += body.length;
        if (length < SLICE_LENGTH && at < ours.length - 1) continue;
        post({ kind: 'batches', session: view.session, batches: ours.slice(from, at + 1), more: false });
        from = at + 1;
        length = 0;
      }
    },
    close() {
      view = NOTHING;
      isHeadDue = false;
      failures = 0;
    },
  };
}
