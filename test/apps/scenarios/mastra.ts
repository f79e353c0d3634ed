// The stock client against a Mastra agent, served by Mastra's own adapter.
import { type Scenario, say } from '../scenario';

type Handler = (request: Request) => Promise<Response>;

interface Options {
  readonly remembers?: boolean;
  readonly emitInterruptOutcome?: boolean;
}

/** Mastra is installed only where these scenarios are played. */
async function start(options?: Options): Promise<Handler> {
  const path: string = '../packages/runtime/mastra.mjs';
  const { mastraHandler } = await import(path);
  return mastraHandler(options);
}

function served(name: string, steps: Scenario['steps'], options?: Options): Scenario {
  let handler: Promise<Handler> | undefined;
  return {
    page: 'ag-ui-client',
    consumer: '@ag-ui/client 1.0',
    mode: '1.0',
    name: `Mastra: ${name}`,
    steps,
    async answer(x) {
      // A page that begins again meets a server that knows nothing of it.
      if (handler === undefined || x.runId === 'run-1') handler = start(options);
      await x.answer(await handler);
    },
  };
}

export const mastraScenarios: readonly Scenario[] = [
  served('hello', [say('Hello'), say('And again')]),
  served('tool of the page', [say('Blue, please')]),
  served('suspended tool', [
    say('Mail'),
    { act: 'resume', words: [JSON.stringify({ approved: true, note: 'thanks' })] },
  ]),
  served('memory', [say('Hello'), say('And again')], { remembers: true }),
  served('suspended tool, CUSTOM event', [say('Ask'), { act: 'command', words: ['blue'] }], {
    emitInterruptOutcome: false,
  }),
];
