// The last notice, with its action.
import { useRef } from 'preact/hooks';
import { TEXTS } from '../texts';
import { useWorkspace } from './context';
import { actOnNotice } from './notices';

export function NoticeBar() {
  const workspace = useWorkspace();
  const { notice } = workspace;
  if (notice.value === undefined) return null;
  const { severity, text, action } = notice.value;
  return (
    <div class={`bar bar-${severity}`} role={severity === 'error' ? 'alert' : 'status'}>
      <span>
        {text}{' '}
        {action !== undefined && (
          <button type="button" onClick={() => actOnNotice(workspace)}>
            {action.label}
          </button>
        )}
      </span>
      <button type="button" aria-label={TEXTS.chrome.dismiss} onClick={() => (notice.value = undefined)}>
        ✕
      </button>
    </div>
  );
}

/** Ctrl+Z in a dialog: the action of a notice since the dialog opened. */
export function useDialogUndo(): () => void {
  const workspace = useWorkspace();
  const { current: before } = useRef(workspace.notice.peek());
  return () => {
    if (workspace.notice.peek() !== before) actOnNotice(workspace);
  };
}

/** For the buttons of a dialog, which covers the bar of the panel: a notice since the dialog opened. */
export function DialogNotice() {
  const { notice } = useWorkspace();
  const { current: before } = useRef(notice.peek());
  return notice.value === before ? null : (
    <div style={{ flex: '1 1 100%' }}>
      <NoticeBar />
    </div>
  );
}
