// Bar above the views while they show the past, with a button back to the newest event.
import { useWorkspace } from '../app/context';
import { goLive } from '../app/notices';
import { TEXTS } from '../texts';

export function PastBar() {
  const workspace = useWorkspace();
  const { cursor, reading } = workspace.current.value.session;
  const seq = cursor.seq.value;
  const newer = reading.length.value - 1 - seq;
  if (newer <= 0 || seq < 0) return null;
  return (
    <div class="past-bar">
      <span>{TEXTS.viewingPast(seq, newer)}</span>
      <button type="button" class="link" title={TEXTS.toLatestTitle} onClick={() => goLive(workspace)}>
        {TEXTS.toLatest}
      </button>
    </div>
  );
}
