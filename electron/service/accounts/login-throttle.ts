import { LRUCache } from 'lru-cache';
import { networkOf } from './network-of.ts';

const windowMs = 60_000;

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

/** Maximum number of waiting log-ins per account and address; no human causes more. */
const maxWaiting = 1000;

/** The client of a log-in attempt. */
export interface LoginOrigin {
  readonly username: string;
  readonly address: string;
}

/** An admitted attempt. `done` must be called exactly once, whatever the outcome. */
export interface LoginAttempt {
  readonly kind: 'attempt';
  done(hasFailed: boolean): void;
}

/** Slows down repeated password guesses. */
export interface LoginThrottle {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts are limited like sequential ones:
   * those beyond the limit wait for the outcome of the earlier ones.
   */
  begin(origin: LoginOrigin): Promise<LoginAttempt | { readonly kind: 'wait'; readonly seconds: number }>;
}

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

/** Once reached, a limit applies until the oldest of the counted failures is a minute old. */
export function loginThrottle(now: () => number = () => performance.now()): LoginThrottle {
  const failures = new LRUCache<string, readonly number[]>({ max: 30_000 });
  const underWay = new Map<string, number>();
  const waiting = new Set<() => void>();

  const recent = ({ name }: Key) => (failures.get(name) ?? []).filter((time) => now() - time < windowMs);
  const isUncounted = (key: Key | undefined) =>
    key !== undefined && recent(key).length === 0 && !underWay.has(key.name);
  const waitOf = (key: Key) => {
    if (isUncounted(key.unless)) return 0;
    const first = recent(key).at(-key.limit);
    return first === undefined ? 0 : (first + windowMs - now()) / 1000;
  };
  const isFree = (key: Key) =>
    isUncounted(key.unless) || recent(key).length + (underWay.get(key.name) ?? 0) < key.limit;
  const count = ({ name }: Key, change: 1 | -1) => {
    const counted = (underWay.get(name) ?? 0) + change;
    if (counted === 0) underWay.delete(name);
    else underWay.set(name, counted);
  };

  function attempt(keys: readonly Key[]): LoginAttempt {
    for (const key of keys) count(key, 1);
    return {
      kind: 'attempt',
      done(hasFailed) {
        for (const key of keys) {
          count(key, -1);
          if (hasFailed) failures.set(key.name, [...recent(key), now()].slice(-key.limit));
        }
        for (const recheck of [...waiting]) recheck();
      },
    };
  }

  return {
    async begin(origin) {
      const keys = keysOf(origin);
      for (;;) {
        const seconds = Math.max(...keys.map(waitOf));
        if (seconds > 0) return { kind: 'wait', seconds };
        if (keys.every(isFree)) return attempt(keys);
        if (waiting.size >= maxWaiting) return { kind: 'wait', seconds: 1 };
        await new Promise<void>((resolve) => {
          const recheck = () => {
            waiting.delete(recheck);
            resolve();
          };
          waiting.add(recheck);
        });
      }
    },
  };
}
