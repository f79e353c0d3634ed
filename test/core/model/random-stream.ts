// Random AG-UI streams that the stock client accepts, nearly always: text, tools, reasoning, activities, state,
// snapshots, subagents, chunks, several runs on one thread, and the odd things that are legal all the same.
import type { JsonObject } from '@/lib/core/json/json';
import { createRandom, type Random } from './random';

interface World {
  readonly random: Random;
  readonly events: JsonObject[];
  messages: string[];
  assistants: string[];
  activities: string[];
  calls: string[];
  texts: Map<string, string | undefined>;
  tools: Map<string, string | undefined>;
  reasonings: Map<string, string | undefined>;
  spans: Set<string>;
  steps: Set<string>;
  subagents: Set<string>;
  laneOpen: boolean;
  next: number;
}

const WORDS = ['hel', 'lo', ' ', 'wörld', '"', '\\', '😀', '', 'x\n', '{"a":', '1}'];
const KEYS = ['a', 'b', 'list', 'deep', '', 'x/y', '~', '0'];

const id = (world: World, prefix: string): string => `${prefix}${world.next++}`;

function value(random: Random, depth = 0): unknown {
  switch (random.below(depth > 2 ? 4 : 7)) {
    case 0:
      return random.below(5);
    case 1:
      return random.pick(WORDS);
    case 2:
      return null;
    case 3:
      return random.chance(0.5);
    case 4:
      return Array.from({ length: random.below(4) }, () => value(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(KEYS), value(random, depth + 1)]),
      );
  }
}

function pointer(random: Random): string {
  const tokens = Array.from({ length: random.below(3) + 1 }, () =>
    random.chance(0.3) ? String(random.below(4)) : random.chance(0.15) ? '-' : random.pick(KEYS),
  );
  return tokens.map((t) => `/${t.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A random patch; some of them cannot be applied. */
export function randomPatch(random: Random): unknown[] {
  return Array.from({ length: random.below(3) + (random.chance(0.9) ? 1 : 0) }, () => {
    const path = random.chance(0.03) ? '' : pointer(random);
    switch (random.below(10)) {
      case 0:
        return { op: 'remove', path };
      case 1:
        return { op: 'replace', path, value: value(random) };
      case 2:
        return { op: 'move', from: pointer(random), path };
      case 3:
        return { op: 'copy', from: pointer(random), path };
      case 4:
        return { op: 'test', path, value: value(random) };
      default:
        return { op: 'add', path, value: value(random) };
    }
  });
}

export const randomJson = (random: Random): unknown => value(random);

function push(world: World, event: Record<string, unknown>): void {
  const { random } = world;
  const full: Record<string, unknown> = { ...event };
  if (random.chance(0.1)) full['metadata'] = { [random.pick(['k', 'l'])]: random.below(9) };
  if (random.chance(0.1)) full['timestamp'] = 1_700_000_000_000 + random.below(1000);
  if (random.chance(0.05)) full['rawEvent'] = { some: 'thing' };
  if (random.chance(0.03)) full['unknownKey'] = { drop: 'me' };
  world.events.push(full as JsonObject);
}

function tag(world: World): { subagentRunId?: string } {
  const { random, subagents } = world;
  if (subagents.size === 0 || random.chance(0.6)) return {};
  return { subagentRunId: random.pick([...subagents]) };
}

function message(world: World): Record<string, unknown> {
  const { random } = world;
  const messageId =
    random.chance(0.5) && world.messages.length > 0 ? random.pick(world.messages) : id(world, 'm');
  switch (random.below(6)) {
    case 0:
      return {
        id: messageId,
        role: 'user',
        content: random.chance(0.5) ? 'hi' : [{ type: 'text', text: 'hi' }],
      };
    case 1: {
      const call = id(world, 'c');
      world.calls.push(call);
      const toolCalls = [{ id: call, type: 'function', function: { name: 'f', arguments: '{}' } }];
      return { id: messageId, role: 'assistant', toolCalls };
    }
    case 2:
      return { id: messageId, role: 'reasoning', content: 'hm' };
    case 3:
      return { id: messageId, role: 'activity', activityType: 'PLAN', content: { n: 1 } };
    case 4:
      return { id: messageId, role: 'tool', toolCallId: world.calls[0] ?? 'none', content: 'r' };
    default:
      return { id: messageId, role: 'assistant', content: random.pick(WORDS) };
  }
}

type Move = (world: World) => void;

const startText: Move = (world) => {
  const { random } = world;
  const reopen = random.chance(0.15) && world.messages.length > 0;
  const messageId = reopen ? random.pick(world.messages) : id(world, 'm');
  if (world.texts.has(messageId)) return;
  const { subagentRunId } = reopen ? {} : tag(world);
  world.texts.set(messageId, subagentRunId);
  if (!world.messages.includes(messageId)) world.messages.push(messageId);
  const role = random.pick(['assistant', 'assistant', 'user', 'system', 'developer', undefined]);
  if (role === 'assistant' || role === undefined) world.assistants.push(messageId);
  push(world, {
    type: 'TEXT_MESSAGE_START',
    messageId,
    ...(role !== undefined && { role }),
    ...(random.chance(0.2) && { name: 'bot' }),
    ...(subagentRunId !== undefined && { subagentRunId }),
  });
};

const continueText: Move = (world) => {
  const [messageId] = pickEntry(world, world.texts);
  if (messageId !== undefined)
    push(world, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: world.random.pick(WORDS) });
};

const endText: Move = (world) => {
  const [messageId] = pickEntry(world, world.texts);
  if (messageId === undefined) return;
  world.texts.delete(messageId);
  push(world, { type: 'TEXT_MESSAGE_END', messageId });
};

function pickEntry(
  world: World,
  map: Map<string, string | undefined>,
): [string | undefined, string | undefined] {
  if (map.size === 0) return [undefined, undefined];
  return world.random.pick([...map]);
}

const startTool: Move = (world) => {
  const { random } = world;
  const reopen = random.chance(0.1) && world.calls.length > 0;
  const toolCallId = reopen ? random.pick(world.calls) : id(world, 'c');
  if (world.tools.has(toolCallId)) return;
  world.tools.set(toolCallId, undefined);
  if (!reopen) world.calls.push(toolCallId);
  const parents = [...world.assistants, ...world.messages.slice(0, 2), 'unknown-parent', ''];
  push(world, {
    type: 'TOOL_CALL_START',
    toolCallId,
    toolCallName: random.pick(['search', 'f', '']),
    ...(random.chance(0.6) && { parentMessageId: random.pick(parents) }),
    ...(random.chance(0.05) && { parentMessageId: null }),
  });
};

const continueTool: Move = (world) => {
  const [toolCallId] = pickEntry(world, world.tools);
  if (toolCallId !== undefined)
    push(world, { type: 'TOOL_CALL_ARGS', toolCallId, delta: world.random.pick(WORDS) });
};

const endTool: Move = (world) => {
  const [toolCallId] = pickEntry(world, world.tools);
  if (toolCallId === undefined) return;
  world.tools.delete(toolCallId);
  push(world, { type: 'TOOL_CALL_END', toolCallId });
};

const result: Move = (world) => {
  const { random } = world;
  const toolCallId = random.chance(0.9) && world.calls.length > 0 ? random.pick(world.calls) : 'nobody';
  const reuse = random.chance(0.1) && world.messages.length > 0;
  const messageId = reuse ? random.pick(world.messages) : id(world, 'm');
  if (!reuse) world.messages.push(messageId);
  const content = random.chance(0.7)
    ? 'ok'
    : [
        { type: 'text', text: 'ok' },
        { type: 'hologram', x: 1 },
      ];
  push(world, {
    type: 'TOOL_CALL_RESULT',
    messageId,
    toolCallId,
    content,
    ...(random.chance(0.5) && { role: 'tool' }),
  });
};

const reasoning: Move = (world) => {
  const { random } = world;
  const [open] = pickEntry(world, world.reasonings);
  if (open === undefined || random.chance(0.2)) {
    const reuse = random.chance(0.2) && world.messages.length > 0;
    const messageId = reuse ? random.pick(world.messages) : id(world, 'm');
    if (world.reasonings.has(messageId)) return;
    world.reasonings.set(messageId, undefined);
    if (!reuse) world.messages.push(messageId);
    push(world, { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
  } else if (random.chance(0.3)) {
    world.reasonings.delete(open);
    push(world, { type: 'REASONING_MESSAGE_END', messageId: open });
  } else push(world, { type: 'REASONING_MESSAGE_CONTENT', messageId: open, delta: random.pick(WORDS) });
};

const span: Move = (world) => {
  const open = [...world.spans][0];
  if (open === undefined) {
    const messageId = id(world, 'q');
    world.spans.add(messageId);
    push(world, { type: 'REASONING_START', messageId });
  } else {
    world.spans.delete(open);
    push(world, { type: 'REASONING_END', messageId: open });
  }
};

const encrypted: Move = (world) => {
  const { random } = world;
  const subtype = random.pick(['message', 'tool-call']);
  const entities = subtype === 'message' ? world.messages : world.calls;
  const entityId = entities.length > 0 ? random.pick(entities) : 'nobody';
  push(world, {
    type: 'REASONING_ENCRYPTED_VALUE',
    subtype,
    entityId,
    encryptedValue: `e${random.below(9)}`,
  });
};

const activity: Move = (world) => {
  const { random } = world;
  const known = [...world.activities, ...(random.chance(0.1) ? world.messages : [])];
  const reuse = random.chance(0.6) && known.length > 0;
  const messageId = reuse ? random.pick(known) : id(world, 'a');
  if (!reuse) world.activities.push(messageId);
  if (random.chance(0.5)) {
    const content = { list: [1, 2], a: value(random) };
    const replace = random.pick([undefined, true, false]);
    const type = 'ACTIVITY_SNAPSHOT';
    push(world, {
      type,
      messageId,
      activityType: 'PLAN',
      content,
      ...(replace !== undefined && { replace }),
    });
  } else
    push(world, { type: 'ACTIVITY_DELTA', messageId, activityType: 'PLAN2', patch: randomPatch(random) });
};

const state: Move = (world) => {
  const { random } = world;
  if (random.chance(0.15)) {
    const snapshot = random.chance(0.9)
      ? { list: [1, 2, 3], deep: { a: { b: 1 } }, a: value(random) }
      : value(random);
    push(world, { type: 'STATE_SNAPSHOT', snapshot });
  } else push(world, { type: 'STATE_DELTA', delta: randomPatch(random) });
};

const snapshot: Move = (world) => {
  const { random } = world;
  const messages = Array.from({ length: random.below(5) }, () => message(world));
  const metadata = random.pick([
    undefined,
    undefined,
    { '@ag-ui/client': { authoritativeActivityTypes: null } },
    { '@ag-ui/client': { authoritativeActivityTypes: ['PLAN'] } },
    { '@ag-ui/client': { authoritativeActivityTypes: [] } },
    { '@ag-ui/client': 3 },
  ]);
  world.events.push({
    type: 'MESSAGES_SNAPSHOT',
    messages,
    ...(metadata && { metadata }),
  } as unknown as JsonObject);
};

const step: Move = (world) => {
  const { random } = world;
  const stepName = random.pick(['s', 't', 'u']);
  const type = world.steps.has(stepName) ? 'STEP_FINISHED' : 'STEP_STARTED';
  if (type === 'STEP_STARTED') world.steps.add(stepName);
  else world.steps.delete(stepName);
  push(world, { type, stepName });
};

const subagent: Move = (world) => {
  const { random } = world;
  const open = [...world.subagents];
  if (open.length < 3 && random.chance(0.5)) {
    const subagentRunId = id(world, 'sub');
    world.subagents.add(subagentRunId);
    push(world, { type: 'SUBAGENT_STARTED', subagentRunId, name: 'helper' });
    return;
  }
  const subagentRunId = open[0];
  if (subagentRunId === undefined) return;
  world.subagents.delete(subagentRunId);
  if (random.chance(0.5)) push(world, { type: 'SUBAGENT_FINISHED', subagentRunId, result: { ok: 1 } });
  else push(world, { type: 'SUBAGENT_ERROR', subagentRunId, message: 'no' });
};

const other: Move = (world) => {
  const { random } = world;
  if (random.chance(0.5)) push(world, { type: 'CUSTOM', name: 'n', value: value(random) });
  else push(world, { type: 'RAW', event: [1] });
};

const chunks: Move = (world) => {
  const { random } = world;
  const kind = random.pick(['TEXT_MESSAGE_CHUNK', 'TOOL_CALL_CHUNK', 'REASONING_MESSAGE_CHUNK']);
  const key = kind === 'TOOL_CALL_CHUNK' ? 'toolCallId' : 'messageId';
  const owner = tag(world);
  const entity = id(world, kind === 'TOOL_CALL_CHUNK' ? 'c' : 'm');
  if (kind === 'TOOL_CALL_CHUNK') world.calls.push(entity);
  else world.messages.push(entity);
  const name = kind === 'TOOL_CALL_CHUNK' ? { toolCallName: 'f' } : {};
  const delta = random.chance(0.8) ? { delta: random.pick(WORDS) } : {};
  push(world, { type: kind, [key]: entity, ...name, ...delta, ...owner });
  for (let i = random.below(4); i > 0; i--) {
    const more = random.chance(0.9) ? { delta: random.pick(WORDS) } : {};
    push(world, { type: kind, ...(random.chance(0.5) && { [key]: entity }), ...more, ...owner });
    if (random.chance(0.2)) other({ ...world, events: world.events });
    if (random.chance(0.2)) return;
  }
};

const MOVES: readonly Move[] = [
  startText,
  continueText,
  continueText,
  continueText,
  endText,
  startTool,
  continueTool,
  continueTool,
  endTool,
  result,
  reasoning,
  reasoning,
  span,
  encrypted,
  activity,
  state,
  state,
  snapshot,
  step,
  subagent,
  other,
  chunks,
  chunks,
];

function closeAll(world: World): void {
  for (const stepName of world.steps) push(world, { type: 'STEP_FINISHED', stepName });
  for (const messageId of world.texts.keys()) push(world, { type: 'TEXT_MESSAGE_END', messageId });
  for (const messageId of world.reasonings.keys()) push(world, { type: 'REASONING_MESSAGE_END', messageId });
  for (const messageId of world.spans) push(world, { type: 'REASONING_END', messageId });
  for (const toolCallId of world.tools.keys()) push(world, { type: 'TOOL_CALL_END', toolCallId });
  for (const subagentRunId of world.subagents) push(world, { type: 'SUBAGENT_FINISHED', subagentRunId });
}

function reset(world: World): void {
  world.texts = new Map();
  world.tools = new Map();
  world.reasonings = new Map();
  world.spans = new Set();
  world.steps = new Set();
  world.subagents = new Set();
}

function endRun(world: World, ids: { threadId: string; runId: string }): void {
  const { random } = world;
  if (random.chance(0.2)) {
    push(world, { type: 'RUN_ERROR', message: 'boom', ...(random.chance(0.5) && { code: 'E' }) });
    return;
  }
  closeAll(world);
  const interrupts = [{ id: 'i1', reason: 'approval' }];
  const outcome = random.pick([
    undefined,
    null,
    { type: 'success' },
    { type: 'interrupt', interrupts },
    { type: 'cancelled' },
    { type: 'success', pendingToolCallIds: ['c1'] },
  ]);
  push(world, { type: 'RUN_FINISHED', ...ids, ...(outcome !== undefined && { outcome }) });
}

/** A random stream of about `length` events. */
export function randomStream(seed: number, length = 60): JsonObject[] {
  const random = createRandom(seed);
  const world: World = {
    random,
    events: [],
    messages: [],
    assistants: [],
    activities: [],
    calls: [],
    texts: new Map(),
    tools: new Map(),
    reasonings: new Map(),
    spans: new Set(),
    steps: new Set(),
    subagents: new Set(),
    laneOpen: false,
    next: 0,
  };
  let run = 0;
  while (world.events.length < length) {
    const ids = { threadId: 't', runId: `r${run++}` };
    const input = { ...ids, messages: [message(world), message(world)] };
    push(world, { type: 'RUN_STARTED', ...ids, ...(random.chance(0.3) && { input }) });
    const moves = 5 + random.below(length);
    for (let i = 0; i < moves && world.events.length < length; i++) random.pick(MOVES)(world);
    endRun(world, ids);
    reset(world);
  }
  return world.events;
}
