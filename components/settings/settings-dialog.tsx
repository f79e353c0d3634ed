// Settings: theme, flags, columns, prices.
import { useSession, useWorkspace } from '../app/context';
import { DialogNotice, useDialogUndo } from '../app/notice-bar';
import { notifyUndoable } from '../app/notices';
import { type Column, columns, isColumnShown } from '../list/columns';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { PriceSettings } from './price-settings';
import { flagsOf, showColumn, THEMES } from './setting-entries';

export function SettingsDialog() {
  const workspace = useWorkspace();
  const { settings, dialog, host } = workspace;
  const values = settings.values.value;
  const close = () => (dialog.value = undefined);
  const reset = () => {
    settings.reset();
    host.tour?.restart();
    notifyUndoable(workspace, TEXTS.chrome.settingsReset, () => settings.change(values));
  };
  return (
    <Dialog label={TEXTS.actions.settings} class="settings" onClose={close} undo={useDialogUndo()}>
      <h2>{TEXTS.actions.settings}</h2>
      <ThemePicker />
      {flagsOf(host).map((flag) => (
        <label key={flag} class="setting">
          <input
            type="checkbox"
            checked={values[flag]}
            onChange={(event) => settings.change({ [flag]: event.currentTarget.checked })}
          />
          {TEXTS.chrome.flags[flag]}
        </label>
      ))}
      <h3>{TEXTS.chrome.columns}</h3>
      <div class="column-settings">
        {columns.map((column) => (
          <ColumnSettings key={column.id} column={column} />
        ))}
      </div>
      <PriceSettings />
      <div class="dialog-buttons">
        <DialogNotice />
        <button type="button" onClick={reset}>
          {TEXTS.chrome.resetSettings}
        </button>
        <span class="spring" />
        <button type="button" class="primary" onClick={close}>
          {TEXTS.close}
        </button>
      </div>
    </Dialog>
  );
}

function ThemePicker() {
  const { settings } = useWorkspace();
  return (
    <label class="setting">
      {TEXTS.chrome.theme}
      <select
        value={settings.values.value.theme}
        onChange={(event) => {
          const theme = THEMES.find((name) => name === event.currentTarget.value);
          if (theme !== undefined) settings.change({ theme });
        }}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {TEXTS.chrome.themes[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function ColumnSettings({ column }: { column: Column }) {
  const { id, label, width } = column;
  const { settings } = useWorkspace();
  const { agents } = useSession();
  const all = settings.values.value.columns;
  return (
    <label>
      <input
        type="checkbox"
        checked={isColumnShown(column, all, agents.all().length > 0)}
        disabled={width === 0}
        onChange={(event) => showColumn(settings, id, event.currentTarget.checked)}
      />{' '}
      {TEXTS.chrome.columnName(id, label)}
    </label>
  );
}
