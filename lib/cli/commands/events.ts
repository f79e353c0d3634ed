// `lens events`: one JSON line per event.
import { fileAt } from '@/lib/cli/arguments';
import type { Command } from '@/lib/cli/command';
import { DIALECT, type OpenFile, openFile } from '@/lib/cli/open-file';
import { modelFold, streamView } from '@/lib/model/model';

function* eventLines({ log }: OpenFile): Iterable<string> {
  let model = modelFold.init();
  let next = 0;
  for (let seq = 0; seq < log.length; seq++) {
    for (
      let at = log.boundaries[next];
      at !== undefined && at.beforeSeq <= seq;
      at = log.boundaries[++next]
    ) {
      model = modelFold.boundary?.(model, at) ?? model;
    }
    const logged = log.at(seq);
    if (logged === undefined) continue;
    model = modelFold.step(model, logged);
    const { timeMs, stream, type, event, problems } = logged;
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
