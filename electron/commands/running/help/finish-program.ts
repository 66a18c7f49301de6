import type { Command } from 'commander';
import { jobExitCodes, nameOfCommand } from '../run.ts';
import { commandDefinitions } from './define-command.ts';

/** What exit codes mean, for those commands that have them; the others are common. */
const exitCodeTexts: readonly (readonly [code: number, text: string, commands: readonly string[] | null])[] = [
  [jobExitCodes.done, 'success', null],
  [jobExitCodes.failed, 'failed, for the reason given', null],
  [jobExitCodes.usage, 'invalid arguments', null],
  [jobExitCodes.usage, 'data would be lost, and --yes was not given; nothing was published', ['publish']],
  [jobExitCodes.badValues, 'values could not be read; nothing was published', ['publish']],
  [
    jobExitCodes.differs,
    'data differ from their checksum, or files are missing',
    ['verify', 'repair', 'backup', 'restore', 'migrate'],
  ],
  [jobExitCodes.notChecked, 'there is no checksum to compare with', ['verify']],
  [jobExitCodes.incomplete, 'some datasets could not be read', ['ls']],
  [jobExitCodes.interrupted, 'stopped by Ctrl+C or SIGTERM', null],
];

const environment = `Environment:
  ALMANAC_DATA      data folder, as --data
  ALMANAC_PROFILE   name of a profile, with folders of its own
  ALMANAC_CONFIG, ALMANAC_CACHE, ALMANAC_LOGS
                    single folders
  ALMANAC_SOURCE_SECRETS
                    keys for followed sources: JSON, or the path of a file with JSON
  ALMANAC_CATALOGUE_PASSWORD
                    password of a catalogue in PostgreSQL
  HF_ENDPOINT       another hub than huggingface.co`;

const documents = 'Documentation: docs/cli.md, and the guide under Help in the window.';

function exitCodesOf(name: string): string {
  const texts = exitCodeTexts.filter(([, , commands]) => name === '' || commands === null || commands.includes(name));
  return `Exit codes:\n${texts.map(([code, text]) => `  ${String(code).padEnd(4)}${text}`).join('\n')}`;
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
    command.addHelpText('after', `\n${exitCodesOf(first)}\n${name === '' ? `\n${environment}\n` : ''}\n${documents}`);
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
