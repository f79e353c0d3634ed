// Settings: theme, flags, columns, prices.
import type { SettingValues } from '@/lib/panel/settings';
import { useSession, useWorkspace } from '../app/context';
import { type Column, columns, isColumnShown } from '../list/columns';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { PriceSettings } from './price-settings';

type Flag = 'isPreserved' | 'isFolded' | 'hasOverview' | 'isMarkdown' | 'isFileAsked';

const FLAGS: readonly Flag[] = ['isPreserved', 'isFolded', 'hasOverview', 'isMarkdown', 'isFileAsked'];
const THEMES: readonly SettingValues['theme'][] = ['auto', 'light', 'dark'];

const WIDTH_MIN = 24;
const WIDTH_MAX = 1_000;

export function SettingsDialog() {
  const { settings, dialog, host } = useWorkspace();
  const values = settings.values.value;
  const close = () => {
    dialog.value = undefined;
  };
  return (
    <Dialog label={TEXTS.actions.settings} class="settings" onClose={close}>
      <h2>{TEXTS.actions.settings}</h2>
      <ThemePicker />
      {FLAGS.filter((flag) => host.hasPage || flag !== 'isPreserved').map((flag) => (
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
      <table class="column-settings">
        <tbody>
          {columns.map((column) => (
            <ColumnSettings key={column.id} column={column} />
          ))}
        </tbody>
      </table>
      <PriceSettings />
      <div class="dialog-buttons">
        <button type="button" onClick={() => settings.reset()}>
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
  const change = (part: { width?: number; shown?: boolean }) =>
    settings.change({ columns: { ...all, [id]: { ...all[id], ...part } } });
  const name = TEXTS.chrome.columnName(id, label);
  return (
    <tr>
      <td>
        <label>
          <input
            type="checkbox"
            checked={isColumnShown(column, all, agents.all().length > 0)}
            disabled={width === 0}
            onChange={(event) => change({ shown: event.currentTarget.checked })}
          />{' '}
          {name}
        </label>
      </td>
      <td>
        {width !== 0 && (
          <input
            type="number"
            min={WIDTH_MIN}
            max={WIDTH_MAX}
            aria-label={TEXTS.chrome.columnWidth(name)}
            value={Math.round(all[id]?.width ?? width)}
            onChange={(event) => {
              const next = event.currentTarget.valueAsNumber;
              if (next >= WIDTH_MIN && next <= WIDTH_MAX) change({ width: next });
            }}
          />
        )}
      </td>
    </tr>
  );
}
