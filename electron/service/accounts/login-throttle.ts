import { type LoginCounts, type LoginTally, loginWindowMs } from '../catalogue/access/login-tally.ts';
import { networkOf } from './network-of.ts';

/** Number of wrong passwords within a minute after which no further one is checked. */
const limits = {
  /** For one account from one address. */
  pair: 5,
  /** For one account, from everywhere but this computer: guesses may be spread over many addresses. */
  account: 50,
  /** From one address, for accounts with failures from there; an account without one may be tried once. */
  guessed: 5,
  /** From one address, for all accounts; not from this computer, whose address all its users and programs share. */
  address: 25,
} as const;

/** Maximum number of waiting log-ins; no human causes more. */
const maxWaiting = 1000;

/** Milliseconds after which waiting log-ins check again: the outcome of one on another node is not announced. */
const pollMs = 100;

/** The client of a log-in attempt. */
export interface LoginOrigin {
  readonly username: string;
  readonly address: string;
}

/** An admitted attempt. `done` must be called exactly once, whatever the outcome; it never rejects. */
export interface LoginAttempt {
  readonly kind: 'attempt';
  done(hasFailed: boolean): Promise<void>;
}

/** Slows down repeated password guesses. */
export type LoginThrottle = ReturnType<typeof loginThrottle>;

interface Key {
  readonly name: string;
  readonly limit: number;
  /** The limit does not apply until a failure has been counted for this key. */
  readonly unless?: Key;
}

function keysOf({ username, address }: LoginOrigin): Key[] {
  const account = username.slice(0, 256).toLowerCase();
  const network = networkOf(address);
  const pair = { name: JSON.stringify([account, network]), limit: limits.pair };
  const guessed = { name: network, limit: limits.guessed, unless: pair };
  if (/^127\./.test(network)) return [pair, guessed];
  return [
    pair,
    guessed,
    { name: JSON.stringify([account]), limit: limits.account },
    { name: `${network} all`, limit: limits.address },
  ];
}

type CountsOf = (name: string) => LoginCounts;

function isUncounted(key: Key | undefined, countsOf: CountsOf): boolean {
  if (key === undefined) return false;
  const { failures, underWay } = countsOf(key.name);
  return failures.length === 0 && underWay === 0;
}

/** Seconds until the oldest of the failures that reach the limit no longer counts; 0 if they do not reach it. */
function waitOf({ name, limit, unless }: Key, countsOf: CountsOf): number {
  if (isUncounted(unless, countsOf)) return 0;
  const age = countsOf(name).failures.at(-limit);
  return age === undefined ? 0 : (loginWindowMs - age) / 1000;
}

function isFree({ name, limit, unless }: Key, countsOf: CountsOf): boolean {
  const { failures, underWay } = countsOf(name);
  return isUncounted(unless, countsOf) || failures.length + underWay < limit;
}

/** Once reached, a limit applies until the oldest of the counted failures is a minute old. */
export function loginThrottle(tally: LoginTally) {
  const waiting = new Set<() => void>();
  /** The last check of a waiting log-in: one at a time, because there may be many. */
  let looking: Promise<unknown> = Promise.resolve();

  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };

  function outcomeOnThisNode(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => wake(), pollMs);
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
    });
  }

  async function look(keys: readonly Key[]) {
    let seconds = 0;
    const end = await tally.begin(
      keys.map(({ name }) => name),
      (countsOf) => {
        seconds = Math.max(...keys.map((key) => waitOf(key, countsOf)));
        return seconds === 0 && keys.every((key) => isFree(key, countsOf));
      },
    );
    return { end, seconds };
  }

  function lookAgain(keys: readonly Key[]) {
    const own = looking.then(() => look(keys));
    looking = own.catch(() => {});
    return own;
  }

  return {
    /**
     * Counts an attempt before its password is checked, so that concurrent attempts are limited like sequential ones:
     * those beyond the limit wait for the outcome of the earlier ones.
     * @throws {CatalogueUnavailableError} if several nodes count together, and their catalogue cannot be reached
     */
    async begin(origin: LoginOrigin): Promise<LoginAttempt | { readonly kind: 'wait'; readonly seconds: number }> {
      const keys = keysOf(origin);
      for (let found = await look(keys); ; found = await lookAgain(keys)) {
        const { end, seconds } = found;
        if (end !== null) return { kind: 'attempt', done: (hasFailed) => end(hasFailed).finally(wakeAll) };
        if (seconds > 0) return { kind: 'wait', seconds };
        if (waiting.size >= maxWaiting) return { kind: 'wait', seconds: 1 };
        await outcomeOnThisNode();
      }
    },
  };
}
