import { type Command, InvalidArgumentError } from 'commander';
import type { Limits } from '../connector/http/limits.ts';
import { openQuietClock } from '../connector/http/quiet-clock.ts';
import { type Patience, usualPatience } from '../jobs/export/patience.ts';

/** What a person says of how long a command may wait for a service. */
export interface WaitChoice {
  readonly patient?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** Seconds without an answer after which a command ends, so that with its pauses it ends within a minute. */
const defaultTimeout = 40;
const dayMs = 24 * 60 * 60 * 1000;

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError('It is a number of seconds above 0, up to 86400.');
}

/** Adds the options of a command that reads or writes other services. */
export function addWaitOptions(command: Command): Command {
  return command
    .option('--patient', 'wait as long as a service asks for, and go on trying while it does not answer')
    .option('--timeout <seconds>', 'end after this long without an answer', seconds, defaultTimeout);
}

/** How a command waits for other services. */
export interface Waits {
  readonly limits: Partial<Limits>;
  readonly patience: Patience;
}

/** One clock for all that a command asks: a service that hangs everywhere hangs no longer than one that hangs once. */
export function waitsOf({ patient, timeout = defaultTimeout }: WaitChoice): Waits {
  if (patient === true) {
    return { limits: { maxRetryAfterMs: dayMs }, patience: { ...usualPatience, maxRetryAfterMs: dayMs } };
  }
  const quiet = openQuietClock(timeout * 1000);
  const patience = { attempts: 3, first: 1_000, longest: 4_000, maxRetryAfterMs: 10_000, quiet };
  return { limits: { quiet }, patience };
}
