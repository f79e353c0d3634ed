// One run with everything that a front end shows, for every page that reads by fetch: its answer is served, breaks, and is
// changed on its way.
import { answers, calls, type Event, result, run, textMessage } from '../events';
import { type Exchange, type Scenario, say } from '../scenario';
import { runtime } from './copilotkit';
import { served } from './copilotkit-react';

const everything = (x: Pick<Exchange, 'threadId' | 'runId'>): Event[] =>
  run(
    x,
    { type: 'STATE_SNAPSHOT', snapshot: { city: null } },
    ...textMessage('m1', 'Let me see: ', '東京 '),
    ...calls('c1', 'weather', { city: 'Tokyo' }),
    result('c1', '21 °C'),
    { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/city', value: 'Tokyo' }] },
    ...textMessage('m2', 'It is ', '21 °C', ' and mild.'),
  );

const name = 'everything';
const steps = [say('Weather?')];

/** A run of each page that reads by fetch. */
export const wholeRuns: readonly Scenario[] = [
  ...['1.0', '0.0'].map((mode) => ({
    page: 'ag-ui-client',
    name: `${mode === '1.0' ? '1.0' : '0.0.59'} everything`,
    mode,
    steps,
    consumer: `@ag-ui/client ${mode === '1.0' ? '1.0' : '0.0.x'}`,
    answer: answers(everything),
  })),
  { page: 'tanstack', name, steps, consumer: 'TanStack AI', answer: answers(everything) },
  { page: 'copilotkit', name, steps, consumer: 'CopilotKit', answer: runtime(everything) },
  served(name, steps, everything),
  { page: 'assistant-ui', name, steps, consumer: 'assistant-ui', answer: answers(everything) },
];
