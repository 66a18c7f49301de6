import { type Command, CommanderError } from 'commander';
import { exitCodes } from './run.ts';

/**
 * Runs the command in this process's arguments. Errors go to standard error (with `--json` to standard output, where
 * programs look for the result), and their kind to the exit code.
 */
export async function runCommands(program: Command): Promise<void> {
  try {
    // Explicit: within Electron's runtime commander would take the script's name for an argument.
    await program.parseAsync(process.argv, { from: 'node' });
  } catch (error) {
    const isAnswered = error instanceof CommanderError && error.exitCode === 0;
    // Loaded on demand: help needs none of it.
    process.exitCode = isAnswered ? exitCodes.done : (await import('./report-failure.ts')).reportUncaught(error);
  }
}
