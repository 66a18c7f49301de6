import type { Command, Option } from 'commander';
import type { CommandAction } from './define-command.ts';
import { commandsIn, shortName } from './finish-program.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** What can be completed after the name of a command. */
interface Completions {
  /** The command without the program's name; empty for the program itself. */
  readonly name: string;
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly Option[];
}

/** `almanac completion`: prints a script that completes commands and options in a shell. */
export const completionAction: CommandAction = {
  run: (shell: Shell, _: unknown, { parent: program }: Command) => {
    if (program !== null) process.stdout.write(scripts[shell](completionsOf(program)));
  },
};

function completionsOf(program: Command): Completions[] {
  return [program, ...commandsIn(program)].map((command) => {
    const help = command.createHelp();
    return {
      name: shortName(command),
      subcommands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
      options: help.visibleOptions(command),
    };
  });
}

function flagsOf({ short, long }: Option): string[] {
  return [long, short].filter((flag): flag is string => typeof flag === 'string');
}

/** A text in single quotes for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Branches of `case "$command $word"` that recognise the commands on the line. */
function commandPatterns(all: readonly Completions[]): string {
  return all.flatMap(({ name, subcommands }) => subcommands.map((one) => quoted(`${name} ${one.name}`))).join('|');
}

/** The parts of a script for a POSIX-like shell: `offer` turns words into the command that offers them. */
function branches(all: readonly Completions[], offer: (words: readonly string[]) => string) {
  const choices = all.flatMap(({ name, options }) =>
    options.flatMap((option) =>
      option.argChoices === undefined
        ? []
        : [
            `    ${flagsOf(option)
              .map((flag) => quoted(`${name}:${flag}`))
              .join('|')}) ${offer(option.argChoices)}; return ;;`,
          ],
    ),
  );
  const options = all.map(({ name, options: own }) => `      ${quoted(name)}) ${offer(own.flatMap(flagsOf))} ;;`);
  const subcommands = all
    .filter((one) => one.subcommands.length > 0)
    .map(({ name, subcommands: own }) => `      ${quoted(name)}) ${offer(own.map((one) => one.name))} ;;`);
  return { choices: choices.join('\n'), options: options.join('\n'), subcommands: subcommands.join('\n') };
}

function bash(all: readonly Completions[]): string {
  const { choices, options, subcommands } = branches(
    all,
    (words) => `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$current"))`,
  );
  return `# Completes almanac in bash: source <(almanac completion bash)
_almanac() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
      ${commandPatterns(all)}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command:\${COMP_WORDS[COMP_CWORD-1]}" in
${choices}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${options}
    esac
  else
    case "$command" in
${subcommands}
    esac
  fi
}
complete -o bashdefault -o default -F _almanac almanac
`;
}

function zsh(all: readonly Completions[]): string {
  const { choices, options, subcommands } = branches(all, (words) => `compadd -- ${words.map(quoted).join(' ')}`);
  return `#compdef almanac
# Completes almanac in zsh: almanac completion zsh > "\${fpath[1]}/_almanac"
_almanac() {
  local command= word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
      ${commandPatterns(all)}) command="\${command:+$command }$word" ;;
    esac
  done
  case "$command:\${words[CURRENT-1]}" in
${choices}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$command" in
${options}
    esac
  else
    case "$command" in
${subcommands}
      *) _files ;;
    esac
  fi
}
compdef _almanac almanac
`;
}

function fish(all: readonly Completions[]): string {
  const lines = all.flatMap(({ name, subcommands, options }) => {
    const seen = name.split(' ').filter((word) => word !== '');
    const isHere = seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const names = subcommands.map((one) => one.name).join(' ');
    const isBefore = [isHere, `not __fish_seen_subcommand_from ${names}`].filter((part) => part !== '').join('; and ');
    return [
      ...subcommands.map(
        (one) => `complete -c almanac -f -n ${quoted(isBefore)} -a ${quoted(one.name)} -d ${quoted(one.description)}`,
      ),
      ...options.map((option) => fishOption(option, subcommands.length > 0 ? isBefore : isHere)),
    ];
  });
  return `# Completes almanac in fish: almanac completion fish > ~/.config/fish/completions/almanac.fish\n${lines.join('\n')}\n`;
}

function fishOption({ short, long, argChoices, required, description }: Option, condition: string): string {
  const parts = [
    `complete -c almanac -n ${quoted(condition)}`,
    ...(long ? [`-l ${long.slice(2)}`] : []),
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(argChoices === undefined ? (required ? ['-r'] : []) : [`-x -a ${quoted(argChoices.join(' '))}`]),
    `-d ${quoted(description)}`,
  ];
  return parts.join(' ');
}

const scripts: Readonly<Record<Shell, (all: readonly Completions[]) => string>> = { bash, zsh, fish };
