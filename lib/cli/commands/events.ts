// `lens events`: one JSON line per event.
import { fileAt } from '@/lib/cli/arguments';
import type { Command } from '@/lib/cli/command';
import { DIALECT, type OpenFile, openFile } from '@/lib/cli/open-file';
import { runsFold, streamView } from '@/lib/model/model';

// What the model has replaced is let go now and then.
const FORK_EVERY = 1024;

function* eventLines(file: OpenFile): Iterable<string> {
  let model = runsFold.init();
  for (const step of file.walk().steps()) {
    if ('boundary' in step) {
      model = runsFold.boundary?.(model, step.boundary) ?? model;
      continue;
    }
    const { event: logged } = step;
    model = runsFold.step(model, logged);
    const { seq, timeMs, stream, type, event, problems } = logged;
    if (seq % FORK_EVERY === 0) model = runsFold.fork(model);
    const { run } = streamView(model, stream);
    const runId = run < 0 ? null : (model.runs.at(run)?.runId ?? null);
    const line = { seq, timeMs, stream: stream.index, run: runId, type, event: event ?? null, problems };
    yield `${JSON.stringify(line)}\n`;
  }
}

/** Prints every decoded event. */
export const eventsCommand: Command = {
  name: 'events',
  summary: 'Prints one JSON line per decoded event: seq, timeMs, stream, run, type, event, problems.',
  files: ['file'],
  options: { dialect: DIALECT },
  run: (args) => ({
    output: eventLines(openFile(fileAt(args, 0), args.options.get('dialect'))),
    exitCode: 0,
  }),
};
