import type { Web } from '../sources/web.ts';
import { WebAccess } from '../web/open-web.ts';
import { hostsInMemory } from './hosts-in-memory.ts';

/** The web as sources have it, where servers of this computer may be asked and repetitions do not wait. */
export function testWeb(home: string, signal: AbortSignal = new AbortController().signal): Web {
  return new WebAccess({ hosts: hostsInMemory(), limits: { firstDelayMs: 1, stallMs: 300 } }).webFor(
    new URL(home),
    true,
    signal,
  );
}
