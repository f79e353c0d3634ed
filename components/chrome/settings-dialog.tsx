// What can be set, in a dialog: columns, theme, folding; everything by keyboard.
import type { SettingValues } from '@/lib/session/settings';
import { columns } from '../columns';
import { useWorkspace } from '../context';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';

type Flag = 'isPreserved' | 'isFolded' | 'hasOverview' | 'isMarkdown';

const FLAGS: readonly Flag[] = ['isPreserved', 'isFolded', 'hasOverview', 'isMarkdown'];
const THEMES: readonly SettingValues['theme'][] = ['auto', 'light', 'dark'];

/** The settings. */
export function SettingsDialog() {
  const { settings, dialog } = useWorkspace();
  const values = settings.values.value;
  const close = () => {
    dialog.value = undefined;
  };
  const setColumn = (id: string, part: { width?: number; shown?: boolean }) =>
    settings.change({ columns: { ...values.columns, [id]: { ...values.columns[id], ...part } } });
  return (
    <Dialog label={TEXTS.settings} class="settings" onClose={close}>
      <h2>{TEXTS.settings}</h2>
      <label class="setting">
        {TEXTS.theme}
        <select
          value={values.theme}
          onChange={(event) => {
            const theme = THEMES.find((name) => name === event.currentTarget.value);
            if (theme !== undefined) settings.change({ theme });
          }}
        >
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {TEXTS.themes[name]}
            </option>
          ))}
        </select>
      </label>
      {FLAGS.map((flag) => (
        <label key={flag} class="setting">
          <input
            type="checkbox"
            checked={values[flag]}
            onChange={(event) => settings.change({ [flag]: event.currentTarget.checked })}
          />
          {TEXTS.flags[flag]}
        </label>
      ))}
      <h3>{TEXTS.columns}</h3>
      <table class="column-settings">
        <tbody>
          {columns.map(({ id, label, width, isShown }) => (
            <tr key={id}>
              <td>
                <label>
                  <input
                    type="checkbox"
                    checked={values.columns[id]?.shown ?? isShown}
                    disabled={width === 0}
                    onChange={(event) => setColumn(id, { shown: event.currentTarget.checked })}
                  />{' '}
                  {TEXTS.columnName(id, label)}
                </label>
              </td>
              <td>
                {width !== 0 && (
                  <input
                    type="number"
                    min={24}
                    max={1000}
                    aria-label={TEXTS.columnWidth(TEXTS.columnName(id, label))}
                    value={Math.round(values.columns[id]?.width ?? width)}
                    onChange={(event) => {
                      const next = event.currentTarget.valueAsNumber;
                      if (next >= 24 && next <= 1000) setColumn(id, { width: next });
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="dialog-buttons">
        <button type="button" onClick={() => settings.reset()}>
          {TEXTS.resetSettings}
        </button>
        <span class="spring" />
        <button type="button" class="primary" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}
