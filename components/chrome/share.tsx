// The Share button, and the dialog behind it: all that it needs is loaded when it is first opened.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { useWorkspace } from '../context';
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

/** The dialog. */
export function ShareDialog() {
  const body = useSignal<{ readonly Body: FunctionComponent } | undefined>(undefined);
  useEffect(() => {
    void import('./share-dialog').then(({ ShareBody }) => (body.value = { Body: ShareBody }));
  }, [body]);
  const Body = body.value?.Body;
  return Body === undefined ? null : <Body />;
}
