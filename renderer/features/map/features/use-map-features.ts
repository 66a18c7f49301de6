import { useEffect, useReducer, useRef, useState } from 'react';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { wasAborted } from '../../../backend/backend.ts';
import { failureOf } from '../../../backend/failure.ts';
import type { DatasetTab } from '../../../state/session.ts';
import type { MapThread } from '../engine/map-thread.ts';
import { useCachedFeatures } from './feature-cache.ts';
import { type MapProgress, maxRows, nothingYet, readPlaces } from './read-places.ts';

/** The features of a tab's rows in their own worker, and the progress of reading them. */
export interface MapFeatures {
  /** Null until the first effect has run. */
  readonly thread: MapThread | null;
  readonly progress: MapProgress;
  /** Increases whenever the tiles have changed. */
  readonly revision: number;
  readonly redraw: () => void;
  /** Reads everything, or retries what failed. */
  readonly readOn: () => void;
}

/** Reads the positions of the rows of a tab's query from the geometry column of that name. */
export function useMapFeatures(tab: DatasetTab, details: DatasetDetails, geometry: string): MapFeatures {
  const own = useCachedFeatures(tab.id);
  const [progress, setProgress] = useState(nothingYet);
  const [revision, redraw] = useReducer((count: number) => count + 1, 0);
  const [request, setRequest] = useState<{ readonly query: DatasetTab['query']; readonly times: number } | null>(null);
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  const latest = useRef(tab);
  latest.current = tab;
  const whole = request?.query === tab.query;
  const requestKey = JSON.stringify([tab.query, geometry, newest, whole ? request.times : 0]);
  useEffect(() => {
    if (own === null) return;
    if (own.requestedKey === requestKey) {
      setProgress(own.progress);
      redraw();
      return;
    }
    own.requestedKey = null;
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (reported: MapProgress) => {
      own.progress = reported;
      if (reported.phase !== 'reading') own.requestedKey = requestKey;
      setProgress(reported);
    };
    setProgress((known) => ({ ...known, phase: 'reading', failure: null }));
    readPlaces({
      thread: own.thread,
      tab: latest.current,
      geometry,
      to: whole ? maxRows : null,
      signal,
      onProgress,
      onRedraw: redraw,
    }).catch((error: unknown) => {
      if (signal.aborted || wasAborted(error)) return;
      setProgress((known) => ({ ...known, phase: 'failed', failure: failureOf(error) }));
    });
    return () => controller.abort();
  }, [own, requestKey, geometry, whole]);
  const readOn = () => setRequest((known) => ({ query: tab.query, times: (known?.times ?? 0) + 1 }));
  return { thread: own?.thread ?? null, progress, revision, redraw, readOn };
}
