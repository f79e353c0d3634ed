// The state as a tree, with details of the selected value.
import { useRef } from 'preact/hooks';
import type { Json } from '@/lib/core/json/json';
import { valueAt } from '@/lib/core/json/pointer';
import { useSession, useWorkspace } from '../app/context';
import { stateMenu } from '../menus/state-menu';
import { Panes } from '../shared/panes';
import { TEXTS } from '../texts';
import { JsonTree } from '../ui/json-tree';
import { useContextMenu } from '../ui/menu';
import type { TreeHighlight } from '../ui/tree-highlights';
import { ValueStrip } from './value-strip';

interface StateTreeProps {
  readonly threadId: string;
  readonly state: Json;
  /** Changes of the event at the cursor. */
  readonly highlights: readonly TreeHighlight[];
}

export function StateTree({ threadId, state, highlights }: StateTreeProps) {
  const workspace = useWorkspace();
  const session = useSession();
  const { tree } = session.choices;
  const openMenu = useContextMenu();
  const box = useRef<HTMLDivElement>(null);
  // A group row represents the value around it.
  const pointer = tree.active.value.replace(/^\d+/, '');
  const { isHistoryOpen } = workspace.settings.values.value;
  const strip = <ValueStrip chosen={{ threadId, pointer, value: valueAt(state, pointer) }} />;
  return (
    <>
      <Panes
        name="history"
        isStacked
        {...(isHistoryOpen && { share: 0.65 })}
        first={
          <div class="state-tree" ref={box}>
            <JsonTree
              label={TEXTS.viewNames.state}
              value={state}
              fill
              depth={2}
              state={tree}
              highlights={highlights}
              onMenu={(event, about, at) =>
                openMenu(event, stateMenu(workspace, about, valueAt(state, about)), at)
              }
            />
          </div>
        }
        second={isHistoryOpen ? strip : null}
      />
      {!isHistoryOpen && strip}
    </>
  );
}
