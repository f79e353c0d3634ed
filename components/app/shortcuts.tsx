// The cheat sheet: all keys by scope.

import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { type LocalKey, type LocalScope, localKeys, showKey } from '../ui/keys';
import { ACTION_GROUPS, type Action, offeredActions } from './actions';
import { useWorkspace } from './context';

/** Scopes with keys of their own, in the order of the sheet. Keys of the list are listed with its actions. */
const WIDGETS = [
  'overview',
  'filter',
  'tree',
  'view',
  'find',
  'message',
  'runs',
  'calls',
  'library',
  'palette',
  'tabs',
  'divider',
  'border',
  'menu',
  'button',
] as const satisfies readonly Exclude<LocalScope, 'list'>[];

type KeyEntry = Pick<LocalKey, 'label' | 'keys'>;

function entriesOf(offered: readonly Action[], group: Action['group']): readonly KeyEntry[] {
  const own = offered.filter((action) => action.group === group && action.keys.length > 0);
  return group === 'list' ? [...own, ...Object.values(localKeys.list)] : own;
}

function KeyGroup({ title, entries }: { title: string; entries: readonly KeyEntry[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {entries.map(({ label, keys }) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{showKey(key)}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Shortcuts() {
  const workspace = useWorkspace();
  const offered = offeredActions(workspace);
  const close = () => (workspace.dialog.value = undefined);
  return (
    <Dialog label={TEXTS.actions.shortcuts} class="shortcuts" onClose={close}>
      <h2>{TEXTS.actions.shortcuts}</h2>
      <div class="key-groups">
        {ACTION_GROUPS.map((group) => (
          <KeyGroup
            key={group}
            title={TEXTS.chrome.actionGroups[group]}
            entries={entriesOf(offered, group)}
          />
        ))}
        {WIDGETS.map((scope) => (
          <KeyGroup
            key={scope}
            title={TEXTS.chrome.keyScopes[scope]}
            entries={Object.values(localKeys[scope])}
          />
        ))}
      </div>
      <div class="dialog-buttons">
        <button type="button" class="primary" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}
