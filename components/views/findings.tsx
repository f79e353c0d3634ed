// What is wrong in the streams, up to the cursor; each finding leads to its event.
import { useSession } from '../context';
import { SeqLink } from '../parts/seq-link';
import { TEXTS } from '../texts';

const SIGNS = { error: '✕', warning: '⚠', info: 'ⓘ' } as const;

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
        {findings.map((finding, index) => (
          <li key={index} class={`finding has-${finding.severity}`}>
            <span class={`sign-${finding.severity}`} role="img" aria-label={finding.severity}>
              {SIGNS[finding.severity]}
            </span>
            <div>
              <p>{finding.message}</p>
              <p class="dim">
                {finding.rule}
                {finding.seq >= 0 && (
                  <>
                    {' · '}
                    <SeqLink seq={finding.seq}>
                      #{finding.seq} {session.log.typeOf(finding.seq)}
                    </SeqLink>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {later > 0 && <p class="dim">{later} more after this event.</p>}
    </div>
  );
}
