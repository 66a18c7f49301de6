/** Checks periodically whether an offline service is back. */
export interface ReconnectPoll {
  /** Starts checking, unless it already does. */
  watch(): void;
  stop(): void;
}

const maxDelayMs = 60_000;

/**
 * @param isBack asks the service once; must not reject
 * @param first milliseconds before the first check; each further delay is twice as long, up to a minute
 */
export function openReconnectPoll(isBack: () => Promise<boolean>, first: number): ReconnectPoll {
  let timer: NodeJS.Timeout | null = null;

  function look(pause: number): void {
    const own = setTimeout(async () => {
      const back = await isBack();
      if (timer !== own) return;
      timer = null;
      if (!back) look(Math.min(pause * 2, maxDelayMs));
    }, pause);
    // An unreachable service must not delay the end of the process.
    own.unref();
    timer = own;
  }

  return {
    watch() {
      if (timer === null) look(first);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
