// Progress of long work: text, bar, and a button that cancels it. Knows no domain.
import { TEXTS } from '../texts';

interface ProgressProps {
  readonly text: string;
  /** Done, 0 to 1; undefined while unknown. */
  readonly share?: number | undefined;
  /** The text is only spoken. */
  readonly isCompact?: boolean;
  readonly class?: string;
  onCancel?(): void;
}

export function Progress({ text, share, isCompact = false, class: name = '', onCancel }: ProgressProps) {
  return (
    <div class={`progress ${name}`} role="status">
      <span class={isCompact ? 'spoken' : ''}>{text}</span>
      <progress aria-label={text} max={1} value={share} />
      {onCancel !== undefined && (
        <button type="button" onClick={onCancel}>
          {TEXTS.cancel}
        </button>
      )}
    </div>
  );
}
