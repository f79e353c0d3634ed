// Actions of the selected run: comparison, test.
import { useMemo } from 'preact/hooks';
import { arrayIn, type Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { memberOf } from '@/lib/core/json/pointer';
import { isSentByUser } from '@/lib/core/log/create-stream';
import type { Model, Run } from '@/lib/core/model/types';
import { promptOf } from '@/lib/panel/names';
import { useSession, useWorkspace } from '../app/context';
import { saveRunTest } from '../export/save-test';
import { TEXTS } from '../texts';

/** Compared members of a message; its id may differ. */
const MEMBERS = ['role', 'content', 'toolCalls', 'toolCallId'];

const requestMessages = ({ input }: Run): readonly Json[] => arrayIn(input?.['messages']);

/** True for messages with the same id, or with equal members: ids differ in a new thread. */
function isSameMessage(a: Json | undefined, b: Json | undefined): boolean {
  const id = memberOf(a, 'id');
  if (id !== undefined && id === memberOf(b, 'id')) return true;
  return MEMBERS.every((name) => isEqualJson(memberOf(a, name), memberOf(b, name)));
}

/** The first run of the page whose request begins like that of a run sent by the user. */
function originalOf({ runs }: Model, sent: Run): Run | undefined {
  const isOfPage = ({ index, kind, stream }: Run) =>
    index < sent.index && kind === 'conversation' && !isSentByUser(stream);
  const before = [...runs].filter(isOfPage);
  const own = before.filter(({ threadId }) => threadId === sent.threadId);
  const messages = requestMessages(sent);
  let original: Run | undefined;
  // A run of another thread must share at least the first message.
  let most = own.length > 0 ? -1 : 0;
  for (const run of own.length > 0 ? own : before) {
    const others = requestMessages(run);
    const differs = messages.findIndex((message, at) => !isSameMessage(message, others[at]));
    const shared = differs < 0 ? messages.length : differs;
    if (shared <= most) continue;
    most = shared;
    original = run;
  }
  return original;
}

/**
 * The newest earlier run with the same prompt, of the same thread if possible; else the run before. A run that the
 * user has sent in another thread is no run of the page.
 */
function counterpartOf({ runs }: Model, run: Run): Run | undefined {
  const asked = promptOf(run.input);
  let best: Run | undefined;
  let most = -1;
  for (let at = run.index - 1; at >= 0 && most < 3; at--) {
    const other = runs.at(at);
    if (other?.kind !== 'conversation' || other.isReplay) continue;
    const isOfThread = other.threadId === run.threadId;
    if (!isOfThread && isSentByUser(other.stream)) continue;
    const isAlike = asked !== undefined && promptOf(other.input) === asked;
    const points = 2 * Number(isAlike) + Number(isOfThread);
    if (points <= most) continue;
    most = points;
    best = other;
  }
  return best;
}

export function RunActions({ run, model }: { run: Run; model: Model }) {
  const workspace = useWorkspace();
  const { names, choices } = useSession();
  // Memoized: earlier runs and their requests do not change.
  const other = useMemo(
    () => (isSentByUser(run.stream) ? originalOf(model, run) : counterpartOf(model, run)),
    [run.index, names],
  );
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
