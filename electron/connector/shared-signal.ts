import { setMaxListeners } from 'node:events';

/** Marks a signal as one that many wait on at once, by design: Node 20 takes more than ten listeners for a leak and warns. */
export function sharedSignal(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
