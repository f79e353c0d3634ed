// `lensQuery` in the background: captured sessions for clients of the DevTools protocol, such as coding agents. Pages
// and other extensions cannot reach this global.
import { RECORDING_FORMAT, RECORDING_VERSION } from '@/lib/core/files/recording-spec';
import type { StoredSession } from '@/lib/messages/messages';
import { isListed, type Store } from '@/lib/messages/store';

/** Maximum length of a recording's part in one answer, in UTF-16 units. */
const PART_LENGTH = 8_000_000;

type ListedSession = Pick<
  StoredSession,
  'session' | 'tab' | 'url' | 'startedMs' | 'lastMs' | 'streams' | 'length'
>;

interface RecordingPart {
  /** Lines of a recording (.agui.jsonl). All parts together are the file. */
  readonly text: string;
  /** Argument of the call for the next part; absent in the last one. */
  readonly next?: number;
}

/** The functions of `lensQuery`. Sessions of private windows are excluded. */
export interface DevtoolsQuery {
  /** The sessions on disk, newest first. */
  sessions(): Promise<readonly ListedSession[]>;
  /** A session as a recording, part by part; rejects if it is not stored. */
  recording(session: string, after?: number): Promise<RecordingPart>;
}

export function createDevtoolsQuery(disk: Store, partLength = PART_LENGTH): DevtoolsQuery {
  return {
    async sessions() {
      const all = await disk.sessions();
      return all.filter(isListed).map(({ session, tab, url, startedMs, lastMs, streams, length }) => ({
        session,
        tab,
        url,
        startedMs,
        lastMs,
        streams,
        length,
      }));
    },
    async recording(session, after = -1) {
      const row = await disk.session(session);
      if (row === undefined || !isListed(row)) throw new Error(`There is no session '${session}'.`);
      const { batches, more } = await disk.read(session, after, partLength);
      const header = { format: RECORDING_FORMAT, version: RECORDING_VERSION, origin: row.url };
      const lines = batches.map(({ doc, frameId, n, made, body }) => {
        const head = JSON.stringify({ doc, frame: frameId, n, ...(made !== undefined && { made }) });
        // The body is valid JSON: it was validated when it was stored.
        return `${head.slice(0, -1)},"records":${body}}\n`;
      });
      const next = batches.at(-1)?.id;
      return {
        text: `${after < 0 ? `${JSON.stringify(header)}\n` : ''}${lines.join('')}`,
        ...(more && next !== undefined && { next }),
      };
    },
  };
}
