import { runtimeMade } from '@/lib/core/agui/runtime-made';
import { wordsIn } from '@/lib/core/json/words-in';
import { findingsAt } from '@/lib/core/query/field-tests';
import type { EventTest, QueryField } from '@/lib/core/query/types';

const KINDS: Readonly<Record<string, EventTest>> = {
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

/** Values whose result changes with new findings and notes. */
const CHANGING_KINDS: ReadonlySet<string> = new Set(wordsIn('error warning info finding bookmarked noted'));

export const isField: QueryField = {
  name: 'is',
  summary: `Kind of event: ${Object.keys(KINDS).join(', ')}.`,
  example: 'error',
  test: (value) => {
    const kind = value.toLowerCase();
    const test = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    return test ?? { problem: `'${value}' is not one of ${Object.keys(KINDS).join(', ')}.` };
  },
  testBoundary(value) {
    const kind = value.toLowerCase();
    return (boundary, facts) =>
      findingsAt(boundary, facts).some(({ severity }) => kind === 'finding' || severity === kind);
  },
  mayChangeLater: (value) => CHANGING_KINDS.has(value.toLowerCase()),
  values: () => Object.keys(KINDS),
};
