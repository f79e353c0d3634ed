// The conversation as Markdown: each thread with its messages, and the failed runs.
import { toMarkdown } from '@/lib/core/agui/conversation-markdown';
import { inlineText } from '@/lib/core/agui/safe-markdown';
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';
import { createHistory } from '@/lib/core/log/history';
import { marksByStream, marksText } from '@/lib/core/log/origin-marks';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { Model, Run, RunStatus, Thread } from '@/lib/core/model/types';

const BAD: ReadonlySet<RunStatus> = new Set(['error', 'failed', 'truncated', 'aborted']);

function failureOf({ runId, status, error }: Run): string {
  const code = error?.code === undefined ? '' : ` (${inlineText(error.code)})`;
  const why = error === undefined ? '' : `: ${inlineText(error.message)}${code}`;
  return `- Run ${inlineText(runId)}, ${status}${why}\n`;
}

type MarksOf = (run: Run) => string | undefined;

function* markdownOf(model: Model, thread: Thread, marksOf: MarksOf): Iterable<string> {
  yield `# Thread ${inlineText(thread.threadId)}\n\n`;
  yield* toMarkdown([...thread.messages].map(({ message }) => asJson(message)));
  const failures = [...thread.runs].flatMap((index) => {
    const run = model.runs.at(index);
    return run !== undefined && BAD.has(run.status) ? [failureOf(run)] : [];
  });
  if (failures.length > 0) yield `\n## Runs that failed\n\n${failures.join('')}`;
  const changed = [...thread.runs].flatMap((index) => {
    const run = model.runs.at(index);
    const marks = run && marksOf(run);
    return marks === undefined ? [] : [`- Run ${inlineText(run?.runId ?? '')}: ${inlineText(marks)}\n`];
  });
  if (changed.length > 0) yield `\n## Runs that AG-UI Lens sent, answered or changed\n\n${changed.join('')}`;
}

function* threadsOf(model: Model, threads: readonly Thread[], marksOf: MarksOf): Iterable<string> {
  for (const [index, thread] of threads.entries()) {
    if (index > 0) yield '\n';
    yield* markdownOf(model, thread, marksOf);
  }
}

export const markdown: Format = {
  ...factsOf('markdown'),
  write({ log }) {
    const whole = log();
    const model = createHistory(modelFold, whole).head();
    const marks = marksByStream(whole);
    const threads = [...model.threads].filter(({ messages, runs }) => messages.length + runs.length > 0);
    return threads.length === 0
      ? { refused: 'There is no conversation in this session.' }
      : threadsOf(model, threads, ({ streams }) => marksText(marks, streams));
  },
};
