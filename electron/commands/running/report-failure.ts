import { CommanderError } from 'commander';
import { ExplainedError, failureOf } from '#shared/english/explained-error.ts';
import { failure } from '#shared/failures.ts';
import { explainSystemError } from '../../lib/errors/system-error.ts';
import { ObjectStoreError } from '../../lib/objects/object-store-error.ts';
import { OtherStorageError } from '../../service/closed-store.ts';
import { printedFailure, printFailure } from './print-failure.ts';
import {
  CommandFailure,
  exitCodes,
  nameOfCommand,
  runningCommand,
  UsageFailure,
  usageKinds,
  wantsJson,
} from './run.ts';

/** Errors without an explanation whose message is all that is useful to the user. */
const userErrors = [CommandFailure, OtherStorageError, ObjectStoreError];

/** Prints why a command failed. @returns the exit code */
export function reportUncaught(thrown: unknown): number {
  const running = runningCommand();
  const error = explainSystemError(thrown);
  if (error instanceof CommanderError) {
    // Commander has already printed it, unless JSON is expected.
    if (wantsJson()) printCommandFailure('usage', error.message.replace(/^error: /, ''));
    return exitCodes.usage;
  }
  if (error instanceof ExplainedError) {
    const isOfCommand = error.kind === 'internal';
    const failed = printedFailure(isOfCommand ? failure('command', error.reason) : failureOf(error));
    if (wantsJson()) printFailure(failed);
    else process.stderr.write(`almanac: ${failed.message}\n`);
    return usageKinds.has(error.kind) ? exitCodes.usage : exitCodes.failed;
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const isPlain = userErrors.some((kind) => error instanceof kind);
  const isUsage = error instanceof UsageFailure;
  if (wantsJson()) {
    const code = error instanceof CommandFailure ? error.code : isPlain ? 'command' : 'internal';
    printCommandFailure(code, message);
  }
  if (!wantsJson() || !isPlain) process.stderr.write(`almanac: ${isPlain ? message : (stack ?? message)}\n`);
  if (isUsage && !wantsJson() && running !== null)
    process.stderr.write(`(run ${nameOfCommand(running)} --help for usage)\n`);
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

function printCommandFailure(code: string, message: string): void {
  printFailure({ code, message, where: '', retry: false });
}
