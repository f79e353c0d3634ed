// REGISTRY of the fields that a query can ask for.
import { isJsonObject, type Json } from '@/lib/agui/json';
import { unescapeToken } from '@/lib/agui/pointer';
import { runtimeMade } from '@/lib/agui/runtime-made';
import { comparison, globTest, SIZE_UNITS, TIME_UNITS, touches } from '@/lib/query/patterns';
import type { Facts, Field, Test } from '@/lib/query/types';

const ID_KEYS = ['messageId', 'toolCallId', 'runId', 'threadId', 'entityId', 'parentMessageId'] as const;

/** What `is:` can ask. */
const KINDS: Readonly<Record<string, Test>> = {
  error: (seq, facts) => facts.findingsOf(seq).some(({ severity }) => severity === 'error'),
  warning: (seq, facts) => facts.findingsOf(seq).some(({ severity }) => severity === 'warning'),
  info: (seq, facts) => facts.findingsOf(seq).some(({ severity }) => severity === 'info'),
  finding: (seq, facts) => facts.findingsOf(seq).length > 0,
  bookmarked: (seq, facts) => facts.noteOf(seq) !== undefined,
  noted: (seq, facts) => (facts.noteOf(seq) ?? '') !== '',
  problem: (seq, { log }) => log.hasProblems(seq),
  delta: (seq, { log }) => /_(CONTENT|ARGS|CHUNK|DELTA)$/.test(log.typeOf(seq)),
  snapshot: (seq, { log }) => log.typeOf(seq).endsWith('_SNAPSHOT'),
  subagent: (seq, { log }) => log.subagentOf(seq) !== '',
  added: (seq, { log }) => {
    const event = log.at(seq)?.event;
    return event !== undefined && runtimeMade(log.typeOf(seq), event) !== undefined;
  },
  binary: (seq, { log }) => log.at(seq)?.binary === true,
};

const LATE_KINDS: ReadonlySet<string> = new Set([
  'error',
  'warning',
  'info',
  'finding',
  'bookmarked',
  'noted',
]);

/** Whether the answer to `is:` with a value may change after the event came. */
export function isLateKind(value: string): boolean {
  return LATE_KINDS.has(value.toLowerCase());
}

function* uniqueOf(facts: Facts, nameOf: (seq: number) => string): Iterable<string> {
  const seen = new Set<string>();
  const { length } = facts.log;
  // The newest are the ones that somebody looks for; a longer look would be felt while typing.
  for (let seq = length - 1; seq >= Math.max(0, length - 5_000); seq--) {
    const name = nameOf(seq);
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    yield name;
  }
}

function stringAt(facts: Facts, seq: number, key: string): string {
  const value = facts.log.at(seq)?.event?.[key];
  return typeof value === 'string' ? value : '';
}

function patchOf(facts: Facts, seq: number): readonly Json[] {
  const event = facts.log.at(seq)?.event;
  const patch = event?.['delta'] ?? event?.['patch'];
  return Array.isArray(patch) ? (patch as readonly Json[]) : [];
}

function* changedPaths(facts: Facts, seq: number): Iterable<string> {
  for (const op of patchOf(facts, seq)) {
    if (!isJsonObject(op)) continue;
    if (typeof op['path'] === 'string') yield op['path'];
    if (op['op'] === 'move' && typeof op['from'] === 'string') yield op['from'];
  }
}

function hasPath(value: Json | undefined, pointer: string): boolean {
  let here = value;
  for (const token of pointer.split('/').slice(1).map(unescapeToken)) {
    if (Array.isArray(here)) here = here[Number(token)];
    else here = isJsonObject(here) && Object.hasOwn(here, token) ? here[token] : undefined;
    if (here === undefined) return false;
  }
  return here !== undefined;
}

function atPath(pointer: string): Test {
  return (seq, facts) => {
    const type = facts.log.typeOf(seq);
    if (type === 'STATE_SNAPSHOT') return hasPath(facts.log.at(seq)?.event?.['snapshot'], pointer);
    if (type !== 'STATE_DELTA') return false;
    for (const path of changedPaths(facts, seq)) if (touches(path, pointer)) return true;
    return false;
  };
}

function byName(nameOf: (seq: number, facts: Facts) => string): (value: string) => Test {
  return (value) => {
    const isNamed = globTest(value);
    return (seq, facts) => {
      const name = nameOf(seq, facts);
      return name !== '' && isNamed(name);
    };
  };
}

function byNumber(
  units: Readonly<Record<string, number>>,
  numberOf: (seq: number, facts: Facts) => number,
): Field['test'] {
  return (value) => {
    const test = comparison(value, units);
    if (test !== undefined) return (seq, facts) => test(numberOf(seq, facts));
    const known = Object.keys(units).filter((unit) => unit !== '');
    return { problem: `'${value}' is no number like >2${known[1] ?? ''}; units are ${known.join(', ')}.` };
  };
}

/** All fields. */
export const fields: readonly Field[] = [
  {
    name: 'type',
    summary: 'The type of the event; * stands for anything.',
    example: 'TOOL_*',
    test: byName((seq, { log }) => log.typeOf(seq)),
    values: (facts) => uniqueOf(facts, (seq) => facts.log.typeOf(seq)),
  },
  {
    name: 'tool',
    summary: 'Name of the tool that a call is of.',
    example: 'weather',
    test: byName((seq, facts) => {
      if (!facts.log.typeOf(seq).startsWith('TOOL_CALL_')) return '';
      const event = facts.log.at(seq);
      return event === undefined ? '' : facts.toolOf(event);
    }),
    values: (facts) => uniqueOf(facts, (seq) => stringAt(facts, seq, 'toolCallName')),
  },
  {
    name: 'run',
    summary: 'Id of the run.',
    example: 'run-1',
    test: byName((seq, facts) => facts.runOf(seq)),
    values: (facts) => uniqueOf(facts, (seq) => facts.runOf(seq)),
  },
  {
    name: 'thread',
    summary: 'Id of the thread.',
    example: 'thread-1',
    test: byName((seq, facts) => facts.threadOf(seq)),
    values: (facts) => uniqueOf(facts, (seq) => facts.threadOf(seq)),
  },
  {
    name: 'id',
    summary: 'Any id in the event: of a message, a call, a run.',
    example: 'msg-1',
    test: (value) => {
      const isNamed = globTest(value);
      return (seq, { log }) => {
        const event = log.at(seq)?.event;
        if (event === undefined) return false;
        return ID_KEYS.some((key) => typeof event[key] === 'string' && isNamed(event[key]));
      };
    },
  },
  {
    name: 'subagent',
    summary: 'Id of the subagent.',
    example: 'research*',
    test: byName((seq, { log }) => log.subagentOf(seq)),
    values: (facts) => uniqueOf(facts, (seq) => facts.log.subagentOf(seq)),
  },
  {
    name: 'path',
    summary: 'State events that touch a path of the state (JSON Pointer).',
    example: '/cart',
    test: (value) => {
      if (value === '' || value.startsWith('/')) return atPath(value);
      return { problem: `'${value}' is no pointer: it begins with /, as in /cart/total.` };
    },
    values: (facts) =>
      uniqueOf(facts, (seq) => {
        if (facts.log.typeOf(seq) !== 'STATE_DELTA') return '';
        for (const path of changedPaths(facts, seq)) return path;
        return '';
      }),
  },
  {
    name: 'gap',
    summary: 'Time since the event before.',
    example: '>2s',
    test: byNumber(TIME_UNITS, (seq, { log }) =>
      seq === 0 ? 0 : Math.max(0, log.timeMsOf(seq) - log.timeMsOf(seq - 1)),
    ),
  },
  {
    name: 'at',
    summary: 'Time since the first event.',
    example: '<10s',
    test: byNumber(TIME_UNITS, (seq, { log }) => log.timeMsOf(seq) - log.timeMsOf(0)),
  },
  {
    name: 'size',
    summary: 'Length of the frame on the wire.',
    example: '>10kB',
    test: byNumber(SIZE_UNITS, (seq, { log }) => log.lengthOf(seq)),
  },
  {
    name: 'url',
    summary: 'Part of the URL of the request.',
    example: '/agent',
    test: byName((seq, { log }) => log.streamOf(seq)?.url ?? ''),
    values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.url ?? ''),
  },
  {
    name: 'dialect',
    summary: 'How the stream is spelled.',
    example: 'ag-ui-1.0',
    test: byName((seq, { log }) => log.streamOf(seq)?.dialect ?? ''),
    values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.dialect ?? ''),
  },
  {
    name: 'has',
    summary: 'Name of a property that the event has.',
    example: 'metadata',
    test:
      (value) =>
      (seq, { log }) => {
        const event = log.at(seq)?.event;
        return event !== undefined && Object.hasOwn(event, value);
      },
    values: () => ['timestamp', 'metadata', 'rawEvent', 'outcome', 'usage', 'parentMessageId'],
  },
  {
    name: 'is',
    summary: `What kind of event: ${Object.keys(KINDS).join(', ')}.`,
    example: 'error',
    test: (value) => {
      const kind = value.toLowerCase();
      const test = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
      return test ?? { problem: `'${value}' is none of ${Object.keys(KINDS).join(', ')}.` };
    },
    values: () => Object.keys(KINDS),
  },
  {
    name: 'rule',
    summary: 'Id of a rule that found something about the event.',
    example: 'patch-failed',
    isLate: true,
    test: (value) => {
      const isNamed = globTest(value);
      return (seq, facts) => facts.findingsOf(seq).some(({ rule }) => isNamed(rule));
    },
  },
];

const byFieldName: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.name, field]));

/** The field of a name. */
export function fieldOf(name: string): Field | undefined {
  return byFieldName.get(name);
}
