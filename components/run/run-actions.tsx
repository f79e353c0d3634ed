// Actions of the selected run: comparison, test.
import type { Model, Run } from '@/lib/core/model/types';
import { promptOf } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { saveRunTest } from '../files/export';
import { TEXTS } from '../texts';

/** The newest earlier run with the same prompt, else the run before. */
function counterpartOf({ runs }: Model, run: Run): Run | undefined {
  const asked = promptOf(run.input);
  let before: Run | undefined;
  for (let at = run.index - 1; at >= 0; at--) {
    const other = runs.at(at);
    if (other?.kind !== 'conversation' || other.isReplay) continue;
    if (asked !== undefined && promptOf(other.input) === asked) return other;
    before ??= other;
  }
  return before;
}

export function RunActions({ run, model }: { run: Run; model: Model }) {
  const workspace = useWorkspace();
  const { names, choices } = useSession();
  const other = counterpartOf(model, run);
  return (
    <p class="run-actions">
      {other !== undefined && (
        <button
          type="button"
          onClick={() => {
            choices.compared.value = [other.index, run.index];
          }}
        >
          {TEXTS.run.compareWith(names.run(other))}
        </button>
      )}
      <button type="button" onClick={() => void saveRunTest(workspace, run)}>
        {TEXTS.saveTest}
      </button>
    </p>
  );
}
