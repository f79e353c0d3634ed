// Actions of the selected run: comparison, test.
import type { Json } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import { isSentByUser } from '@/lib/core/log/stream-of';
import type { Model, Run } from '@/lib/core/model/types';
import { promptOf } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { saveRunTest } from '../files/export';
import { TEXTS } from '../texts';

const requestMessages = ({ input }: Run): readonly Json[] => {
  const messages = input?.['messages'];
  return Array.isArray(messages) ? messages : [];
};

/** Number of messages with which two requests begin; their ids may differ, in a thread of its own. */
function sharedLength(a: Run, b: Run): number {
  const others = requestMessages(b);
  const contentOf = (message: Json | undefined) =>
    JSON.stringify([memberOf(message, 'role'), memberOf(message, 'content')]);
  const all = requestMessages(a);
  const at = all.findIndex((each, index) => contentOf(each) !== contentOf(others[index]));
  return at < 0 ? all.length : at;
}

/** The first run of the page whose request begins like that of a run that the user has sent. */
function originalOf({ runs }: Model, sent: Run): Run | undefined {
  const isOfPage = ({ index, kind, stream }: Run) =>
    index < sent.index && kind === 'conversation' && !isSentByUser(stream);
  const before = [...runs].filter(isOfPage);
  const own = before.filter(({ threadId }) => threadId === sent.threadId);
  let original: Run | undefined;
  let most = -1;
  // A thread of its own has no run of the page.
  for (const run of own.length > 0 ? own : before) {
    const shared = sharedLength(sent, run);
    if (shared <= most) continue;
    most = shared;
    original = run;
  }
  return original;
}

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
  const other = isSentByUser(run.stream) ? originalOf(model, run) : counterpartOf(model, run);
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
