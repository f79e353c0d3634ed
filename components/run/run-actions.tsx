// Actions of the selected run: comparison, test.
import { isJsonObject } from '@/lib/core/json/json';
import { isSentByUser } from '@/lib/core/log/stream-of';
import type { Model, Run } from '@/lib/core/model/types';
import { promptOf } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { saveRunTest } from '../files/export';
import { TEXTS } from '../texts';

/** Ids of the messages of a request. */
function messageIds({ input }: Run): readonly unknown[] {
  const messages = input?.['messages'];
  return Array.isArray(messages)
    ? messages.map((message) => (isJsonObject(message) ? message['id'] : ''))
    : [];
}

/** The first run of the page whose request begins like that of a run that the user has sent. */
function originalOf({ runs }: Model, sent: Run): Run | undefined {
  const ids = messageIds(sent);
  let original: Run | undefined;
  let most = -1;
  for (const run of runs) {
    if (run.index >= sent.index) break;
    if (run.threadId !== sent.threadId || run.kind !== 'conversation' || isSentByUser(run.stream)) continue;
    const own = messageIds(run);
    const differs = ids.findIndex((id, at) => id !== own[at]);
    const shared = differs < 0 ? ids.length : differs;
    if (shared > most) {
      most = shared;
      original = run;
    }
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
