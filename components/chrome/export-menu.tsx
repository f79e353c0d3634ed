// The Export button and its menu: one item per format that can be written.
import { formats } from '@/lib/files/formats';
import type { Format } from '@/lib/files/types';
import { useWorkspace } from '../context';
import { exportAs } from '../files';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { MenuButton } from '../ui/menu';

const WRITABLE = (formats as readonly Format[]).filter((format) => format.write !== undefined);

/** The Export button. */
export function ExportMenu() {
  const workspace = useWorkspace();
  const { session } = workspace.shown.value;
  session.reading.revision.value;
  return (
    <MenuButton
      label={TEXTS.export}
      isDisabled={session.log.streams.length === 0}
      items={() =>
        WRITABLE.map(({ id, label, extension }) => ({
          id,
          label,
          hint: extension,
          onSelect: () => void exportAs(workspace, id),
        }))
      }
    >
      <Icon name="export" /> <span class="wide">{TEXTS.export}</span>
    </MenuButton>
  );
}
