import type { Command } from 'commander';
import definitions from '../../commands.json' with { type: 'json' };
import { jobExitCodes, nameOfCommand } from '../run.ts';
import { commandDefinitions } from './define-command.ts';

const documents = 'Documentation: docs/cli.md, and the guide under Help in the window.';

/** What exit codes mean: those that all commands have, and those of this one; of the program all of them. */
function exitCodesOf(name: string): string {
  const lines = definitions.exitCodes
    .filter(({ commands }) => name === '' || commands === undefined || commands.includes(name))
    .map(({ code, text }) => `  ${String(jobExitCodes[code as keyof typeof jobExitCodes]).padEnd(4)}${text}`);
  return ['Exit codes:', ...lines].join('\n');
}

/** A command's name without that of the program. */
export function shortName(command: Command): string {
  return nameOfCommand(command).split(' ').slice(1).join(' ');
}

/** Every command below this one. */
export function commandsIn(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...commandsIn(one)]);
}

/** Adds what all commands have in common: examples first in their help, exit codes, and options for store and output. */
export function finishProgram(program: Command): Command {
  for (const command of [program, ...commandsIn(program)]) {
    const name = shortName(command);
    const { examples = [], json = true, progress = false } = commandDefinitions[name] ?? {};
    const shown = examples.map((example) => `  ${example}`).join('\n');
    command.showHelpAfterError(`(run ${nameOfCommand(command)} --help for usage)`);
    if (shown !== '') command.addHelpText('before', `Examples:\n${shown}\n`);
    const [first = ''] = name.split(' ');
    command.addHelpText(
      'after',
      `\n${exitCodesOf(first)}\n${name === '' ? `\n${definitions.environment.join('\n')}\n` : ''}\n${documents}`,
    );
    const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
    if (isGroup) continue;
    if (name !== 'completion')
      command.option('--data <folder>', 'data folder of the local store (default: the application’s)');
    if (json) command.option('--json', 'print the result as JSON');
    if (progress) command.option('--progress', 'show progress even if standard error is not a terminal');
    command.option('-q, --quiet', 'print only requested data and failures');
  }
  return program;
}
