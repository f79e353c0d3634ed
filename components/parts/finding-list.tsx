// Findings as a list: what happened, the client's own words, where.
import type { Finding } from '@/lib/lint/types';
import { goToMark } from '@/lib/session/navigate';
import { useSession } from '../context';
import { TEXTS } from '../texts';
import { shortUrl } from './mark-row';
import { SeqLink } from './seq-link';
import { SeveritySign } from './severity-sign';

/** Shown at most; a line says how many more there are. */
const SHOWN = 500;

/** Findings with their places; `isHere` leaves the place out, where the event itself is on screen. */
export function FindingList({
  findings,
  isHere = false,
}: {
  findings: readonly Finding[];
  isHere?: boolean;
}) {
  return (
    <>
      <ul class="findings">
        {findings.slice(0, SHOWN).map((finding, index) => (
          <li key={index} class={`finding has-${finding.severity}`}>
            <SeveritySign severity={finding.severity} />
            <div>
              <p>{finding.message}</p>
              {finding.clientText !== undefined && finding.clientText !== finding.message && (
                <p>
                  <code>{finding.clientText}</code>
                </p>
              )}
              <p class="dim">
                {finding.rule}
                {finding.clientStops && ` · ${TEXTS.clientStops}`}
                {!isHere && (
                  <>
                    {' · '}
                    <Place finding={finding} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && <p class="dim">{TEXTS.more(findings.length - SHOWN)}</p>}
    </>
  );
}

/** Where it is: the event, or the stream where no event tells of it. */
function Place({ finding }: { finding: Finding }) {
  const session = useSession();
  const { log } = session;
  if (finding.seq >= 0) {
    return (
      <SeqLink seq={finding.seq}>
        #{finding.seq} {log.typeOf(finding.seq)}
      </SeqLink>
    );
  }
  const stream = log.streams[finding.stream];
  if (stream === undefined) return null;
  const mark = log.marks.findIndex((each) => 'stream' in each && each.stream === stream);
  return (
    <button type="button" class="link" disabled={mark < 0} onClick={() => goToMark(session, mark)}>
      {stream.method} {shortUrl(stream.url)}
    </button>
  );
}
