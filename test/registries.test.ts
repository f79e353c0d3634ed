// Every registry: what is written is listed, under an id of its own, with everything beside it that it needs. A thing
// that is missing here is named by the test, not by a user.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/core/agui/events';
import { consumers } from '@/lib/core/consumers/consumers';
import { PROFILE_IDS, PROFILES } from '@/lib/core/consumers/profile';
import { decoders } from '@/lib/core/decode/decoders';
import { framers } from '@/lib/core/decode/framers';
import type { Decoder, Translator } from '@/lib/core/decode/types';
import { formatFacts } from '@/lib/core/files/format-facts';
import { formats } from '@/lib/core/files/formats';
import { readable } from '@/lib/core/files/readable-formats';
import { clientRules } from '@/lib/core/lint/client-rules';
import { rules } from '@/lib/core/lint/rules';
import type { Rule } from '@/lib/core/lint/types';
import { reducers } from '@/lib/core/model/reducers';
import { createFacts } from '@/lib/core/query/facts';
import { fields } from '@/lib/core/query/fields';
import { TRANSPORTS } from '@/lib/messages/records';
import { commands } from '@/lib/package/cli/commands';
import { tools } from '@/lib/package/cli/mcp/tools';
import { createSniffer } from '@/lib/page/sniffer';
import { taps } from '@/lib/page/taps';
import { FRAMER_CASES } from './core/decode/framer-cases';
import { agents } from './harness/agents';
import { logOf } from './support/logs';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** Files of a folder whose text matches, without their extension. */
function implementing(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && pattern.test(read(folder, name)))
    .map((name) => name.slice(0, -3))
    .sort();
}

const decoderPattern =
  /^export const \w+(: Decoder|: Translator)? = (envelopeDecoder|foreignProtocol|\{ dialect|\{\n {2}dialect)/m;
// The client's are one table, complete by its type.
const dialects: readonly (Decoder | Translator)[] = decoders;
const ownRules: readonly Rule[] = rules.filter(({ id }) => !(id in clientRules));
/** Registry, the folder of its files, what a file of it looks like, and the ids that are listed. */
const REGISTRIES = [
  ['taps', 'lib/page', /^export const \w+: Tap\b/m, taps.map(({ name }) => name)],
  ['framers', 'lib/core/decode', /^export const \w+: Framer\b/m, framers.map(({ name }) => name)],
  ['decoders', 'lib/core/decode', decoderPattern, dialects.map(({ dialect }) => dialect)],
  ['formats', 'lib/core/files', /^export const \w+: Format\b/m, formats.map(({ id }) => id)],
  ['rules', 'lib/core/lint/rules', /^export const \w+: Rule\b/m, ownRules.map(({ id }) => id)],
  [
    'query fields',
    'lib/core/query/fields',
    /^export const \w+: QueryField\b/m,
    fields.map(({ name }) => name),
  ],
  ['consumers', 'lib/core/consumers/kinds', /^export const \w+: Consumer\b/m, consumers.map(({ id }) => id)],
  ['commands', 'lib/package/cli/commands', /^export const \w+: Command\b/m, commands.map(({ name }) => name)],
] as const;

describe.each(REGISTRIES)('%s', (_registry, folder, pattern, listed) => {
  test('lists every file, under the name of the file', () => {
    expect([...listed].sort()).toEqual(implementing(folder, pattern));
  });

  test('has no id twice', () => expect(new Set(listed).size).toBe(listed.length));
});

test.each([
  ['rules', rules.map(({ id }) => id)],
  ['demo agents', agents.map(({ name }) => name)],
])('%s: no id twice', (_registry, ids) => expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]));

test('the last consumer accepts every stream', () => expect(consumers.at(-1)?.id).toBe('unknown'));

test('every transport but a file has a tap, and every tap runs the contract of taps', () => {
  const names = taps.map(({ name }) => name);
  expect([...names].sort()).toEqual(TRANSPORTS.filter((name) => name !== 'file').sort());
  const tests = readdirSync(join(ROOT, 'test/page')).map((name) => read('test/page', name));
  const registry = read('lib/page/taps.ts');
  for (const name of names) {
    const variable = new RegExp(`import \\{ (\\w+) \\} from './${name}'`).exec(registry)?.[1] ?? name;
    expect(
      tests.some((text) => text.includes(`tapContract(${variable},`)),
      `tapContract(${variable}`,
    ).toBe(true);
  }
});

test('every framer runs the contract of framers', () => {
  // Messages of a socket are frames: there is nothing to split.
  const cut = framers.filter(({ name }) => name !== 'message');
  expect(Object.keys(FRAMER_CASES).sort()).toEqual(cut.map(({ name }) => name).sort());
});

describe('each decoder', () => {
  const FIXTURES = 'test/fixtures/decode';
  const filesOf = (dialect: string): readonly string[] =>
    readdirSync(join(ROOT, FIXTURES, dialect)).filter((name) => !name.endsWith('.json'));

  test('has recorded traffic with expected events', () => {
    expect(readdirSync(join(ROOT, FIXTURES)).sort()).toEqual(dialects.map(({ dialect }) => dialect).sort());
    for (const { dialect } of dialects) {
      const files = filesOf(dialect);
      expect(files, dialect).not.toEqual([]);
      for (const file of files) JSON.parse(read(FIXTURES, dialect, `${file}.expected.json`));
    }
  });

  // A socket, or a stream without a run request, is recorded only if its frames are recognized.
  test.each(
    dialects
      .filter((each) => each.judged !== false || 'translate' in each)
      .flatMap(({ dialect }) => filesOf(dialect).map((file) => [dialect, file] as const)),
  )('%s/%s is known to the sniffer of the page', (dialect, file) => {
    const sniffer = createSniffer();
    const isOurs = read(FIXTURES, dialect, file)
      .split(/\n\n|\n(?=[<>] )/)
      .some((part) => sniffer(part) === true);
    expect(isOurs).toBe(true);
  });
});

test('every rule has a stream that fires it', () => {
  expect(readdirSync(join(ROOT, 'test/fixtures/lint')).sort()).toEqual(rules.map(({ id }) => id).sort());
});

test('every event type has a reducer, and no other has', () => {
  expect(Object.keys(reducers).sort()).toEqual([...EVENT_TYPES].sort());
});

test('every profile has its own id and a name', () => {
  expect(Object.entries(PROFILES).map(([id, profile]) => [id, profile.id])).toEqual(
    PROFILE_IDS.map((id) => [id, id]),
  );
  for (const { name } of Object.values(PROFILES)) expect(name).toMatch(/^the \w/);
});

test.each(fields.map((field) => [field.name, field] as const))(
  'query field %s has an example that parses',
  (name, field) => {
    expect(name).toMatch(/^[a-z]+$/);
    expect(field.summary).toMatch(/\S/);
    expect(field.test(field.example)).toBeTypeOf('function');
    const facts = createFacts(logOf([{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }]), {
      findings: () => [],
      notes: () => new Map(),
    });
    expect([...(field.values?.(facts) ?? [])].every((value) => typeof value === 'string')).toBe(true);
  },
);

test('the facts about formats that are known without their code are true, in the order of the menus', () => {
  expect(formatFacts.map(({ id }) => id)).toEqual(formats.map(({ id }) => id));
  for (const format of formats) {
    expect(format.group !== undefined, format.id).toBe(format.write !== undefined);
    const facts = formatFacts.find(({ id }) => id === format.id);
    expect(format).toMatchObject({ ...facts });
  }
});

test('the formats that can be read are listed as such', () => {
  const ids = readable.map(({ id }) => id).sort();
  expect(ids).toEqual(formats.flatMap(({ id, read }) => (read === undefined ? [] : [id])).sort());
});

test.each(formats.map((format) => [format.id, format] as const))(
  'format %s can be read or written',
  (_id, format) => {
    expect(format.label).toMatch(/\S/);
    expect(format.extension).toMatch(/^\.[a-z.-]+$/);
    expect(format.mime).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
    expect(format.read !== undefined || format.write !== undefined).toBe(true);
    expect(format.confidence !== undefined).toBe(format.read !== undefined);
  },
);

test.each(commands.map((command) => [command.name, command] as const))(
  'command %s says what it does',
  (_name, command) => {
    expect(command.summary).toMatch(/^[A-Z].*\.$/);
    expect(command.takesMany || command.files.length + Object.keys(command.options).length > 0).toBe(true);
    expect(command.exitCodes).toMatch(/^0 .*\.$/);
    expect(command.examples.length).toBeGreaterThan(1);
    for (const [, does] of command.examples) expect(does).toMatch(/^[A-Z].*\.$/);
    for (const { value, summary } of Object.values(command.options)) {
      expect(value).toMatch(/\S/);
      expect(summary).toMatch(/\.$/);
    }
  },
);

test('every tool of the MCP server is listed', () => {
  const listed = tools.map(({ name }) => name).sort();
  expect(implementing('lib/package/cli/mcp/tools', /defineTool\(/)).toEqual(listed);
  for (const { title, description } of tools)
    expect(`${title} ${description}`).toMatch(/^[A-Z].*\S [A-Z].*\.$/);
});

test.each(agents.map((agent) => [agent.name, agent] as const))(
  'demo agent %s says what it shows',
  (_name, agent) => {
    expect(agent.about).toMatch(/\S/);
    expect(agent.paceMs).toBeGreaterThanOrEqual(0);
  },
);
