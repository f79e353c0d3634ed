// Says that the cursor is in the past, and how much comes later; one click leads to now.
import { useWorkspace } from '../app/context';
import { goLive } from '../app/notices';
import { TEXTS } from '../texts';

interface PastNoteProps {
  readonly here: number;
  readonly all: number;
  readonly what: string;
  /** Called once the newest event is followed. */
  onNow?(): void;
}

/** The note; nothing where all is there already. */
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
