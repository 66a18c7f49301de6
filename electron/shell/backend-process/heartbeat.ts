/** Milliseconds between pings: rare, since a ping wakes both processes. */
const interval = 5_000;
/** Unanswered pings in a row after which the process counts as hanging. */
const allowed = 3;
/** The same before its first answer, while it may be loading or copying its store. */
const allowedAtStart = 24;

/** What the watch does. */
export interface PulseOptions {
  readonly ping: () => void;
  /** Called once, when the other side no longer answers. */
  readonly onMissed: () => void;
}

/** A running watch. */
export interface Pulse {
  /** To be called whenever the other side answers. */
  beat(): void;
  end(): void;
}

/** A timer that fires later than this means that the computer is busy: the answer is late for the same reason. */
const late = interval * 1.5;

/**
 * Watches whether another process answers. Unanswered pings are counted rather than time measured, so that a computer
 * that slept does not find everything dead when it wakes; nor do those count for which this very process had to wait.
 */
export function watchPulse({ ping, onMissed }: PulseOptions): Pulse {
  let unanswered = 1;
  let allowedMisses = allowedAtStart;
  let turned = performance.now();
  const timer = setInterval(() => {
    const waited = performance.now() - turned;
    turned += waited;
    if (waited > late) {
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
  }, interval);
  timer.unref?.();
  // Answered as soon as the other side is there: from then on fewer missed answers are tolerated.
  ping();
  return {
    beat: () => {
      unanswered = 0;
      allowedMisses = allowed;
    },
    end: () => clearInterval(timer),
  };
}
