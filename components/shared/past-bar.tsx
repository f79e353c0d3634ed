// Bar above the views while they show the past, with a button back to the newest event.
import { boundaryPosition } from '@/lib/core/log/rows';
import { useWorkspace } from '../app/context';
import { goLive } from '../app/notices';
import { TEXTS } from '../texts';

export function PastBar() {
  const workspace = useWorkspace();
  const { cursor, list, log, reading } = workspace.current.value.session;
  const seq = cursor.seq.value;
  const newer = reading.length.value - 1 - seq;
  const { rows } = list.shown.value;
  const last = rows.at(rows.length - 1);
  // After the last event, a stream may be cut off, or a request may fail.
  const boundary =
    last?.kind === 'boundary' || last?.kind === 'quiet' ? log.boundaries[last.boundary] : undefined;
  const isLast =
    newer <= 0 && (boundary === undefined || boundaryPosition(boundary) <= cursor.position.value);
  if (isLast || seq < 0) return null;
  return (
    <div class="past-bar">
      <span>{TEXTS.viewingPast(seq, newer)}</span>
      <button type="button" class="link" title={TEXTS.toLatestTitle} onClick={() => goLive(workspace)}>
        {TEXTS.toLatest}
      </button>
    </div>
  );
}
