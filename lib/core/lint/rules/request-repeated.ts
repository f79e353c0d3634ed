import type { JsonObject } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { newestFirst } from '@/lib/core/json/list';
import type { Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { requestedInput, threadIn } from '@/lib/core/model/queries/lookup';
import { joiningOf } from '@/lib/core/model/rejoin';
import { isConnect } from '@/lib/core/model/request';
import type { Model, Run, Thread } from '@/lib/core/model/types';

/** Number of the thread's newest runs that are compared, and of repetitions that are counted. */
const RUNS_BACK = 100;

/** The runs of a thread that one document started with this request, in order. */
function equalRuns(model: Model, thread: Thread, { input, stream }: { input: JsonObject; stream: Stream }) {
  const found: Run[] = [];
  // Without messages, a request cannot be compared.
  if (!Array.isArray(input['messages']) || input['messages'].length === 0) return found;
  for (const index of newestFirst(thread.runs, RUNS_BACK)) {
    const run = model.runs.at(index);
    if (
      run === undefined ||
      run.runId !== input['runId'] ||
      run.stream.doc !== stream.doc ||
      // Events before RUN_STARTED start a run, too.
      run.streams.includes(stream) ||
      run.kind !== 'conversation'
    )
      continue;
    // Requests to other addresses or over other transports are not repetitions, and a failed attempt may be repeated.
    const isSame = run.stream.url === stream.url && run.stream.transport === stream.transport;
    if (isSame && run.startSeq !== undefined && run.input !== undefined && isEqualJson(run.input, input))
      found.unshift(run);
  }
  return found;
}

export const requestRepeated: Rule = {
  id: 'request-repeated',
  severity: 'warning',
  needsHistory: true,
  summary: 'The page sent the same run request again.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact:
    'The agent runs again: models and tools are called again, and messages with new ids are shown twice.',
  fix: 'Send a run once: do not retry a run that started, and do not run it again when the page becomes visible or remounts.',
  types: ['RUN_STARTED'],
  before({ event, stream }, model) {
    if (isConnect(stream) || streamView(model, stream).isStarted) return undefined;
    const input = joiningOf(model, stream) ?? requestedInput(model, stream);
    const thread = threadIn(model, stream);
    if (input === undefined || thread === undefined || event?.['runId'] !== input['runId']) return undefined;
    const runs = equalRuns(model, thread, { input, stream });
    const times = runs.length + 1;
    const [first] = runs;
    if (first === undefined) return undefined;
    return {
      key: `${first.stream.doc} ${first.threadId} ${first.runId} ${first.index}`,
      message: `The same request for run '${first.runId}' was sent ${times} times${times >= RUNS_BACK ? ' or more' : ''}.`,
      related: runs.map(({ startSeq }) => startSeq),
    };
  },
};
