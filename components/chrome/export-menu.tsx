// Export button and menu: one entry per format.
import { writtenFormats } from '@/lib/core/files/format-facts';
import type { FormatFacts } from '@/lib/core/files/types';
import type { Workspace } from '@/lib/panel/workspace';
import { useWorkspace } from '../app/context';
import { exportAs } from '../files/export';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { itemsOf, MenuButton, type MenuEntry } from '../ui/menu';

function menuEntriesOf({ id, label, extension, isPackable }: FormatFacts): readonly MenuEntry<Workspace>[] {
  const plain: MenuEntry<Workspace> = {
    id: `export-${id}`,
    label: () => label,
    hint: () => extension,
    run: (workspace) => void exportAs(workspace, id),
  };
  if (isPackable !== true) return [plain];
  const packed: MenuEntry<Workspace> = {
    id: `export-${id}-gz`,
    label: () => TEXTS.chrome.packed(label),
    hint: () => `${extension}.gz`,
    run: (workspace) => void exportAs(workspace, id, true),
  };
  return [plain, packed];
}

export const exportEntries: readonly MenuEntry<Workspace>[] = writtenFormats.flatMap(menuEntriesOf);

export function ExportMenu() {
  const workspace = useWorkspace();
  const { session } = workspace.current.value;
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
