import { lastEndOf } from '@/lib/core/metrics/run-figures';
import type { Run } from '@/lib/core/model/types';
import type { Workspace } from '@/lib/panel/workspace';
import { runsFrom, startAt, startWith } from '../composer/run-start';
import { saveRunTest } from '../export/save-test';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies, filters, filtersAgent, goesTo, type InWorkspace, requestCopies, sessionOf } from './shared';

interface RunMenuContext extends InWorkspace {
  readonly run: Run;
}

export const runEntries: readonly MenuEntry<RunMenuContext>[] = [
  filters('run-only', TEXTS.menus.onlyRun, ['run', ({ run }) => run.runId]),
  filters('run-only-thread', TEXTS.menus.onlyThread, ['thread', ({ run }) => run.threadId]),
  filtersAgent('run-only-agent', ({ run }) => run.stream),
  goesTo('run-start', TEXTS.menus.toStart, ({ run }) => run.startSeq, { isFirstOfGroup: true }),
  goesTo('run-end', TEXTS.menus.toEnd, (context) => lastEndOf(context.run, sessionOf(context).log)),
  {
    id: 'run-compare',
    label: () => TEXTS.menus.compare,
    hint: () => 'C',
    run(context) {
      const { compared } = sessionOf(context).choices;
      const { index } = context.run;
      if (!compared.value.includes(index)) compared.value = [...compared.value, index].slice(-2);
      context.workspace.view.value = 'run';
    },
  },
  {
    id: 'run-group',
    label: ({ workspace: { settings } }) =>
      settings.values.value.areRunsGrouped ? TEXTS.run.ungroup : TEXTS.run.group,
    isFor: (context) => sessionOf(context).models.newest().threads.length > 1,
    run: ({ workspace: { settings } }) =>
      settings.change({ areRunsGrouped: !settings.values.value.areRunsGrouped }),
  },
  runsFrom('run-run-from', TEXTS.runFrom.action, ({ workspace, run }) => {
    const seq = lastEndOf(run, workspace.current.value.session.log) ?? run.lastSeq;
    return seq === undefined ? startWith(run.stream) : startAt(workspace, seq);
  }),
  {
    id: 'run-save-test',
    label: () => TEXTS.saveTest,
    run: ({ workspace, run }) => void saveRunTest(workspace, run),
  },
  {
    id: 'run-serve',
    label: () => TEXTS.rules.serveRun,
    isFor: ({ workspace }) => workspace.host.pageRules !== undefined,
    run: ({ workspace, run }) =>
      void import('../page-rules/make-rules').then(({ serveSession }) =>
        serveSession(workspace, (stream) => run.streams.includes(stream), run.runId),
      ),
  },
  {
    id: 'run-what-if',
    label: () => TEXTS.rules.whatIf,
    isFor: ({ run }) => run.events > 0,
    run(context) {
      sessionOf(context).choices.brokenRun.value = context.run.index;
      context.workspace.dialog.value = 'what-if';
    },
  },
  ...requestCopies<RunMenuContext>('run', ({ run: { stream } }) => stream),
  copies('run-copy-input', TEXTS.menus.copyBody, ({ run: { input } }) =>
    input === undefined ? undefined : JSON.stringify(input, undefined, 2),
  ),
  copies('run-copy-id', TEXTS.menus.copyRunId, ({ run }) => run.runId),
  copies('run-copy-thread', TEXTS.menus.copyThreadId, ({ run }) => run.threadId),
];

export function runMenu(workspace: Workspace, run: Run): AskedMenu {
  return { label: TEXTS.menus.run, items: itemsOf(runEntries, { workspace, run }) };
}
