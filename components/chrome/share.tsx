import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

export function ShareButton() {
  const { shown, dialog } = useWorkspace();
  const { session } = shown.value;
  session.reading.revision.value;
  return (
    <button
      type="button"
      aria-label={TEXTS.share.open}
      title={TEXTS.share.openTitle}
      disabled={session.log.streams.length === 0}
      onClick={() => (dialog.value = 'share')}
    >
      <Icon name="share" /> <span class="wide">{TEXTS.share.open}</span>
    </button>
  );
}
