import type { Leases } from '../leases.ts';

/** Leases of several nodes in one process. */
interface LeasesForTest extends Leases {
  /** The leases of another node. */
  others(): LeasesForTest;
  /** Ends all leases of this node, as if it were killed. */
  lose(): void;
  /** Names of the leases of all nodes. */
  readonly held: ReadonlyMap<string, unknown>;
}

export function leasesForTest(held: Map<string, object> = new Map()): LeasesForTest {
  const node = {};
  const lost = new AbortController();
  const release = (name: string) => {
    if (held.get(name) === node) held.delete(name);
  };
  return {
    held,
    others: () => leasesForTest(held),
    async tryTake(name) {
      if ((held.get(name) ?? node) !== node) return null;
      held.set(name, node);
      return { lost: lost.signal, release: async () => release(name) };
    },
    lose() {
      lost.abort(new Error('The node was killed.'));
      for (const name of [...held.keys()]) release(name);
    },
  };
}
