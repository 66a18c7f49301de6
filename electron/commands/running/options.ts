import { InvalidArgumentError } from 'commander';
import definitions from '../commands.json' with { type: 'json' };

/** The user's options about the local store and the output. */
export interface StoreOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** The user's options about which service a name belongs to, how to sign in there, and how long to wait for it. */
export interface AccessOptions extends StoreOptions {
  readonly service?: string;
  readonly tokenFromKeychain?: boolean;
  /** Name of an environment variable. */
  readonly tokenEnv?: string;
  readonly patient?: boolean;
  /** Seconds. */
  readonly timeout?: number;
}

/** Seconds without an answer after which a command fails, so that it ends within a minute including its pauses. */
export const defaultTimeoutSeconds = definitions.service['--timeout <seconds>'].default;

export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError('Expected a number of seconds above 0, up to 86400.');
}

/** The values of an option that can be repeated. */
export const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Parses `on` and `off`. */
export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('Expected on or off.');
}

/** A parser of whole numbers between bounds. */
export function wholeNumber(least: number, most = 999_999_999): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}
