// `lens at`: what the app has at an event.
import { type Arguments, choice, fileAt } from '@/lib/package/cli/arguments';
import type { Command, Outcome } from '@/lib/package/cli/command';
import { CONSUMER } from '@/lib/package/cli/consumer';
import { DIALECT, openFile } from '@/lib/package/cli/open-file';
import { atWalk, VIEWS } from '@/lib/package/library/at-walk';
import { readersFor } from '@/lib/package/library/readers';

function run(args: Arguments): Outcome {
  const view = choice(args, 'view', VIEWS);
  const { annotations, walk } = openFile(fileAt(args, 0), { ...args, dialect: args.options.get('dialect') });
  const printed = atWalk(walk(), {
    view,
    readers: readersFor(args.options.get('consumer'), annotations),
    seq: args.options.get('seq'),
    thread: args.options.get('thread'),
  });
  return { output: [`${JSON.stringify(printed, null, 2)}\n`], exitCode: 0 };
}

/** Prints messages, state, runs, tool calls and interrupts as of an event. */
export const atCommand: Command = {
  name: 'at',
  summary: 'Prints messages, state, runs, tool calls and interrupts as of an event, as one JSON object.',
  files: ['file'],
  options: {
    seq: { value: 'N', summary: 'The event, counted from 0 (default: the last one).' },
    thread: { value: 'ID', summary: 'The thread, if the file has several.' },
    view: { value: VIEWS.join('|'), summary: 'As the server sent it (default), or as the app has it.' },
    consumer: CONSUMER,
    dialect: DIALECT,
  },
  examples: [
    ['run.sse', 'What there is at the end.'],
    ['run.sse --seq 40', 'What there was at event 40.'],
    ['run.sse --view app', 'What the app has: up to where its client stops.'],
  ],
  exitCodes: '0 printed, 2 the file could not be read, or has no such event or thread.',
  run,
};
