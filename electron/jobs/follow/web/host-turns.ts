import type { Clock } from '../clock.ts';

/** Requests to hosts take turns: one at a time for each, with the pauses that it asks for. */
export interface HostTurns {
  /** Waits for the host's turn, and holds it until `act` has ended. */
  take<Result>(host: string, signal: AbortSignal, act: () => Promise<Result>): Promise<Result>;
  /** The host asked to wait: nothing is sent to it before. */
  holdOff(host: string, milliseconds: number): void;
  /** The pause between two requests to a host. */
  setDelay(host: string, milliseconds: number): void;
  /** How long to wait before the host may be asked; 0 for now. */
  waitMs(host: string): number;
  /** Requests that were sent to each host since the start. */
  counts(): ReadonlyMap<string, number>;
}

interface Host {
  /** Settles when the last of those waiting is done. */
  last: Promise<unknown>;
  notBefore: number;
  /** When the last request ended. */
  lastEnd: number;
  delayMs: number;
  requests: number;
}

export function openHostTurns(clock: Clock): HostTurns {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const known = hosts.get(name) ?? { last: Promise.resolve(), notBefore: 0, lastEnd: 0, delayMs: 0, requests: 0 };
    hosts.set(name, known);
    return known;
  };
  return {
    async take(name, signal, act) {
      const host = hostOf(name);
      const turn = host.last.then(async () => {
        for (let rest = host.notBefore - clock.now(); rest > 0; rest = host.notBefore - clock.now()) {
          await clock.sleep(rest, signal);
        }
        signal.throwIfAborted();
        host.requests += 1;
        try {
          return await act();
        } finally {
          host.lastEnd = clock.now();
          host.notBefore = Math.max(host.notBefore, host.lastEnd + host.delayMs);
        }
      });
      host.last = turn.catch(() => undefined);
      return await turn;
    },
    holdOff(name, milliseconds) {
      const host = hostOf(name);
      host.notBefore = Math.max(host.notBefore, clock.now() + milliseconds);
    },
    setDelay(name, milliseconds) {
      const host = hostOf(name);
      host.delayMs = milliseconds;
      host.notBefore = Math.max(host.notBefore, host.lastEnd + milliseconds);
    },
    waitMs: (name) => Math.max(0, hostOf(name).notBefore - clock.now()),
    counts: () => new Map([...hosts].map(([name, { requests }]) => [name, requests])),
  };
}
