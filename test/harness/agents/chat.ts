// The demo conversation: a weather assistant that calls a tool and keeps a forecast in the shared state.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, answer, call, type DemoEvent, finished, promptOf, say, started, turnOf } from './agent';

const CITIES = ['London', 'Lisbon', 'Oslo', 'Kyoto', 'Nairobi'] as const;
const SKIES = ['light rain', 'clear sky', 'snow showers', 'morning fog', 'sunshine'] as const;

function weatherOf(turn: number) {
  const index = (turn - 1) % CITIES.length;
  return {
    city: CITIES[index] ?? 'London',
    sky: SKIES[index] ?? 'rain',
    celsius: 9 + 5 * index,
    wind: 4 + index,
  };
}

function* run(input: RunAgentInput): Generator<DemoEvent> {
  const turn = turnOf(input);
  const { city, sky, celsius, wind } = weatherOf(turn);
  const id = (name: string) => `${input.runId}-${name}`;
  const ask = { toolCallId: id('weather'), toolCallName: 'get_weather', parentMessageId: id('plan') };

  yield started(input);
  if (turn === 1) yield { type: 'STATE_SNAPSHOT', snapshot: { city: null, turns: 0, forecast: {}, log: [] } };
  yield { type: 'STEP_STARTED', stepName: 'look up' };
  yield { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/city', value: city }] };
  yield* say(ask.parentMessageId, `Let me look up the weather in ${city}.`);
  yield* call(ask, { city, units: 'celsius', days: turn });
  yield answer(ask.toolCallId, { city, sky, celsius, wind });
  yield { type: 'STEP_FINISHED', stepName: 'look up' };
  yield { type: 'STEP_STARTED', stepName: 'answer' };
  yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: `/forecast/${city}`, value: { sky, celsius } }] };
  yield* say(
    id('answer'),
    `You asked “${promptOf(input)}”. In ${city} there is ${sky} at ${celsius} °C, with a wind of ${wind} m/s. ☂️\n\n` +
      `That was question number ${turn}; ask me for another place.`,
  );
  yield {
    type: 'STATE_DELTA',
    delta: [
      { op: 'add', path: `/forecast/${city}/wind`, value: wind },
      { op: 'replace', path: '/turns', value: turn },
      { op: 'add', path: '/log/-', value: `${city}: ${sky}` },
    ],
  };
  yield { type: 'STEP_FINISHED', stepName: 'answer' };
  yield finished(input);
}

/** Text, a tool call with its result, and shared state. */
export const chat: Agent = {
  name: 'chat',
  about: 'weather: text, a tool call, shared state',
  paceMs: 20,
  run,
};
