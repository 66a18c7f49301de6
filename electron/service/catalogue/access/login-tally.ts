import { LRUCache } from 'lru-cache';
import { Tally } from '../../../lib/tally.ts';

/** How long a wrong password counts, in milliseconds. */
export const loginWindowMs = 60_000;

/** The log-ins counted under one name: an account, an address, or both. */
export interface LoginCounts {
  /** Milliseconds since each wrong password that still counts, the oldest first. */
  readonly failures: readonly number[];
  /** Attempts whose password is being checked. */
  readonly underWay: number;
}

/**
 * Ends an attempt; with `hasFailed`, it counts as a wrong password. An attempt that is never ended, because its process
 * ended, counts so too. Never rejects.
 */
export type EndAttempt = (hasFailed: boolean) => Promise<void>;

/** Counts attempts to log in. */
export interface LoginTally {
  /**
   * Counts an attempt under all names if it is admitted; no other attempt is counted in between.
   * @param isAdmitted decides by the counts of each name; it may be called more than once
   * @returns a function that ends the attempt; null if it is not admitted
   * @throws {CatalogueUnavailableError} if the counts of other nodes cannot be read
   */
  begin(
    names: readonly string[],
    isAdmitted: (countsOf: (name: string) => LoginCounts) => boolean,
  ): Promise<EndAttempt | null>;
}

/** Maximum number of wrong passwords that are remembered under one name: more than any limit. */
const maxFailures = 100;

/** Counts the attempts of this process in its memory. @param now its clock, in milliseconds */
export function localLoginTally(now: () => number = () => performance.now()): LoginTally {
  const failures = new LRUCache<string, readonly number[]>({ max: 30_000 });
  const underWay = new Tally();

  const recent = (name: string) => (failures.get(name) ?? []).filter((time) => now() - time < loginWindowMs);

  return {
    async begin(names, isAdmitted) {
      const countsOf = (name: string) => ({
        failures: recent(name).map((time) => now() - time),
        underWay: underWay.of(name),
      });
      if (!isAdmitted(countsOf)) return null;
      const ends = names.map((name) => underWay.hold(name));
      return async (hasFailed) => {
        for (const end of ends) end();
        for (const name of hasFailed ? names : []) {
          failures.set(name, [...recent(name), now()].slice(-maxFailures));
        }
      };
    },
  };
}
