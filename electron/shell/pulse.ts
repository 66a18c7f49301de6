/** How often another process is asked whether it still turns, in milliseconds: seldom, since a question wakes both. */
const interval = 5_000;
/** So many unanswered pings in a row mean that it hangs. */
const allowed = 3;
/** Before its first answer it may be loading, or copying its store: so many intervals. */
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

/** A turn that comes later than this tells of a computer that has no time for anybody: the answer waits as the turn did. */
const late = interval * 1.5;

/**
 * Watches whether another process answers. Unanswered pings are counted rather than time measured, so that a computer
 * that slept does not find everything dead when it wakes; nor do those count for which this very process had to wait.
 */
export function watchPulse({ ping, onMissed }: PulseOptions): Pulse {
  let unanswered = 1;
  let patience = allowedAtStart;
  let turned = performance.now();
  const timer = setInterval(() => {
    const waited = performance.now() - turned;
    turned += waited;
    if (waited > late) {
      ping();
      return;
    }
    if (unanswered >= patience) {
      clearInterval(timer);
      onMissed();
      return;
    }
    unanswered += 1;
    ping();
  }, interval);
  timer.unref?.();
  // Answered as soon as the other side is there: from then on it is watched without that much patience.
  ping();
  return {
    beat: () => {
      unanswered = 0;
      patience = allowed;
    },
    end: () => clearInterval(timer),
  };
}
