// From a text of the page to the events that wrote it.
import { expect, test } from 'vitest';
import { findTextOrigins } from '@/lib/panel/text-origins';
import { answer, started } from '../support/exchanges';
import { batchOf, startSession } from '../support/sessions';
import { events } from '../support/stream-text';

const EVENTS = events(String.raw`
  run · text a "## The **weather**\n\n1. Rome: [sunny](https://example.com/rome)\n" "2. Oslo: ${'`rain`'}, and it is cold\n"
  tool c book "{\"hotel\":\"Grand" " Plaza\"}"
  state {"trip":{"city":"Lisbon","total":20}} · patch /trip/city = "Porto" · end
`);

const sessionOf = (list: readonly object[] = EVENTS) => startSession(batchOf(list)).session;

function originsOf(text: string, session = sessionOf()) {
  const { listed, more } = findTextOrigins(session, text);
  expect(more).toBe(0);
  return listed.map(({ match, seq, lastSeq, run }) => [match.kind, match.fit, seq, lastSeq, run?.runId]);
}

test.each([
  [
    'a rendered message',
    'The weather\n  Rome: sunny  Oslo: rain, and it is cold',
    [['message', 'whole', 2, 3, 'r']],
  ],
  ['a paragraph of it', 'Oslo:\train, and it', [['message', 'part', 3, 3, 'r']]],
  ['Markdown that is shown as text', '[sunny](https://example.com/rome)', [['message', 'part', 2, 2, 'r']]],
  [
    'more than a message',
    'Assistant The weather Rome: sunny Oslo: rain, and it is cold Copy',
    [['message', 'around', 2, 3, 'r']],
  ],
  ['an argument in two deltas', 'Grand Plaza', [['call', 'part', 6, 7, 'r']]],
  ['a value of the state', 'Porto', [['state', 'whole', 10, 10, 'r']]],
  ['a number', '20', [['state', 'whole', 9, 9, 'r']]],
  ['what no event wrote', 'Settings', []],
  ['no text', ' \n· ', []],
])('the origin of %s', (_what, text, origins) => expect(originsOf(text)).toEqual(origins));

test('origins are known as of the cursor', () => {
  const session = sessionOf();
  session.cursor.goTo(9);
  expect(originsOf('Porto', session)).toEqual([]);
  expect(originsOf('Lisbon', session)).toEqual([['state', 'whole', 9, 9, 'r']]);
});

test('several origins are a short list, the whole texts first', () => {
  const session = sessionOf([
    started('r'),
    ...answer('a', 'Lisbon'),
    ...Array.from({ length: 9 }, (_, at) => answer(`m${at}`, `Lisbon is a city, number ${at}`)).flat(),
  ]);
  const { listed, more } = findTextOrigins(session, 'Lisbon');
  expect(listed.map(({ match }) => match.fit)).toEqual(['whole', 'part', 'part', 'part', 'part']);
  expect([listed[0]?.seq, more]).toEqual([2, 5]);
});
