/**
 * Measures how long requests have been waiting without any data, over all requests and attempts that share the clock.
 */
export interface QuietClock {
  /** The maximum, in milliseconds. */
  readonly maxMs: number;
  remainingMs(): number;
  /** A request starts; time counts until all requests have ended. */
  start(): void;
  end(): void;
  /** The service sent something: the time starts again. */
  reset(): void;
}

export function openQuietClock(maxMs: number): QuietClock {
  let active = 0;
  let since = 0;
  let spentMs = 0;
  const elapsedMs = () => spentMs + (active > 0 ? performance.now() - since : 0);
  return {
    maxMs,
    remainingMs: () => Math.max(0, maxMs - elapsedMs()),
    start() {
      if (active === 0) since = performance.now();
      active += 1;
    },
    end() {
      const elapsed = elapsedMs();
      active -= 1;
      if (active === 0) spentMs = elapsed;
    },
    reset() {
      spentMs = 0;
      since = performance.now();
    },
  };
}

export interface WatchedRequest {
  readonly maxMs: number;
  /** Aborted when the service has been silent for too long. */
  readonly signal: AbortSignal;
  note(bytes: number): void;
  /** @param answered whether there was an answer that lets the work continue */
  end(answered: boolean): void;
}

/** Less data than this does not count, so that a body that trickles ends too. */
const bytesOfProgress = 64 * 1024;

export function watchRequest(clock: QuietClock): WatchedRequest {
  const controller = new AbortController();
  let bytes = 0;
  let timer: NodeJS.Timeout;
  const check = () => {
    const remainingMs = clock.remainingMs();
    if (remainingMs <= 0) controller.abort();
    else timer = setTimeout(check, Math.ceil(remainingMs));
  };
  clock.start();
  check();
  return {
    maxMs: clock.maxMs,
    signal: controller.signal,
    note(more) {
      bytes += more;
      if (bytes < bytesOfProgress) return;
      bytes = 0;
      clock.reset();
    },
    end(answered) {
      clearTimeout(timer);
      if (answered) clock.reset();
      clock.end();
    },
  };
}
