// A JSON tree whose values can be copied.
import { valueAt } from '@/lib/core/json/pointer';
import { useWorkspace } from '../app/context';
import { valueMenu } from '../menus/value-menu';
import { JsonTree, type JsonTreeProps } from '../ui/json-tree';
import { useContextMenu } from '../ui/menu';

export function ValueTree(props: Omit<JsonTreeProps, 'onMenu'>) {
  const workspace = useWorkspace();
  const openMenu = useContextMenu();
  return (
    <JsonTree
      {...props}
      onMenu={(event, pointer, at) =>
        openMenu(event, valueMenu(workspace, pointer, valueAt(props.value, pointer)), at)
      }
    />
  );
}
