import type { Finding } from '@/lib/core/lint/types';
import { switchRule } from '@/lib/panel/disabled-rules';
import type { Workspace } from '@/lib/panel/workspace';
import { saveFindingTest } from '../export/save-test';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies, filters, goesTo, type InWorkspace } from './shared';

interface FindingContext extends InWorkspace {
  readonly finding: Finding;
}

export const findingEntries: readonly MenuEntry<FindingContext>[] = [
  goesTo('finding-go', TEXTS.menus.toEvent, ({ finding: { seq } }) => (seq < 0 ? undefined : seq)),
  filters('finding-only-rule', TEXTS.menus.onlyRule, ['rule', ({ finding }) => finding.rule]),
  {
    id: 'finding-rule-off',
    label: ({ finding: { rule } }) => TEXTS.findings.switchOffRule(rule),
    run: ({ workspace, finding: { rule } }) =>
      switchRule(workspace.current.value, workspace.settings, [rule, true]),
  },
  {
    id: 'finding-save-test',
    label: () => TEXTS.findings.saveTest,
    run: ({ workspace, finding }) => void saveFindingTest(workspace, finding),
  },
  copies('finding-copy', TEXTS.menus.copyMessage, ({ finding }) => finding.message, { isFirstOfGroup: true }),
  copies('finding-copy-client', TEXTS.menus.copyClientText, ({ finding }) => finding.clientText),
  copies('finding-copy-rule', TEXTS.menus.copyRule, ({ finding }) => finding.rule),
];

export function findingMenu(workspace: Workspace, finding: Finding): AskedMenu {
  return { label: TEXTS.menus.finding, items: itemsOf(findingEntries, { workspace, finding }) };
}
