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

/** Runs the rules over a file, and notes what it holds. */
function lintAll(walk: Walk, fold: LintFold): { readonly linted: Linted; readonly content: Content } {
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
      }
      yield step;
    }
  };
  const linted = foldSteps(fold, noted());
  return { linted, content: { length, hasNamedFrame, streams: walk.streams, typeNames: [...types] } };
}

function run(args: Arguments): Outcome {
  const format = choice(args, 'format', OUTPUT_NAMES);
  const file = fileAt(args, 0);
  const opened = openFile(file, args.options.get('dialect'));
  const readers = readersFor(args, opened.annotations);
  const profile = args.options.has('profile') ? PROFILES[choice(args, 'profile', PROFILE_IDS)] : readers;
  const fold = createLintFold(profile, rulesOff(args, opened.annotations.rulesOff ?? []));
  const { linted, content } = lintAll(opened.walk(), fold);
  const { findings, leftOut } = linted;
  const empty = sayNoEvents(opened.name, content);
  if (empty !== undefined) throw new CliError(empty);
  const sorted = [...findings].sort(bySeq);
  return {
    output: [outputs[format]({ findings: sorted, file, streams: content.streams })],
    exitCode: findings.some(({ severity }) => severity === 'error') ? 1 : 0,
    ...(leftOut > 0 && { note: `${leftOut} more findings were left out.` }),
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
