// `lens check`: the findings.
import { type Arguments, choice, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { CONSUMER, readersFor } from '@/lib/cli/consumer';
import { DIALECT, openFile } from '@/lib/cli/open-file';
import { OUTPUT_NAMES, outputs } from '@/lib/cli/output';
import { rulesOff } from '@/lib/cli/rules-off';
import { PROFILE_IDS, PROFILES } from '@/lib/consumer/profile';
import { sayNoEvents } from '@/lib/files/no-events';
import { createLintFold } from '@/lib/lint/lint';
import { bySeq } from '@/lib/lint/selection';
import { createHistory } from '@/lib/log/history';

function run(args: Arguments): Outcome {
  const readers = readersFor(args);
  const profile = args.options.has('profile') ? PROFILES[choice(args, 'profile', PROFILE_IDS)] : readers;
  const format = choice(args, 'format', OUTPUT_NAMES);
  const file = fileAt(args, 0);
  const { log, name, annotations } = openFile(file, args.options.get('dialect'));
  const empty = sayNoEvents(name, log);
  if (empty !== undefined) throw new CliError(empty);
  const fold = createLintFold(profile, rulesOff(args, annotations.rulesOff ?? []));
  const { findings, leftOut } = createHistory(fold, log).head();
  const sorted = [...findings].sort(bySeq);
  return {
    output: [outputs[format]({ findings: sorted, file, streams: log.streams })],
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
