// Opens the export dialog.
import { useWorkspace } from '../app/context';
import { openExport } from '../files/export-choice';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';

export function ExportButton() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
  session.reading.revision.value;
  return (
    <button
      type="button"
      aria-label={TEXTS.export.title}
      title={TEXTS.export.openTitle}
      disabled={session.log.streams.length === 0}
      onClick={() => openExport(workspace)}
    >
      <Icon name="export" /> <span class="wide">{TEXTS.export.title}</span>
    </button>
  );
}
