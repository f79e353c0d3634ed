import { quoted } from '@/lib/core/agui/quoted';
import { formatNumber } from '@/lib/core/json/format';
import { type Json, objectsIn } from '@/lib/core/json/json';
import { continuingRequest } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import { recentCallsOfRun } from '@/lib/core/model/queries/lookup';
import type { Model, Run } from '@/lib/core/model/types';

/** Number of consecutive equal runs for a report. */
const RUNS_MIN = 4;
/** Maximum time from the first to the newest run, in milliseconds: slower ones may be a user, or a wait. */
const WITHIN_MS = 30_000;

/** The result of a run that makes an app send a request; undefined for others. */
function outcomeOf(model: Model, run: Run): { readonly key: string; readonly what: string } | undefined {
  if (run.error !== undefined)
    return { key: `error ${run.error.message}`, what: `the error ${quoted(run.error.message, 80)}` };
  const calls = recentCallsOfRun(model, run.index);
  const [first] = calls;
  if (first === undefined) return undefined;
  const key = calls.map(({ name, args }) => JSON.stringify([name, args])).join(' ');
  const more = calls.length > 1 ? ` and ${calls.length - 1} more` : '';
  return { key: `calls ${key}`, what: `the call ${quoted(`${first.name}(${first.args})`, 80)}${more}` };
}

const userMessages = (messages: Json | undefined): number =>
  objectsIn(messages).filter(({ role }) => role === 'user').length;

export const endlessRuns: Rule = {
  id: 'endless-runs',
  severity: 'warning',
  needsHistory: true,
  summary: 'The app keeps starting runs that end with the same call or error.',
  spec: 'https://docs.ag-ui.com/concepts/tools#tool-call-lifecycle',
  impact: 'Each run costs a model call, and the conversation makes no progress.',
  fix: 'Check what the result of the tool tells the model, and limit how often the app follows up on a call or retries after an error.',
  boundary(boundary, model) {
    const asked = continuingRequest(boundary, model);
    if (asked === undefined || boundary.kind === 'navigation') return undefined;
    const { input, thread } = asked;
    const users = userMessages(input['messages']);
    let first: Run | undefined;
    let newest: Run | undefined;
    let count = 0;
    let key: string | undefined;
    let what = '';
    // The request itself is the newest run.
    for (let back = 2; back <= RUNS_MIN + 2; back++) {
      const run = model.runs.at(thread.runs.at(-back) ?? -1);
      // A reloaded page starts again.
      if (run?.stream.doc !== boundary.stream?.doc) break;
      const outcome = run && outcomeOf(model, run);
      if (run === undefined || outcome === undefined || userMessages(run.input?.['messages']) !== users)
        break;
      if (key !== undefined && key !== outcome.key) break;
      ({ key, what } = outcome);
      newest ??= run;
      first = run;
      count++;
    }
    // Reported once, when it is certain.
    if (count !== RUNS_MIN || first === undefined || newest === undefined) return undefined;
    const ms = boundary.timeMs - first.startMs;
    if (ms > WITHIN_MS) return undefined;
    return {
      message: `${count} runs in ${formatNumber(ms / 1000, 1)} s ended with ${what}, and the app starts another without a new user message.`,
      related: [first.startSeq, newest.startSeq],
    };
  },
};
