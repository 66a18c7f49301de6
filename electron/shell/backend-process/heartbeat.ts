/** Milliseconds between pings: rare, since a ping wakes both processes. */
const pingIntervalMs = 5_000;
/** Consecutive unanswered pings after which the process counts as hanging. */
const maxMisses = 3;
/** The same limit before the first answer of the process, while it may still be loading or copying its store. */
const maxMissesAtStart = 24;

/** What {@link watchHeartbeat} needs. */
export interface HeartbeatOptions {
  readonly ping: () => void;
  /** Called once, when the other process no longer answers. */
  readonly onMissed: () => void;
}

export interface Heartbeat {
  /** Call this for every answer. */
  beat(): void;
  end(): void;
}

/** A timer later than this means that the computer is busy, and the answer is late for the same reason. */
const lateMs = pingIntervalMs * 1.5;

/**
 * Watches whether another process answers. Counts unanswered pings instead of measuring time, so that a process does
 * not seem dead when the computer wakes from sleep. Intervals in which this process itself was delayed do not count.
 */
export function watchHeartbeat({ ping, onMissed }: HeartbeatOptions): Heartbeat {
  let unanswered = 1;
  let allowedMisses = maxMissesAtStart;
  let turned = performance.now();
  const timer = setInterval(() => {
    const waited = performance.now() - turned;
    turned += waited;
    if (waited > lateMs) {
      ping();
      return;
    }
    if (unanswered >= allowedMisses) {
      clearInterval(timer);
      onMissed();
      return;
    }
    unanswered += 1;
    ping();
  }, pingIntervalMs);
  timer.unref?.();
  // Answered as soon as the other process has started; from then on fewer misses are tolerated.
  ping();
  return {
    beat: () => {
      unanswered = 0;
      allowedMisses = maxMisses;
    },
    end: () => clearInterval(timer),
  };
}
