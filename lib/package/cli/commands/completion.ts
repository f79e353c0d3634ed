// `lens completion`: completes commands, options and their values in a shell.
import type { Command, Option } from '@/lib/package/cli/command';
import { oneOf } from '@/lib/package/library/lens-error';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/**
 * Scripts that call `lens completion <shell> -- <words>`. Without a candidate, the shell completes file names.
 * zsh runs a script of its fpath as the function _lens, at the first completion.
 */
const SCRIPTS = {
  bash: `_lens() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _lens lens ag-ui-lens
`,
  zsh: `#compdef lens ag-ui-lens
_lens() {
  local -a found
  found=("\${(@f)$("$words[1]" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n $found ]]; then _describe value found; else _files; fi
}
if [[ $funcstack[1] == _lens ]]; then _lens; else compdef _lens lens ag-ui-lens; fi
`,
  fish: ['lens', 'ag-ui-lens']
    .map((name) => {
      return `complete -c ${name} -a "(${name} completion fish -- (commandline -opc)[2..] (commandline -ct))"\n`;
    })
    .join(''),
};

type Candidate = readonly [word: string, summary: string];

/** The values that the placeholder or the summary of an option lists; of several, the one after the last comma. */
function valuesOf({ value, summary }: Option, current: string): readonly Candidate[] {
  const listed = /^[^A-Z]+[|,][^A-Z]+$/.test(value)
    ? value.split(/[|,]/)
    : (/: ([a-z][a-z\d.-]*(?:, [a-z][a-z\d.-]*)+)\.$/.exec(summary)?.[1]?.split(', ') ?? []);
  const before = value.includes(',') ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  return listed.map((each) => [`${before}${each}`, '']);
}

function candidates(words: readonly string[], all: readonly Command[]): readonly Candidate[] {
  const [first = '', ...rest] = words;
  if (rest.length === 0)
    return [...all.map(({ name, summary }) => [name, summary] as const), ['--help', ''], ['--version', '']];
  const command = all.find(({ name }) => name === first);
  if (command === undefined) return [];
  if (command.name === 'completion') return SHELLS.map((shell) => [shell, '']);
  const { options, flags = {} } = command;
  const before = rest.at(-2)?.replace(/^--/, '') ?? '';
  const option = Object.hasOwn(options, before) ? options[before] : undefined;
  if (option !== undefined) return valuesOf(option, rest.at(-1) ?? '');
  return [
    ...Object.entries(options).map(([name, { summary }]) => [`--${name}`, summary] as const),
    ...Object.entries(flags).map(([name, summary]) => [`--${name}`, summary] as const),
    ['--help', ''],
  ];
}

function* completed(shell: keyof typeof SCRIPTS, words: readonly string[], all: readonly Command[]) {
  const isOption = words.length > 1;
  const current = words.at(-1) ?? '';
  for (const [word, summary] of candidates(words, all)) {
    // Without a dash, a file name is expected.
    if (!word.startsWith(current) || (isOption && current === '' && word.startsWith('-'))) continue;
    const description = summary === '' || shell === 'bash' ? '' : `${shell === 'zsh' ? ':' : '\t'}${summary}`;
    yield `${word}${description}\n`;
  }
}

export const completionCommand: Command = {
  name: 'completion',
  summary: 'Prints a script with which a shell completes commands, options and their values.',
  files: ['shell'],
  takesRest: true,
  options: {},
  examples: [
    ['bash >> ~/.bashrc', 'For bash.'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Read by the shell.
    ['zsh > "${fpath[1]}/_lens"', 'For zsh.'],
    ['fish > ~/.config/fish/completions/lens.fish', 'For fish.'],
  ],
  exitCodes: '0 printed, 2 no such shell.',
  run(args, all) {
    const [name = '', ...words] = args.positionals;
    const shell = oneOf('The shell', SHELLS, name);
    if (words.length === 0) return { output: [SCRIPTS[shell]], exitCode: 0 };
    // bash splits words at equals signs.
    const whole = words.at(-1) === '=' ? [...words.slice(0, -1), ''] : words.filter((word) => word !== '=');
    return { output: completed(shell, whole, all), exitCode: 0 };
  },
};
