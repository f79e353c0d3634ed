import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

/** Nothing without a library. */
export function LibraryButton() {
  const { dialog, host } = useWorkspace();
  if (host.library === undefined) return null;
  return (
    <button
      type="button"
      aria-label={TEXTS.chrome.library}
      title={TEXTS.chrome.libraryTitle}
      onClick={() => (dialog.value = 'library')}
    >
      <Icon name="library" /> <span class="wide">{TEXTS.chrome.library}</span>
    </button>
  );
}
