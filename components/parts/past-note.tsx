// Notice that the cursor is in the past, with a link to the newest event.
import { useWorkspace } from '../app/context';
import { goLive } from '../app/notices';
import { TEXTS } from '../texts';

interface PastNoteProps {
  readonly here: number;
  readonly all: number;
  readonly what: string;
  /** Called after the newest event is followed. */
  onNow?(): void;
}

/** Nothing if nothing comes later. */
export function PastNote({ here, all, what, onNow }: PastNoteProps) {
  const workspace = useWorkspace();
  if (here >= all) return null;
  return (
    <span class="past-note" role="status">
      {TEXTS.upToHere(here, all, what)}{' '}
      <button
        type="button"
        title={TEXTS.toNowTitle}
        onClick={() => {
          goLive(workspace);
          onNow?.();
        }}
      >
        {TEXTS.toNow}
      </button>
    </span>
  );
}
