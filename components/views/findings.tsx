// What is wrong in the streams, up to the cursor; each finding leads to its event, or to its stream.
import type { Finding } from '@/lib/lint/types';
import { goToMark } from '@/lib/session/navigate';
import { useSession } from '../context';
import { shortUrl } from '../parts/mark-row';
import { SeqLink } from '../parts/seq-link';
import { SeveritySign } from '../parts/severity-sign';
import { TEXTS } from '../texts';

/** Shown at most; the count says how many there are. */
const SHOWN = 500;

/** Findings at or before the cursor. */
export function FindingsView() {
  const session = useSession();
  const seq = session.seq.value;
  const live = session.cursor.value === 'live';
  const findings = session.findings.value.filter((finding) => live || finding.seq <= seq);
  const later = session.findings.value.length - findings.length;
  return (
    <div class="pad">
      {findings.length === 0 && <p class="nothing">{TEXTS.noFindings}</p>}
      <ul class="findings">
        {findings.slice(0, SHOWN).map((finding, index) => (
          <li key={index} class={`finding has-${finding.severity}`}>
            <SeveritySign severity={finding.severity} />
            <div>
              <p>{finding.message}</p>
              <p class="dim">
                {finding.rule} · <Place finding={finding} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && <p class="dim">{TEXTS.more(findings.length - SHOWN)}</p>}
      {later > 0 && <p class="dim">{TEXTS.later(later)}</p>}
    </div>
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
