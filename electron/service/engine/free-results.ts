import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect | null | undefined;

/** The collector's own call, which V8 offers only to contexts that are created after this flag; null without it. */
function findCollect(): Collect | null {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? (found as Collect) : null;
}

/**
 * Frees results of the engine that are no longer used. Only the garbage collector does that, and it sees a few objects
 * instead of the megabytes behind them: hundreds of megabytes of read results stayed in memory. Collecting young
 * objects takes a millisecond or two.
 */
export function freeResults(): void {
  collect ??= findCollect();
  collect?.({ type: 'minor' });
}
