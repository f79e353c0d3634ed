// The conversation as Markdown: each thread with its messages, and the runs that did not finish.
import { toMarkdown } from '@/lib/core/agui/conversation-markdown';
import { inlineText } from '@/lib/core/agui/safe-markdown';
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { marksByStream, marksText } from '@/lib/core/log/origin-marks';
import type { Stream } from '@/lib/core/log/types';
import { endingOf, endingText, isGoodEnding, type RunEnding } from '@/lib/core/metrics/run-ending';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { Model, Run, Thread } from '@/lib/core/model/types';

/** The number is that of the panel. */
const runLine = ({ index, runId }: Run, text: string): string =>
  `- Run ${index + 1} (${inlineText(runId)}): ${inlineText(text)}`;

function unfinishedLine(run: Run, ending: RunEnding): string {
  const code = run.error?.code === undefined ? '' : ` (${inlineText(run.error.code)})`;
  return `${runLine(run, endingText(ending))}${code}\n`;
}

interface Context {
  readonly log: Log;
  readonly model: Model;
  readonly marks: ReadonlyMap<Stream, readonly string[]>;
}

function* markdownOf(thread: Thread, { log, model, marks }: Context): Iterable<string> {
  yield `# Thread ${inlineText(thread.threadId)}\n\n`;
  yield* toMarkdown([...thread.messages].map(({ message }) => asJson(message)));
  const runs = [...thread.runs].flatMap((index) => model.runs.at(index) ?? []);
  const unfinished = runs.flatMap((run) => {
    const ending = endingOf(run, model, log);
    return isGoodEnding(ending) ? [] : [unfinishedLine(run, ending)];
  });
  if (unfinished.length > 0) yield `\n## Runs that did not finish\n\n${unfinished.join('')}`;
  const changed = runs.flatMap((run) => {
    const text = marksText(marks, run.streams);
    return text === undefined ? [] : [`${runLine(run, text)}\n`];
  });
  if (changed.length > 0) yield `\n## Runs that AG-UI Lens sent, answered or changed\n\n${changed.join('')}`;
}

function* threadsOf(threads: readonly Thread[], context: Context): Iterable<string> {
  for (const [index, thread] of threads.entries()) {
    if (index > 0) yield '\n';
    yield* markdownOf(thread, context);
  }
}

export const markdown: Format = {
  ...factsOf('markdown'),
  write({ log }) {
    const whole = log();
    const model = createHistory(modelFold, whole).head();
    const threads = [...model.threads].filter(({ messages, runs }) => messages.length + runs.length > 0);
    return threads.length === 0
      ? { refused: 'There is no conversation in this session.' }
      : threadsOf(threads, { log: whole, model, marks: marksByStream(whole) });
  },
};
