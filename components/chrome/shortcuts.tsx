// The cheat sheet: every key, by what it is for.
import { ACTION_GROUPS, actions } from '../actions';
import { useWorkspace } from '../context';
import { showKey } from '../format';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';

/** The cheat sheet. */
export function Shortcuts() {
  const workspace = useWorkspace();
  const close = () => {
    workspace.dialog.value = undefined;
  };
  return (
    <Dialog label={TEXTS.shortcuts} class="shortcuts" onClose={close}>
      <h2>{TEXTS.shortcuts}</h2>
      <div class="key-groups">
        {ACTION_GROUPS.map((group) => (
          <section key={group}>
            <h3>{TEXTS.actionGroups[group]}</h3>
            <dl>
              {actions
                .filter((action) => action.group === group && action.keys.length > 0)
                .map(({ id, label, keys }) => (
                  <div key={id}>
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
        ))}
        <section>
          <h3>{TEXTS.listKeys}</h3>
          <dl>
            {TEXTS.listKeyTexts.map(([key, label]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <div class="dialog-buttons">
        <button type="button" class="primary" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}
