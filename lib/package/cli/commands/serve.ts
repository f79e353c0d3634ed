// `lens serve`: a mock agent that answers with a recording.
import { createInterface } from 'node:readline';
import { counted } from '@/lib/core/json/format';
import { type Arguments, type Command, fileAt } from '@/lib/package/cli/command';
import { CliError } from '@/lib/package/cli/errors';
import { createLines, type Lines } from '@/lib/package/cli/lines';
import { interrupted, listen, PORT, portOf, shut } from '@/lib/package/cli/listen';
import { createMockServer } from '@/lib/package/cli/mock/mock-server';
import { exchangesOf, isServable } from '@/lib/package/cli/mock/recorded-exchanges';
import { DIALECT, openArgument } from '@/lib/package/cli/open-file';

type Pace = number | 'step';

function paceOf(args: Arguments): Pace {
  const given = args.options.get('pace') ?? '1';
  if (given === 'step') return given;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  throw new CliError(`--pace must be a number (1 as recorded, 0 at once) or step, not '${given}'.`);
}

/** Resolves one waiting event for each line of standard input. */
function createStepper(): { readonly step: () => Promise<void>; close(): void } {
  const waiting: (() => void)[] = [];
  const input = createInterface({ input: process.stdin });
  input.on('line', () => waiting.shift()?.());
  return {
    step: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => input.close(),
  };
}

async function serve(args: Arguments, lines: Lines): Promise<void> {
  const file = openArgument(args);
  const exchanges = exchangesOf(file);
  if (!exchanges.some(isServable)) throw new CliError(`${file.name} contains no run to serve.`);
  const pace = paceOf(args);
  const stepper = pace === 'step' ? createStepper() : undefined;
  const server = createMockServer({
    exchanges,
    pace: pace === 'step' ? 0 : pace,
    ...(stepper !== undefined && { step: stepper.step }),
    isStrict: args.flags.has('strict'),
    log: (line) => lines.add(line),
  });
  const url = await listen(server, portOf(args));
  const hint = stepper === undefined ? '' : ' Enter sends the next event.';
  lines.add(
    `Serving ${counted(exchanges.length, 'response')} of ${file.name} at ${args.paint('strong', url)}.${hint} Ctrl+C ends.`,
  );
  await interrupted();
  stepper?.close();
  shut(server);
}

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Responds like the recorded agent: a mock server for front ends and tests.',
  files: ['file'],
  options: {
    port: PORT,
    pace: {
      value: 'N|step',
      summary: '1 as recorded (default), 2 twice as fast, 0 at once; step: by Enter.',
    },
    dialect: DIALECT,
  },
  flags: {
    strict: 'Refuses requests that match no recorded one, with 404, instead of sending the next run.',
  },
  examples: [
    ['run.agui.jsonl --port 8000', 'Matches by the last question, tool results, and order; by any path.'],
    ['run.har --pace 0 --strict', 'For tests.'],
  ],
  exitCodes: '0 ended by Ctrl+C, 2 an unreadable file, a file without a run, or a taken port.',
  run(args) {
    fileAt(args, 0);
    portOf(args);
    paceOf(args);
    const lines = createLines();
    return { output: [], exitCode: 0, work: lines.during(serve(args, lines)) };
  },
};
