import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { root } from '../../build/paths.ts';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface ScriptCoverage {
  readonly url: string;
  /** The first range of a function is the whole of it; those within have another count. */
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** Which blocks of the project's own code have run. */
export interface Coverage {
  /** Blocks that ran since the last call as never before: at all, or about twice as often, or not while others did. */
  countNew(): number;
  /** Number of different blocks seen so far. */
  readonly blocks: number;
}

/** A test names its scripts by their paths. */
const isOwn = (url: string) => (url.startsWith(own) || url.startsWith(root)) && !notUnderTest.test(url);
const own = pathToFileURL(root).href;
/** Packages, and this machine itself. */
const notUnderTest = /\/node_modules\/|\/build\/fuzz\/(?!testing\/)/;

/** Starts to count, in this process, with V8's own counters. */
export function openCoverage(): Coverage {
  const session = new Session();
  session.connect();
  // The inspector of the same thread answers before `post` returns.
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const seen = new Map<string, number>();
  /** @returns 1 for something new: also for a block that did not run, because what is around it has */
  const note = (url: string, { startOffset, endOffset, count }: Range): number => {
    const block = `${url}:${startOffset}:${endOffset}:${count === 0}`;
    const size = 1 + Math.min(16, 32 - Math.clz32(count));
    if ((seen.get(block) ?? 0) >= size) return 0;
    seen.set(block, size);
    return 1;
  };
  return {
    countNew() {
      let found = 0;
      session.post('Profiler.takePreciseCoverage', (_, taken) => {
        for (const { url, functions } of (taken as { result: readonly ScriptCoverage[] } | undefined)?.result ?? []) {
          if (!isOwn(url)) continue;
          for (const { ranges } of functions) {
            if ((ranges[0]?.count ?? 0) > 0) for (const range of ranges) found += note(url, range);
          }
        }
      });
      return found;
    },
    get blocks() {
      return seen.size;
    },
  };
}
