import { useEffect, useState } from 'react';
import { onTabsClosed } from '../../../state/session.ts';
import { type MapThread, startMapThread } from '../engine/map-thread.ts';
import { type MapProgress, nothingYet } from './read-places.ts';

/** The features of the last map: returning to it must not read a million rows again. */
export interface CachedFeatures {
  readonly tab: string;
  readonly thread: MapThread;
  /** The query that they were read for; null until reading has finished. */
  requestedKey: string | null;
  progress: MapProgress;
}

let kept: CachedFeatures | null = null;

onTabsClosed((open) => {
  if (kept === null || open.has(kept.tab)) return;
  kept.thread.end();
  kept = null;
});

function takeCached(tab: string): CachedFeatures {
  const mine = kept?.tab === tab ? kept : null;
  if (mine === null) kept?.thread.end();
  kept = null;
  return mine ?? { tab, thread: startMapThread(), requestedKey: null, progress: nothingYet };
}

/** The initial features of a tab's map: cached, or none yet. Null until the first effect. */
export function useCachedFeatures(tab: string): CachedFeatures | null {
  const [own, setOwn] = useState<CachedFeatures | null>(null);
  useEffect(() => {
    const taken = takeCached(tab);
    setOwn(taken);
    return () => {
      kept?.thread.end();
      kept = taken;
    };
  }, [tab]);
  return own;
}
