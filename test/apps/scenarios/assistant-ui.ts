// assistant-ui's AG-UI runtime.
import { answers, failing, hello, run, textMessage, weather } from '../events';
import { type Scenario, say } from '../scenario';

type Case = Omit<Scenario, 'page' | 'consumer'>;

const cases: readonly Case[] = [
  { name: 'hello', steps: [say('Hello'), say('And again')], answer: answers(hello) },
  {
    name: 'tool',
    differs: 'its page makes one message of all that a run says; the client has several',
    steps: [say('Weather?')],
    answer: answers(weather),
  },
  {
    name: 'error',
    steps: [say('Fail'), say('Again')],
    answer: answers(failing),
  },
  {
    name: 'state',
    steps: [say('Count'), say('Again')],
    answer: answers((x) =>
      run(
        x,
        { type: 'STATE_SNAPSHOT', snapshot: { turn: x.turn } },
        ...textMessage(`m${x.turn}`, 'Counted.'),
      ),
    ),
  },
];

export const assistantUiScenarios: readonly Scenario[] = cases.map((each) => ({
  ...each,
  page: 'assistant-ui',
  consumer: 'assistant-ui',
}));
