import { LRUCache } from 'lru-cache';

/** What the open tabs of one caller may send and have. An office behind one address is one caller. */
export interface TabLimits {
  /** Messages at once, and per second in the long run. */
  readonly messages: number;
  readonly messagesPerSecond: number;
  /** Bytes at once, and per second in the long run. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Calls without an answer. */
  readonly calls: number;
  readonly tabs: number;
}

export const usualTabLimits: TabLimits = {
  messages: 5000,
  messagesPerSecond: 200,
  bytes: 64 * 1024 * 1024,
  bytesPerSecond: 1024 * 1024,
  calls: 2000,
  tabs: 500,
};

/** Maximum number of callers whose use is remembered. */
const maxCallers = 10_000;

interface Use {
  messages: number;
  bytes: number;
  /** When both were brought up to date, in milliseconds. */
  at: number;
  calls: number;
  tabs: number;
}

/** The use that one tab makes of its caller's budget. */
export interface TabBudget {
  /** Counts a message; false if it is one too many. */
  take(bytes: number): boolean;
  /** Counts a call until it is answered; false if it is one too many. */
  startCall(): boolean;
  endCall(): void;
  close(): void;
}

/**
 * Counts what the tabs of each caller use.
 * @param now in milliseconds, from a clock that never goes back
 * @returns a function that admits a tab; null if its caller has too many
 */
export function callerBudgets(limits: TabLimits, now: () => number): (caller: string) => TabBudget | null {
  // A caller with open tabs is never dropped: `Use` is shared by them.
  const idle = new LRUCache<string, Use>({ max: maxCallers });
  const open = new Map<string, Use>();
  const fresh = (): Use => ({ messages: limits.messages, bytes: limits.bytes, at: now(), calls: 0, tabs: 0 });

  function refill(use: Use): void {
    const seconds = (now() - use.at) / 1000;
    use.at = now();
    use.messages = Math.min(limits.messages, use.messages + seconds * limits.messagesPerSecond);
    use.bytes = Math.min(limits.bytes, use.bytes + seconds * limits.bytesPerSecond);
  }

  return (caller) => {
    const use = open.get(caller) ?? idle.get(caller) ?? fresh();
    if (use.tabs >= limits.tabs) return null;
    use.tabs += 1;
    open.set(caller, use);
    idle.delete(caller);
    let calls = 0;
    let closed = false;
    return {
      take(bytes) {
        refill(use);
        use.messages -= 1;
        use.bytes -= bytes;
        return use.messages >= 0 && use.bytes >= 0;
      },
      startCall() {
        if (use.calls >= limits.calls) return false;
        use.calls += 1;
        calls += 1;
        return true;
      },
      endCall() {
        if (closed || calls === 0) return;
        use.calls -= 1;
        calls -= 1;
      },
      close() {
        if (closed) return;
        closed = true;
        use.calls -= calls;
        use.tabs -= 1;
        if (use.tabs > 0) return;
        open.delete(caller);
        idle.set(caller, use);
      },
    };
  };
}
