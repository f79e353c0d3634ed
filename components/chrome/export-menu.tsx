// The Export button and its menu: one entry per format that can be written.
import { writtenFormats } from '@/lib/files/format-facts';
import type { Workspace } from '@/lib/session/workspace';
import { useWorkspace } from '../context';
import { exportAs } from '../files';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { itemsOf, MenuButton, type MenuEntry } from '../ui/menu';

/** The menu. */
export const exportEntries: readonly MenuEntry<Workspace>[] = writtenFormats.map(
  ({ id, label, extension }) => ({
    id: `export-${id}`,
    label: () => label,
    hint: () => extension,
    run: (workspace) => void exportAs(workspace, id),
  }),
);

/** The Export button. */
export function ExportMenu() {
  const workspace = useWorkspace();
  const { session } = workspace.shown.value;
  session.reading.revision.value;
  return (
    <MenuButton
      label={TEXTS.chrome.export}
      isDisabled={session.log.streams.length === 0}
      items={() => itemsOf(exportEntries, workspace)}
    >
      <Icon name="export" /> <span class="wide">{TEXTS.chrome.export}</span>
    </MenuButton>
  );
}
