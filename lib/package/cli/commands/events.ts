// `lens events`: one JSON line per event.

import { Folding } from '@/lib/core/log/walk';
import { runsFold } from '@/lib/core/model/model';
import { runIn } from '@/lib/core/model/queries/lookup';
import type { Command } from '@/lib/package/cli/command';
import { DIALECT, openArgument } from '@/lib/package/cli/open-file';
import type { Opened } from '@/lib/package/library/open';

function* eventLines(file: Opened): Iterable<string> {
  const runs = new Folding(runsFold);
  for (const step of file.walk().steps()) {
    runs.take(step);
    if ('boundary' in step) continue;
    const { seq, timeMs, stream, type, event, problems } = step.event;
    const run = runIn(runs.state, stream)?.runId ?? null;
    const line = { seq, timeMs, stream: stream.index, run, type, event: event ?? null, problems };
    yield `${JSON.stringify(line)}\n`;
  }
}

export const eventsCommand: Command = {
  name: 'events',
  summary: 'Prints one JSON line per decoded event: seq, timeMs, stream, run, type, event, problems.',
  files: ['file'],
  options: { dialect: DIALECT },
  examples: [
    ['run.sse', 'Every event with its position, time, stream and run.'],
    ["run.sse | jq -c 'select(.problems != [])'", 'Invalid events.'],
  ],
  exitCodes: '0 printed, 2 unreadable file.',
  run: (args) => ({ output: eventLines(openArgument(args)), exitCode: 0 }),
};
