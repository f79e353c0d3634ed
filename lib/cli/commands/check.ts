// `lens check`: the findings.
import { type Arguments, choice, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { CONSUMER, readersFor } from '@/lib/cli/consumer';
import { DIALECT, openFile } from '@/lib/cli/open-file';
import { OUTPUT_NAMES, outputs } from '@/lib/cli/output';
import { rulesOff } from '@/lib/cli/rules-off';
import { PROFILE_IDS, PROFILES } from '@/lib/consumer/profile';
import { type Content, sayNoEvents } from '@/lib/files/no-events';
import { createLintFold } from '@/lib/lint/lint';
import { bySeq } from '@/lib/lint/selection';
import type { Linted, LintFold } from '@/lib/lint/types';
import { foldSteps, type Step, type Walk } from '@/lib/log/walk';

/** How many gaps are named. */
const GAPS_NAMED = 3;

/** What a file lacks: what is said about the rest may be wrong. */
function missingOf(gaps: readonly string[]): string | undefined {
  if (gaps.length === 0) return undefined;
  const more = gaps.length > GAPS_NAMED ? `; and ${gaps.length - GAPS_NAMED} more` : '';
  return `Something is missing in this file, and is not judged: ${gaps.slice(0, GAPS_NAMED).join('; ')}${more}.`;
}

interface Checked {
  readonly linted: Linted;
  readonly content: Content;
  readonly missing: string | undefined;
}

/** Runs the rules over a file, and notes what it holds. */
function lintAll(walk: Walk, fold: LintFold): Checked {
  const gaps: string[] = [];
  const types = new Set<string>();
  let length = 0;
  let hasNamedFrame = false;
  const noted = function* (): Iterable<Step> {
    for (const step of walk.steps()) {
      if ('event' in step) {
        const { type, stream } = step.event;
        length++;
        types.add(type);
        hasNamedFrame ||= type !== '' && stream.isUnjudged !== true;
      } else if (step.boundary.kind === 'gap' && step.boundary.reason !== 'not-ag-ui') {
        const { detail, stream } = step.boundary;
        gaps.push(stream === undefined ? detail : `${detail} (stream ${stream.index})`);
      }
      yield step;
    }
  };
  const linted = foldSteps(fold, noted());
  const content = { length, hasNamedFrame, streams: walk.streams, typeNames: [...types] };
  return { linted, content, missing: missingOf(gaps) };
}

function run(args: Arguments): Outcome {
  const format = choice(args, 'format', OUTPUT_NAMES);
  const file = fileAt(args, 0);
  const opened = openFile(file, args.options.get('dialect'));
  const readers = readersFor(args, opened.annotations);
  const profile = args.options.has('profile') ? PROFILES[choice(args, 'profile', PROFILE_IDS)] : readers;
  const fold = createLintFold(profile, rulesOff(args, opened.annotations.rulesOff ?? []));
  const { linted, content, missing } = lintAll(opened.walk(), fold);
  const { findings, leftOut } = linted;
  const empty = sayNoEvents(opened.name, content);
  if (empty !== undefined) throw new CliError(empty);
  const more = leftOut > 0 ? `${leftOut} more findings were left out.` : undefined;
  const note = [missing, more].filter((text) => text !== undefined).join('\n');
  const sorted = [...findings].sort(bySeq);
  return {
    output: [outputs[format]({ findings: sorted, file, streams: content.streams })],
    exitCode: findings.some(({ severity }) => severity === 'error') ? 1 : 0,
    ...(note !== '' && { note }),
  };
}

/** Prints the findings. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'Prints the findings: what violates the protocol, what it means for the app, and how to fix it.',
  files: ['file'],
  options: {
    profile: {
      value: PROFILE_IDS.join('|'),
      summary:
        'The judgement to apply: that of a client, or of the specification (default: that of the consumer).',
    },
    consumer: CONSUMER,
    format: { value: OUTPUT_NAMES.join('|'), summary: 'Output format.' },
    off: { value: 'RULE,RULE', summary: 'Rules to turn off, by id or by their id in ag-ui-validate.' },
    config: { value: 'FILE', summary: 'A JSON file with "rulesOff", an array of rules to turn off.' },
    dialect: DIALECT,
  },
  exitCodes: '0 no errors found, 1 errors found, 2 the file could not be read or holds no event.',
  run,
};
