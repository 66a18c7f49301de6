import { LRUCache } from 'lru-cache';

const window = 60_000;
const most = 5;

/** Holds back who keeps guessing passwords. */
export interface LoginThrottle {
  /** Seconds until another try is heard, by whichever of the keys has to wait longest; 0 for now. */
  wait(keys: readonly string[]): number;
  failed(keys: readonly string[]): void;
}

/** Five failures within a minute close a key (an account's name, an address) until the first of them is a minute old. */
export function loginThrottle(now: () => number = () => performance.now()): LoginThrottle {
  const failures = new LRUCache<string, readonly number[]>({ max: 10_000 });
  const recent = (key: string) => (failures.get(key) ?? []).filter((time) => now() - time < window);
  return {
    wait: (keys) => {
      const waits = keys.map((key) => {
        const times = recent(key);
        const first = times.at(-most);
        return first === undefined ? 0 : (first + window - now()) / 1000;
      });
      return Math.max(0, ...waits);
    },
    failed: (keys) => {
      for (const key of keys) failures.set(key, [...recent(key), now()].slice(-most));
    },
  };
}
