// `lens completion`: what a shell needs to complete a command line.
import type { Arguments, Command, Outcome } from '@/lib/package/cli/command';
import { oneOf } from '@/lib/package/library/lens-error';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The names that the program is installed under. */
const NAMES = ['lens', 'ag-ui-lens'];

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly {
    readonly name: string;
    readonly summary: string;
    readonly takesValue: boolean;
  }[];
  /** What can stand after an option, where that is known. */
  readonly values: readonly (readonly [option: string, values: readonly string[]])[];
}

/** The values of an option, if its placeholder or its summary lists them. */
function valuesOf(value: string, summary: string): readonly string[] {
  if (/^[^A-Z]+\|[^A-Z]+$/.test(value)) return value.split('|');
  return / to: ([a-z-]+(?:, [a-z-]+)+)\.$/.exec(summary)?.[1]?.split(', ') ?? [];
}

function completedOf({ name, summary, options, flags = {} }: Command): Completed {
  const taking = Object.entries(options);
  return {
    name,
    summary,
    options: [
      ...taking.map(([option, each]) => ({ name: option, summary: each.summary, takesValue: true })),
      ...Object.entries(flags).map(([flag, text]) => ({ name: flag, summary: text, takesValue: false })),
      { name: 'help', summary: 'Prints this help.', takesValue: false },
    ],
    values: taking.flatMap(([option, each]) => {
      const values = valuesOf(each.value, each.summary);
      return values.length === 0 ? [] : [[option, values] as const];
    }),
  };
}

/** Quotes a text for a POSIX shell, and for fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(all: readonly Completed[]): string {
  const names = all.map(({ name }) => name).join(' ');
  const values = all.flatMap(({ name, values: own }) =>
    own.map(([option, list]) => `    ${name}:--${option}) words=${quoted(list.join(' '))} ;;\n`),
  );
  const options = all.map(({ name, options: own }) => {
    const list = own.map((each) => `--${each.name}`).join(' ');
    return `      ${name}) words=${quoted(list)} ;;\n`;
  });
  return `_lens() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words='' name
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(`${names} --help --version`)} -- "$current"))
    return
  fi
  # To bash, an equals sign is a word of its own.
  if [ "$current" = = ]; then
    current=''
  elif [ "$before" = = ]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  case "$command:$before" in
${values.join('')}    completion:completion) words=${quoted(SHELLS.join(' '))} ;;
  esac
  if [ -z "$words" ] && [ "\${current:0:1}" = - ]; then
    case "$command" in
${options.join('')}    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    # A name may hold spaces, and what a shell takes for a pattern.
    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
  fi
}
complete -o filenames -o default -F _lens ${NAMES.join(' ')}
`;
}

function zsh(all: readonly Completed[]): string {
  const described = (name: string, summary: string) => quoted(`${name}:${summary.replaceAll(':', '\\:')}`);
  const plain = (text: string) => text.replace(/[[\]:\\]/g, ' ');
  const commands = all.map(({ name, summary }) => `    ${described(name, summary)}\n`);
  const options = all.map(({ name, options: own, values }) => {
    const known = new Map(values);
    const specs = own.map(({ name: option, summary, takesValue }) => {
      const list = known.get(option);
      const value = list === undefined ? ':value:_files' : `:value:(${list.join(' ')})`;
      return quoted(`--${option}[${plain(summary)}]${takesValue ? value : ''}`);
    });
    const rest = name === 'completion' ? `'*:shell:(${SHELLS.join(' ')})'` : "'*:file:_files'";
    return `    ${name}) _arguments ${specs.join(' ')} ${rest} ;;\n`;
  });
  return `#compdef ${NAMES.join(' ')}
_lens() {
  local -a commands
  commands=(
${commands.join('')}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${options.join('')}  esac
}
compdef _lens ${NAMES.join(' ')}
`;
}

function fish(all: readonly Completed[]): string {
  const lines = NAMES.flatMap((program) => [
    ...all.map(
      ({ name, summary }) =>
        `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ),
    ...all.flatMap(({ name, options, values }) => {
      const known = new Map(values);
      const when = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
      return options.map(({ name: option, summary, takesValue }) => {
        const list = known.get(option);
        const value = list === undefined ? (takesValue ? ' -r' : '') : ` -x -a ${quoted(list.join(' '))}`;
        return `complete -c ${program} ${when} -l ${option}${value} -d ${quoted(summary)}`;
      });
    }),
    `complete -c ${program} -n '__fish_seen_subcommand_from completion' -f -a ${quoted(SHELLS.join(' '))}`,
  ]);
  return `${lines.join('\n')}\n`;
}

const WRITERS = { bash, zsh, fish };

function run(args: Arguments, all: readonly Command[]): Outcome {
  const shell = oneOf('The shell', SHELLS, args.positionals[0] ?? '');
  return { output: [WRITERS[shell](all.map(completedOf))], exitCode: 0 };
}

/** Prints a script for a shell. */
export const completionCommand: Command = {
  name: 'completion',
  summary: 'Prints a script with which a shell completes commands, options and their values.',
  files: ['shell'],
  options: {},
  examples: [
    ['bash >> ~/.bashrc', 'For bash.'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the shell that reads it.
    ['zsh > "${fpath[1]}/_lens"', 'For zsh.'],
    ['fish > ~/.config/fish/completions/lens.fish', 'For fish.'],
  ],
  exitCodes: '0 printed, 2 there is no such shell.',
  run,
};
