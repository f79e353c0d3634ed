// What is wrong in the streams, up to the cursor; each finding leads to its event, or to its stream.
import { useSession } from '../context';
import { FindingList } from '../parts/finding-list';
import { TEXTS } from '../texts';

/** Findings at or before the cursor. */
export function FindingsView() {
  const session = useSession();
  const seq = session.seq.value;
  const live = session.cursor.value === 'live';
  const findings = session.findings.value.filter((finding) => live || finding.seq <= seq);
  const later = session.findings.value.length - findings.length;
  return (
    <div class="pad">
      {findings.length === 0 ? (
        <p class="nothing">{TEXTS.noFindings}</p>
      ) : (
        <FindingList findings={findings} />
      )}
      {later > 0 && <p class="dim">{TEXTS.later(later)}</p>}
    </div>
  );
}
