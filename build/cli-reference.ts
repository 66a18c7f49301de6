import type { Command } from 'commander';

/** Columns that the help is wrapped to, whatever the terminal. */
const helpWidth = 80;

const opening = `# Command-line reference

Every command with its arguments and options, as \`almanac COMMAND --help\` prints them. \`npm run cli-reference\` generates
this page. [The command line](cli.md) explains what the commands have in common.
`;

/** A command with all commands below it, in the order of the help. */
function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** `almanac user add`. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** The content of `docs/cli-reference.md`. */
export function cliReference(program: Command): string {
  const sections = withSubcommands(program).map((command) => {
    command.configureHelp({ helpWidth });
    return `## ${fullName(command)}\n\n\`\`\`text\n${command.helpInformation().trimEnd()}\n\`\`\`\n`;
  });
  return [opening, ...sections].join('\n');
}
