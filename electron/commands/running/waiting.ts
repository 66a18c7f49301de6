import { type Command, InvalidArgumentError } from 'commander';

/** The user's options for waiting for a service. */
export interface WaitChoice {
  readonly patient?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** Seconds without an answer after which a command fails, so that it ends within a minute including its pauses. */
export const defaultTimeoutSeconds = 40;

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError('Expected a number of seconds above 0, up to 86400.');
}

/** Adds the options of a command that reads or writes other services. */
export function addWaitOptions(command: Command): Command {
  return command
    .option('--patient', 'wait as long as the service asks for, and keep retrying while it does not respond')
    .option('--timeout <seconds>', 'stop after this many seconds without a response', seconds, defaultTimeoutSeconds);
}
