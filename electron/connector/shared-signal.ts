import { setMaxListeners } from 'node:events';

/** Marks a signal that has many listeners by design: Node 20 takes more than ten for a leak and warns. */
export function sharedSignal(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
