// The Share button, and the dialog behind it: all that it needs is loaded when it is first opened.
import { useWorkspace } from '../context';
import { OnDemand } from '../parts/on-demand';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

/** The button. */
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

const load = () => import('./share-dialog');

/** The dialog. */
export function ShareDialog() {
  return <OnDemand load={load} />;
}
