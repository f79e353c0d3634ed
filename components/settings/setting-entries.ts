// Settings that have a name: in the settings and in the command palette.
import type { Host } from '@/lib/panel/host';
import type { Settings, SettingValues } from '@/lib/panel/settings';
import type { Workspace } from '@/lib/panel/workspace';
import { columns, isColumnShown } from '../list/columns';
import { TEXTS } from '../texts';

type Flag = keyof typeof TEXTS.chrome.flags;

const FLAGS: readonly Flag[] = ['isPreserved', 'isFolded', 'hasOverview', 'isMarkdown', 'isFileAsked'];
export const THEMES: readonly SettingValues['theme'][] = ['auto', 'light', 'dark'];

export function flagsOf({ hasPage }: Host): readonly Flag[] {
  return FLAGS.filter((flag) => hasPage || flag !== 'isPreserved');
}

export function showColumn({ values, change }: Settings, id: string, shown: boolean): void {
  const all = values.peek().columns;
  change({ columns: { ...all, [id]: { ...all[id], shown } } });
}

interface SettingEntry {
  readonly id: string;
  readonly label: string;
  run(): void;
}

export function settingEntries({ settings, host, current }: Workspace): readonly SettingEntry[] {
  const values = settings.values.value;
  const words = TEXTS.chrome;
  const hasAgents = current.value.session.agents.all().length > 0;
  return [
    ...THEMES.filter((theme) => theme !== values.theme).map((theme) => ({
      id: `setting-theme-${theme}`,
      label: words.setting(words.theme, words.themes[theme]),
      run: () => settings.change({ theme }),
    })),
    ...flagsOf(host).map((flag) => ({
      id: `setting-${flag}`,
      label: words.setting(words.flags[flag], words.switched(!values[flag])),
      run: () => settings.change({ [flag]: !values[flag] }),
    })),
    ...columns
      .filter(({ width }) => width !== 0)
      .map((column) => {
        const isShown = isColumnShown(column, values.columns, hasAgents);
        return {
          id: `setting-column-${column.id}`,
          label: words.setting(
            words.column(words.columnName(column.id, column.label)),
            words.switched(!isShown),
          ),
          run: () => showColumn(settings, column.id, !isShown),
        };
      }),
  ];
}
