import type { JsonObject } from '@/lib/core/json/json';
import type { Random } from '../model/random';

export type Loose = Record<string, unknown>;
type Damage = (events: Loose[], random: Random) => void;

const place = (events: readonly Loose[], random: Random): number => random.below(Math.max(1, events.length));

const at = (events: readonly Loose[], random: Random): Loose => events[place(events, random)] ?? {};

const ID_KEYS = ['messageId', 'toolCallId', 'stepName', 'subagentRunId', 'parentMessageId', 'entityId'];
const TAGS = ['sub1', 'sub2', 'sub9', ''];
const TYPES = [
  ...'TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END TEXT_MESSAGE_CHUNK'.split(' '),
  ...'TOOL_CALL_START TOOL_CALL_ARGS TOOL_CALL_END TOOL_CALL_CHUNK TOOL_CALL_RESULT'.split(' '),
  ...'REASONING_START REASONING_END REASONING_MESSAGE_START REASONING_MESSAGE_CONTENT'.split(' '),
  ...'REASONING_MESSAGE_END REASONING_MESSAGE_CHUNK STEP_STARTED STEP_FINISHED RUN_STARTED'.split(' '),
  ...'RUN_FINISHED RUN_ERROR SUBAGENT_STARTED SUBAGENT_FINISHED THINKING_START THINKING_END'.split(' '),
  ...'THINKING_TEXT_MESSAGE_START THINKING_TEXT_MESSAGE_CONTENT THINKING_TEXT_MESSAGE_END META'.split(' '),
  ...'run_started'.split(' '),
];

function insert(events: Loose[], random: Random, ...more: Loose[]): void {
  events.splice(place(events, random) + (random.chance(0.9) ? 1 : 0), 0, ...more);
}

/** Damage to one event. */
const ofOne =
  (damage: (event: Loose, random: Random, events: Loose[]) => void): Damage =>
  (events, random) =>
    damage(at(events, random), random, events);

/** Every kind of damage. */
const DAMAGES: readonly Damage[] = [
  (events, random) => void events.splice(place(events, random), 1),
  (events, random) => insert(events, random, structuredClone(at(events, random))),
  (events, random) => {
    const [a, b] = [place(events, random), place(events, random)];
    [events[a], events[b]] = [events[b] ?? {}, events[a] ?? {}];
  },
  ofOne((event, random) => void (event['subagentRunId'] = random.pick(TAGS))),
  ofOne((event, random, events) => {
    const key = random.pick(ID_KEYS);
    const other = events.find((candidate) => candidate !== event && typeof candidate[key] === 'string');
    if (event[key] !== undefined) event[key] = random.chance(0.5) ? (other?.[key] ?? 'none') : 'none';
  }),
  ofOne((event, random) => {
    const keys = Object.keys(event).filter((key) => key !== 'type');
    if (keys.length > 0) event[random.pick(keys)] = null;
  }),
  ofOne((event, random) => {
    const optional = 'timestamp rawEvent result outcome parentMessageId metadata name role'.split(' ');
    event[random.pick(optional)] = random.pick([null, null, 3, 'x', {}, [], 1.5]);
  }),
  ofOne((event, random) => {
    const keys = Object.keys(event).filter((key) => key !== 'type');
    if (keys.length > 0) event[random.pick(keys)] = random.pick([3, {}, [], 'x', true, 1.5, { type: 'y' }]);
  }),
  ofOne((event, random) => {
    const keys = Object.keys(event).filter((key) => key !== 'type');
    if (keys.length > 0) delete event[random.pick(keys)];
  }),
  (events, random) => void (at(events, random)[random.pick(['foo', 'title', 'input', 'a/b', '7'])] = 1),
  (events, random) => void (at(events, random)['type'] = random.pick(TYPES)),
  (events, random) => {
    const id = random.pick(['m1', 'm2', 'c3', 'z']);
    const fields = {
      messageId: id,
      toolCallId: id,
      toolCallName: 'f',
      delta: 'd',
      content: 'c',
      role: undefined,
    };
    insert(events, random, { type: random.pick(TYPES), ...fields, stepName: 's', threadId: 't', runId: 'r' });
  },
  (events, random) => {
    const tag = random.pick([undefined, 'sub1', 'sub2', 'sub9']);
    const type = random.pick(['TEXT_MESSAGE_CHUNK', 'TOOL_CALL_CHUNK', 'REASONING_MESSAGE_CHUNK']);
    const count = 1 + random.below(4);
    for (let i = 0; i < count; i++) {
      insert(events, random, {
        type,
        ...(random.chance(0.5) && {
          messageId: random.pick(['k1', 'k2']),
          toolCallId: random.pick(['k1', 'k2']),
        }),
        ...(random.chance(0.5) && { toolCallName: random.pick(['f', 'g']) }),
        ...(random.chance(0.3) && {
          role: random.pick(['assistant', 'user']),
          name: random.pick(['n', 'o']),
        }),
        ...(random.chance(0.2) && { parentMessageId: random.pick(['m1', 'k1']) }),
        ...(random.chance(0.7) && { delta: 'x' }),
        ...(random.chance(0.1) && { rawEvent: { x: 1 } }),
        ...(tag !== undefined && random.chance(0.6) && { subagentRunId: tag }),
      });
    }
  },
  (events, random) => {
    const id = `s${random.below(3)}`;
    const parent = random.chance(0.3) ? { parentSubagentRunId: `s${random.below(3)}` } : {};
    insert(events, random, { type: 'SUBAGENT_STARTED', subagentRunId: id, name: 'n', ...parent });
    if (random.chance(0.5)) insert(events, random, { type: 'SUBAGENT_FINISHED', subagentRunId: id });
  },
  (events, random) => {
    const tag = random.chance(0.5) ? { subagentRunId: random.pick(TAGS) } : {};
    insert(events, random, { type: 'STEP_STARTED', stepName: random.pick(['s', 'q']), ...tag });
    if (random.chance(0.6))
      insert(events, random, { type: 'STEP_FINISHED', stepName: random.pick(['s', 'q']), ...tag });
  },
  (events, random) => insert(events, random, { type: 'RUN_ERROR', message: 'mid' }),
  (events, random) => insert(events, random, { type: 'RUN_FINISHED', threadId: 't', runId: 'r0' }),
  (events, random) => insert(events, random, { type: 'RUN_STARTED', threadId: 't', runId: 'r0' }),
  (events, random) => {
    const content = random.pick([
      [{ type: 'binary', mimeType: 'image/png', data: 'AA' }],
      [{ type: 'binary', mimeType: 'text/plain', id: 'f' }],
      [{ type: 'image', source: { type: 'url', value: 'u' }, metadata: null }],
      [{ type: 'smell' }, { type: 'text', text: 't', extra: 1 }],
      'plain',
    ]);
    const messages = [
      { id: `m${random.below(5)}`, role: 'user', content, ...(random.chance(0.2) && { odd: 1 }) },
    ];
    insert(events, random, { type: 'MESSAGES_SNAPSHOT', messages });
  },
  (events, random) => {
    const tool = { id: 'm1', role: 'assistant', subagentRunId: random.pick(['sub1', 'sub2']), content: 'x' };
    const toolCalls = [{ id: 'c2', type: 'function', function: { name: 'f', arguments: '' } }];
    insert(events, random, { type: 'MESSAGES_SNAPSHOT', messages: [{ ...tool, toolCalls }] });
  },
  (events, random) => {
    const outcome = random.pick([
      { type: 'suspended', interruptIds: ['a'] },
      { type: 'success' },
      { type: 'odd' },
      { type: 'suspended', interruptIds: [3] },
    ]);
    insert(events, random, { type: 'SUBAGENT_FINISHED', subagentRunId: 'sub1', outcome });
  },
  (events, random) => {
    const shuffled = [{ type: 'THINKING_START', title: 'hm' }, { type: 'THINKING_TEXT_MESSAGE_START' }];
    insert(events, random, ...shuffled, { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'd' });
    if (random.chance(0.7))
      insert(events, random, { type: 'THINKING_TEXT_MESSAGE_END' }, { type: 'THINKING_END' });
  },
];

/** The stream with one to three kinds of damage. */
export function mutate(events: readonly JsonObject[], random: Random): JsonObject[] {
  // Damage is done to an event's own fields only, never to what is in them.
  const damaged = events.map((event): Loose => ({ ...event }));
  for (let i = 1 + random.below(3); i > 0; i--) random.pick(DAMAGES)(damaged, random);
  return JSON.parse(JSON.stringify(damaged));
}
