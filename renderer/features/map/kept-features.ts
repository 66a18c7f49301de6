import { useEffect, useState } from 'react';
import { useSession } from '../../session.ts';
import { type MapThread, startMapThread } from './map-thread.ts';
import { type MapProgress, nothingYet } from './read-places.ts';

/** The features of the map that was shown last: coming back to it must not read a million rows again. */
export interface Kept {
  readonly tab: string;
  readonly thread: MapThread;
  /** What they were read for; null as long as that has not ended. */
  asked: string | null;
  progress: MapProgress;
}

let kept: Kept | null = null;

useSession.subscribe(({ tabs }) => {
  if (kept === null || tabs.some(({ id }) => id === kept?.tab)) return;
  kept.thread.end();
  kept = null;
});

function takeKept(tab: string): Kept {
  const mine = kept?.tab === tab ? kept : null;
  if (mine === null) kept?.thread.end();
  kept = null;
  return mine ?? { tab, thread: startMapThread(), asked: null, progress: nothingYet };
}

/** The features that a map of this tab goes on with: its own of before, or none yet. Null until the first effect. */
export function useKept(tab: string): Kept | null {
  const [own, setOwn] = useState<Kept | null>(null);
  useEffect(() => {
    const taken = takeKept(tab);
    setOwn(taken);
    return () => {
      kept?.thread.end();
      kept = taken;
    };
  }, [tab]);
  return own;
}
