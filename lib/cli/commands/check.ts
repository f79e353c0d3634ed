// `lens check`: what is wrong.
import { type Arguments, choice, fileAt } from '@/lib/cli/arguments';
import type { Command, Outcome } from '@/lib/cli/command';
import { DIALECT, openFile } from '@/lib/cli/open-file';
import { OUTPUT_NAMES, outputs } from '@/lib/cli/output';
import { rulesOff } from '@/lib/cli/rules-off';
import { PROFILE_IDS, PROFILES } from '@/lib/client/profile';
import { createLintFold } from '@/lib/lint/lint';
import { bySeq } from '@/lib/lint/selection';
import { createHistory } from '@/lib/log/history';

function run(args: Arguments): Outcome {
  const profile = choice(args, 'profile', PROFILE_IDS);
  const format = choice(args, 'format', OUTPUT_NAMES);
  const file = fileAt(args, 0);
  const { log, annotations } = openFile(file, args.options.get('dialect'));
  const fold = createLintFold(PROFILES[profile], rulesOff(args, annotations.rulesOff ?? []));
  const { findings, leftOut } = createHistory(fold, log).head();
  const sorted = [...findings].sort(bySeq);
  return {
    output: [outputs[format]({ findings: sorted, file, streams: log.streams })],
    exitCode: findings.some(({ severity }) => severity === 'error') ? 1 : 0,
    ...(leftOut > 0 && { note: `${leftOut} more findings are not listed: there are too many.` }),
  };
}

/** Prints the findings. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'Prints the findings: what breaks the protocol, what the app sees of it, and how to fix it.',
  files: ['file'],
  options: {
    profile: { value: PROFILE_IDS.join('|'), summary: 'Who judges: a client, or the specification.' },
    format: { value: OUTPUT_NAMES.join('|'), summary: 'How findings are printed.' },
    off: { value: 'RULE,RULE', summary: 'Rules that are left out, by id or by their id in ag-ui-validate.' },
    config: { value: 'FILE', summary: 'A JSON file with "rulesOff", a list of rules that are left out.' },
    dialect: DIALECT,
  },
  exitCodes: '0 no finding of severity error, 1 some, 2 the file could not be read.',
  run,
};
