// REGISTRY of what `npm run new` can begin: the file, what stands beside it, and its line in the registry. What it writes
// works and passes every test; it is there to be changed.
import { addEntry, addImport, camelOf, pascalOf } from './edit';

/** A new file, or a change to one that is there. Paths are from the root. */
export type Step =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly edit: (text: string) => string };

export interface Kind {
  readonly name: string;
  /** Pattern of the ids of this kind. */
  readonly ids: RegExp;
  steps(id: string): readonly Step[];
  /** Arguments of vitest that write what is expected of the new thing. */
  golden?(id: string): readonly string[];
  /** Next step, as one sentence. */
  next(id: string): string;
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const DOTTED = /^[a-z][a-z0-9]*([-.][a-z0-9]+)*$/;

/** Lists something in a registry. */
const listed = (path: string, line: string, opening: RegExp, entry: string): Step => ({
  path,
  edit: (text) => addEntry(addImport(text, line), opening, entry),
});

const rule: Kind = {
  name: 'rule',
  ids: KEBAB,
  steps: (id) => [
    {
      path: `lib/core/lint/rules/${id}.ts`,
      text: `// A CUSTOM event with an empty list: say here what breaks because of it, and for whom.
import type { Rule } from '@/lib/core/lint/types';

/** The value of a CUSTOM event is an empty list. */
export const ${camelOf(id)}: Rule = {
  id: '${id}',
  severity: 'warning',
  summary: 'The value of a CUSTOM event is an empty list.',
  spec: 'https://docs.ag-ui.com/concepts/events#custom',
  impact: 'The app shows an empty list.',
  fix: 'Leave the event out.',
  types: ['CUSTOM'],
  before({ event }) {
    const value = event?.['value'];
    if (!Array.isArray(value) || value.length > 0) return undefined;
    return 'The value is an empty list.';
  },
};
`,
    },
    listed(
      'lib/core/lint/rules.ts',
      `import { ${camelOf(id)} } from '@/lib/core/lint/rules/${id}';`,
      /export const rules: readonly Rule\[\] = \[/,
      `  ${camelOf(id)}`,
    ),
    {
      path: 'test/fixtures/make-lint.ts',
      edit: (text) =>
        addEntry(
          text,
          /const STREAMS[^=]*= \{/,
          `  '${id}': run({ type: 'CUSTOM', name: '${id}', value: [] })`,
        ),
    },
  ],
  golden: (id) => [
    'test/core/lint/rules.test.ts',
    'test/core/lint/rules-table.test.ts',
    '-t',
    `${id} fires|table of rules`,
  ],
  next: (id) => `Change lib/core/lint/rules/${id}.ts and its stream in test/fixtures/make-lint.ts.`,
};

const decoder: Kind = {
  name: 'decoder',
  ids: DOTTED,
  steps: (id) => [
    {
      path: `lib/core/decode/${id}.ts`,
      text: `// Frames of '${id}': \`{"${camelOf(id)}": {event}}\`. Say here who sends them, and where that is written.
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { envelopeDecoder, isEventLike } from '@/lib/core/decode/envelope';

const unwrapped = (value: unknown): Json | undefined =>
  isJsonObject(value) ? value['${camelOf(id)}'] : undefined;

/** Events in an envelope of their own. */
export const ${camelOf(id)} = envelopeDecoder('${id}', unwrapped, {
  confidence: (value) => (isEventLike(unwrapped(value)) ? 0.95 : 0),
});
`,
    },
    listed(
      'lib/core/decode/decoders.ts',
      `import { ${camelOf(id)} } from '@/lib/core/decode/${id}';`,
      /export const decoders = \[/,
      `  ${camelOf(id)}`,
    ),
    {
      path: `test/fixtures/decode/${id}/run.sse`,
      text: [
        ': origin: say here where this was recorded',
        ...[
          { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
          { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
          { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Hello' },
          { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
          { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
        ].map((event) => `data: ${JSON.stringify({ [camelOf(id)]: event })}`),
        '',
      ].join('\n\n'),
    },
    {
      // An unknown name would be redacted, and the envelope with it.
      path: 'lib/core/redact/fields.ts',
      edit: (text) => text.replace(/(const ENVELOPE_FIELDS = [^`]*node: `\n)/, `$1    ${camelOf(id)}\n`),
    },
    {
      path: 'test/core/redact/coverage.test.ts',
      edit: (text) => addEntry(text, /expect\(decoders[^[]*\[/, `  '${id}'`),
    },
  ],
  golden: (id) => ['test/core/decode/dialects.test.ts', '-t', `${id}/run.sse`],
  next: (id) => `Change lib/core/decode/${id}.ts, and put recorded traffic into test/fixtures/decode/${id}.`,
};

const format: Kind = {
  name: 'format',
  ids: KEBAB,
  steps: (id) => [
    {
      path: `lib/core/files/${id}.ts`,
      text: `// Files of the kind '${id}': an event per line. Say here whose format it is, and where it is written.
import { exactJson } from '@/lib/core/files/exact-text';
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';

/** One event per line, to be written only. */
export const ${camelOf(id)}: Format = {
  ...factsOf('${id}'),
  *write(source) {
    for (const event of source.events()) yield \`\${exactJson(event)}\\n\`;
  },
};
`,
    },
    listed(
      'lib/core/files/formats.ts',
      `import { ${camelOf(id)} } from '@/lib/core/files/${id}';`,
      /const onlyWritten: readonly Format\[\] = \[/,
      `  ${camelOf(id)}`,
    ),
    {
      path: 'lib/core/files/format-facts.ts',
      edit: (text) =>
        addEntry(
          text,
          /export const formatFacts = \[/,
          `  { id: '${id}', label: '${pascalOf(id)}', extension: '.${id}.jsonl', mime: 'application/x-ndjson', group: 'tools' }`,
        ),
    },
    {
      path: 'test/core/files/marks.test.ts',
      edit: (text) => addEntry(text, /const EVENTS_ALONE = new Set\(\[/, `  '${id}'`),
    },
  ],
  next: (id) =>
    `Change lib/core/files/${id}.ts (one that marks served and changed responses leaves the list in test/core/files/marks.test.ts); with \`read\` and \`confidence\` it can be imported too, and stands in lib/core/files/readable-formats.ts.`,
};

const field: Kind = {
  name: 'field',
  ids: /^[a-z]+$/,
  steps: (id) => [
    {
      path: `lib/core/query/fields/${id}.ts`,
      text: `// The field \`${id}:\` of a query.
import { byName, stringAt, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

/** \`${id}:\` */
export const ${id}Field: QueryField = {
  name: '${id}',
  summary: "The event's property '${id}'.",
  example: 'some*',
  test: byName((seq, facts) => stringAt(facts, seq, '${id}')),
  values: (facts) => uniqueOf(facts, (seq) => stringAt(facts, seq, '${id}')),
};
`,
    },
    listed(
      'lib/core/query/fields.ts',
      `import { ${id}Field } from '@/lib/core/query/fields/${id}';`,
      /export const fields: readonly QueryField\[\] = \[/,
      `  ${id}Field`,
    ),
  ],
  next: (id) => `Change lib/core/query/fields/${id}.ts, and add a case to test/core/query/query.test.ts.`,
};

const consumer: Kind = {
  name: 'consumer',
  ids: DOTTED,
  steps: (id) => [
    {
      path: `lib/core/consumers/kinds/${id}.ts`,
      text: `// '${id}': say here whose client it is, and what of its requests no other client has.
import type { Consumer } from '@/lib/core/consumers/consumer';
import { UNKNOWN } from '@/lib/core/consumers/profile';

/** A client whose requests name it. */
export const ${camelOf(id)}: Consumer = {
  id: '${id}',
  name: '${pascalOf(id)}',
  evidence: ({ input }) => (input?.['client'] === '${id}' ? 'the request names its client' : undefined),
  profileFor: () => UNKNOWN,
};
`,
    },
    listed(
      'lib/core/consumers/consumers.ts',
      `import { ${camelOf(id)} } from '@/lib/core/consumers/kinds/${id}';`,
      /const recognized: readonly Consumer\[\] = \[/,
      `  ${camelOf(id)}`,
    ),
  ],
  next: (id) =>
    `Change lib/core/consumers/kinds/${id}.ts, and add its requests to test/core/consumers/consumers.test.ts.`,
};

const agent: Kind = {
  name: 'agent',
  ids: KEBAB,
  steps: (id) => [
    {
      path: `test/harness/agents/${id}.ts`,
      text: `// An agent of the demo that repeats the prompt. Say here what it is to show.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, type DemoEvent, finished, promptOf, say, started } from './agent';

function* run(input: RunAgentInput): Generator<DemoEvent> {
  yield started(input);
  yield* say(\`\${input.runId}-answer\`, \`You said: \${promptOf(input)}\`);
  yield finished(input);
}

/** Repeats the prompt. */
export const ${camelOf(id)}: Agent = { name: '${id}', about: 'repeats the prompt', paceMs: 20, run };
`,
    },
    listed(
      'test/harness/agents.ts',
      `import { ${camelOf(id)} } from './agents/${id}';`,
      /export const agents: readonly Agent\[\] = \[/,
      `  ${camelOf(id)}`,
    ),
  ],
  next: (id) => `Change test/harness/agents/${id}.ts; the chooser of the demo page has it.`,
};

const view: Kind = {
  name: 'view',
  ids: /^[a-z]+$/,
  steps: (id) => [
    {
      path: `components/views/${id}.tsx`,
      text: `// The view '${id}': how many events there are. Say here which question it answers.
import { useSession } from '../app/context';
import { TEXTS } from '../texts';

/** Everything here is as of the cursor. */
export function ${pascalOf(id)}View() {
  const { cursor } = useSession();
  return <p class="dim">{TEXTS.${id}.eventsSoFar(cursor.seq.value + 1)}</p>;
}
`,
    },
    {
      path: 'components/app/views.ts',
      edit: (text) =>
        addEntry(
          addImport(text, `import { ${pascalOf(id)}View } from '../views/${id}';`),
          /export const views: readonly View\[\] = \[/,
          `  { id: '${id}', label: NAMES.${id}, Body: ${pascalOf(id)}View }`,
        ),
    },
    {
      path: 'test/components/views.test.tsx',
      edit: (text) =>
        addEntry(
          text,
          /const SHOWN[^=]*= \{/,
          `  ${id}: { at: 1, past: [/Events so far: 2/], end: [/Events so far: 13/] }`,
        ),
    },
    {
      path: 'components/texts/shared.ts',
      edit: (text) =>
        addEntry(
          addEntry(text, /viewNames: \{/, `    ${id}: '${pascalOf(id)}'`),
          /export const shared = \{/,
          `  ${id}: { eventsSoFar: (events: number) => \`Events so far: \${formatNumber(events)}\` }`,
        ),
    },
  ],
  next: (id) =>
    `Change components/views/${id}.tsx, its words in components/texts/, and what test/components/views.test.tsx expects.`,
};

/** Every kind. */
export const kinds: readonly Kind[] = [rule, decoder, consumer, view, field, format, agent];
