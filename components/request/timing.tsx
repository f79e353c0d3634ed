// Times of a request as bars: the wait for the response, the wait for the first event, the stream.
import { formatClock, formatMs, hasClock } from '@/lib/core/json/format';
import type { Stream } from '@/lib/core/log/types';
import type { Session } from '@/lib/panel/session';
import { seqsUpTo } from '@/lib/panel/stream-at';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import type { RequestPartProps } from './tab-props';

interface Phase {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

function phasesOf(session: Session, stream: Stream, now: Stream): readonly Phase[] {
  const { startMs, headMs, close } = stream;
  const { log, cursor } = session;
  const [first] = seqsUpTo(session, now);
  const firstMs = first === undefined ? undefined : log.timeMsOf(first);
  const endMs = close?.timeMs ?? Math.max(startMs, log.timeMsOf(Math.max(cursor.seq.value, 0)));
  const words = TEXTS.requestView;
  const phases: Phase[] = [];
  if (headMs !== undefined) phases.push({ name: words.waiting, fromMs: startMs, toMs: headMs });
  if (firstMs !== undefined) {
    phases.push({ name: words.firstEvent, fromMs: headMs ?? startMs, toMs: firstMs });
    phases.push({ name: words.streaming, fromMs: firstMs, toMs: Math.max(firstMs, endMs) });
  }
  return phases;
}

export function Timing({ stream, now }: RequestPartProps) {
  const session = useSession();
  const phases = phasesOf(session, stream, now);
  const words = TEXTS.requestView;
  const lastMs = phases.at(-1)?.toMs ?? stream.startMs;
  const span = Math.max(lastMs - stream.startMs, 1);
  const share = (ms: number) => `${((ms / span) * 100).toFixed(2)}%`;
  return (
    <>
      {hasClock(stream.startMs) && <p class="dim">{words.startedAt(formatClock(stream.startMs))}</p>}
      <table class="timing">
        <tbody>
          {phases.map(({ name, fromMs, toMs }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="timing-bar">
                <span
                  style={{ marginInlineStart: share(fromMs - stream.startMs), width: share(toMs - fromMs) }}
                />
              </td>
              <td class="number">{formatMs(toMs - fromMs)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{words.total}</th>
            <td />
            <td class="number">{formatMs(lastMs - stream.startMs)}</td>
          </tr>
        </tbody>
      </table>
      {stream.close === undefined && <p class="dim">{words.notEnded}</p>}
    </>
  );
}
