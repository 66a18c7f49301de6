import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';

/** The option `--seed`: another one each time, which is printed, so that it can be repeated on purpose. */
export function seedOption(): Option {
  return new Option('--seed <number>', 'repeats a run').default(
    String(randomInt(2 ** 31)),
    'a new one, which is printed',
  );
}

/** The command `npm run qa -- NAME`, for its options. `--help` shows them, and wrong ones end the process with status 2. */
export function labCommand(name: string): Command {
  return new Command(`npm run qa -- ${name}`.trim())
    .configureHelp({ helpWidth: 120 })
    .showHelpAfterError(`(npm run qa -- ${name} --help shows how to use it)`)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
