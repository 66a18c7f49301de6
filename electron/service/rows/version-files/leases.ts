import { setTimeout as sleep } from 'node:timers/promises';

/** Leases by name among all nodes: what one of them does meanwhile, no other one does. */
export interface Leases {
  /**
   * Takes a lease unless another node holds it; within one process callers take care of that themselves. It ends when
   * it is released, with this process, and soon after this process was stopped.
   * @returns null if another node holds it
   * @throws {CatalogueUnavailableError} if the nodes cannot agree on it
   */
  tryTake(name: string): Promise<Lease | null>;
}

/** What a node does alone until it releases it. */
export interface Lease {
  /** Aborted if the lease has ended too early, so that another node may have taken it. */
  readonly lost: AbortSignal;
  /** Only the first call counts; never fails. */
  release(): Promise<void>;
}

/** How often a lease of another node is asked for, in milliseconds: at first, and at the least. */
const [pollMs, maxPollMs] = [40, 250];

/** Part of the time that was waited already until it is asked for again. */
const pollShare = 1 / 20;

/** Waits for a lease until no other node holds it. @throws as {@link Leases.tryTake}; the signal's reason */
export async function takeLease(leases: Leases, name: string, signal: AbortSignal | undefined): Promise<Lease> {
  for (const began = performance.now(); ; ) {
    signal?.throwIfAborted();
    const lease = await leases.tryTake(name);
    if (lease !== null) return lease;
    const pauseMs = Math.max(pollMs, (performance.now() - began) * pollShare);
    await sleep(Math.min(maxPollMs, pauseMs), undefined, { signal }).catch(() => {});
  }
}
