// `lens at`: a thread at an event.
import { type Command, choice } from '@/lib/package/cli/command';
import { CONSUMER, DIALECT, openArgument } from '@/lib/package/cli/open-file';
import { atOpened, VIEWS } from '@/lib/package/library/at';

export const atCommand: Command = {
  name: 'at',
  summary: 'Prints messages, state, runs, tool calls and interrupts at an event, as one JSON object.',
  files: ['file'],
  options: {
    seq: { value: 'N', summary: 'The event, counted from 0 (default: the last one).' },
    thread: { value: 'ID', summary: 'The thread, if the file has several.' },
    view: { value: VIEWS.join('|'), summary: 'As sent by the server (default), or as seen by the app.' },
    consumer: CONSUMER,
    dialect: DIALECT,
  },
  examples: [
    ['run.sse', 'At the end.'],
    ['run.sse --seq 40', 'At event 40.'],
    ['run.sse --view app', 'As seen by the app, up to the event at which its client stops.'],
  ],
  exitCodes: '0 printed, 2 unreadable file, or no such event or thread.',
  run(args) {
    choice(args, 'view', VIEWS);
    const thread = atOpened(openArgument(args), Object.fromEntries(args.options));
    return { output: [`${JSON.stringify(thread, null, 2)}\n`], exitCode: 0 };
  },
};
