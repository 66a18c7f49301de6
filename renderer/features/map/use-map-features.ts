import { useEffect, useReducer, useRef, useState } from 'react';
import type { DatasetDetails, Failure } from '#shared/rpc/records.ts';
import { wasAborted } from '../../api/backend.ts';
import { failureOf } from '../../api/failure.ts';
import { readRows } from '../../api/records.ts';
import type { Bounds } from '../../lib/geometry-bounds.ts';
import { type DatasetTab, useSession } from '../../session.ts';
import { type MapThread, startMapThread } from './map-thread.ts';
import { packFeatures } from './pack-features.ts';
import { readThrough } from './read-features.ts';

/** Rows that are always read, and the most that ever are: some 30 bytes are kept of each. */
const firstRows = 20_000;
const mostRows = 5_000_000;
/** The rest is read unasked where that would take less than this, in milliseconds. */
const unasked = 60_000;
/** Milliseconds between two redrawings while rows come in. */
const redrawPause = 1500;

/** What has been read of the places of a tab's rows. */
export interface MapProgress {
  /** `paused`: the rest would take long and is read when the person asks. */
  readonly phase: 'reading' | 'paused' | 'done' | 'failed';
  readonly read: number;
  /** Of those, rows with a place. */
  readonly placed: number;
  /** Rows in all; null where the service does not count them. */
  readonly count: number | null;
  readonly bounds: Bounds | null;
  readonly failure: Failure | null;
}

const nothingYet: MapProgress = { phase: 'reading', read: 0, placed: 0, count: null, bounds: null, failure: null };

/** The features of a tab's rows in a thread of their own, and how far they have been read. */
export interface MapFeatures {
  /** Null until the first effect has run. */
  readonly thread: MapThread | null;
  readonly progress: MapProgress;
  /** Grows whenever the tiles have become others. */
  readonly revision: number;
  readonly redraw: () => void;
  /** Reads everything, or again what failed. */
  readonly readOn: () => void;
}

/** The features of the map that was shown last: coming back to it must not read a million rows again. */
interface Kept {
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

function useKept(tab: string): Kept | null {
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

interface Wish {
  readonly thread: MapThread;
  readonly tab: DatasetTab;
  readonly geometry: string;
  readonly to: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MapProgress) => void;
  readonly onRedraw: () => void;
}

/** Reads the places of rows into the thread, and says how far it has come after every page. */
async function readFeatures({ thread, tab, geometry, to, signal, onProgress, onRedraw }: Wish): Promise<void> {
  const query = { ...tab.query, fields: [geometry] };
  const began = performance.now();
  let progress = nothingYet;
  let drawn = 0;
  const tell = (change: Partial<MapProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const through = (from: number, end: number) =>
    readThrough(
      {
        read: (offset, limit, asked) => readRows(tab.reference, query, offset, limit, asked),
        async onPage(rows, offset, count) {
          if (offset === 0) await thread.ask('clear');
          const { placed, bounds } = await thread.ask('add', packFeatures(rows, 0, offset));
          if (signal.aborted) return;
          tell({ read: offset + rows.length, placed, bounds, count });
          if (offset > 0 && performance.now() - drawn < redrawPause) return;
          drawn = performance.now();
          onRedraw();
        },
        signal,
      },
      from,
      end,
    );
  const first = await through(0, Math.min(to ?? firstRows, mostRows));
  if (!first.last && to === null && first.read < mostRows) {
    const each = (performance.now() - began) / first.read;
    const left = Math.min(mostRows, progress.count ?? Number.POSITIVE_INFINITY) - first.read;
    if (left * each <= unasked) await through(first.read, mostRows);
  }
  const whole = progress.count !== null && progress.read >= progress.count;
  tell({ phase: whole || progress.read >= mostRows ? 'done' : 'paused' });
  onRedraw();
}

/** Reads the places of what the tab asks, for the geometry in the column of that name. */
export function useMapFeatures(tab: DatasetTab, details: DatasetDetails, geometry: string): MapFeatures {
  const own = useKept(tab.id);
  const [progress, setProgress] = useState(nothingYet);
  const [revision, redraw] = useReducer((count: number) => count + 1, 0);
  const [wish, setWish] = useState<{ readonly query: DatasetTab['query']; readonly times: number } | null>(null);
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  const latest = useRef(tab);
  latest.current = tab;
  const whole = wish?.query === tab.query;
  const asked = JSON.stringify([tab.query, geometry, newest, whole ? wish.times : 0]);
  useEffect(() => {
    if (own === null) return;
    if (own.asked === asked) {
      setProgress(own.progress);
      redraw();
      return;
    }
    own.asked = null;
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (told: MapProgress) => {
      own.progress = told;
      if (told.phase !== 'reading') own.asked = asked;
      setProgress(told);
    };
    setProgress((known) => ({ ...known, phase: 'reading', failure: null }));
    readFeatures({
      thread: own.thread,
      tab: latest.current,
      geometry,
      to: whole ? mostRows : null,
      signal,
      onProgress,
      onRedraw: redraw,
    }).catch((error: unknown) => {
      if (signal.aborted || wasAborted(error)) return;
      setProgress((known) => ({ ...known, phase: 'failed', failure: failureOf(error) }));
    });
    return () => controller.abort();
  }, [own, asked, geometry, whole]);
  const readOn = () => setWish((known) => ({ query: tab.query, times: (known?.times ?? 0) + 1 }));
  return { thread: own?.thread ?? null, progress, revision, redraw, readOn };
}
