import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import type { Failure } from '#shared/failures.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { wasAborted } from '../../../backend/port.ts';
import { readRows } from '../../../backend/rows.ts';
import { failureOf } from '../../../lib/format/failure-texts.ts';
import { type DatasetTab, releaseWithTab, tabOf, useTabState } from '../../../state/tab.ts';
import { type MapThread, startMapThread } from '../engine/map-thread.ts';
import type { SizeScale, ValueClass } from '../value-classes.ts';
import { type MapProgress, maxRows, nothingYet, readPlaces, readThrough } from './read-places.ts';

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

/** The features of the last map: returning to it must not read a million rows again. */
interface CachedFeatures {
  readonly tab: string;
  readonly thread: MapThread;
  /** The query that they were read for; null until reading has finished. */
  requestedKey: string | null;
  progress: MapProgress;
}

let kept: CachedFeatures | null = null;

function takeCached(tab: string): CachedFeatures {
  const mine = kept?.tab === tab ? kept : null;
  if (mine === null) kept?.thread.end();
  kept = null;
  return mine ?? { tab, thread: startMapThread(), requestedKey: null, progress: nothingYet };
}

/** The initial features of a tab's map: cached, or none yet. Null until the first effect. */
function useCachedFeatures(tab: string): CachedFeatures | null {
  const [own, setOwn] = useState<CachedFeatures | null>(null);
  useEffect(() => {
    const taken = takeCached(tab);
    setOwn(taken);
    releaseWithTab(tab, () => {
      taken.thread.end();
      if (kept === taken) kept = null;
    });
    return () => {
      if (tabOf(tab) === undefined) return;
      kept?.thread.end();
      kept = taken;
    };
  }, [tab]);
  return own;
}

/** Maximum number of selected rows that are marked. */
const maxFeatures = 5000;

const none: readonly GeoJSON.Feature[] = [];

/** The features of the rows selected in the grid, to be marked on the map. */
export function useChosenFeatures(tab: string, { thread, revision }: MapFeatures) {
  const span = useTabState(tab, ({ selection }) => selection);
  const { data } = useQuery({
    // Features that came since the last drawing may be chosen ones.
    queryKey: ['mapChosen', thread?.tiles, span, revision],
    queryFn: thread === null || span === null ? skipToken : () => thread.ask('pick', span.from, span.to, maxFeatures),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { span, features: span === null ? none : (data ?? none) };
}

const noClasses: readonly ValueClass[] = [];

/** How the values of columns colour and size the loaded features. */
export interface MapLook {
  readonly classes: readonly ValueClass[];
  /** Null where all points have one size. */
  readonly sizes: SizeScale | null;
  readonly reading: boolean;
  readonly failure: Failure | null;
}

/** Colours and sizes the loaded features by the values of columns; null for no column. */
export function useMapLook(
  tab: DatasetTab,
  { colourBy, sizeBy }: { readonly colourBy: string | null; readonly sizeBy: string | null },
  features: MapFeatures,
): MapLook {
  const colours = useMapColumn(tab, 'colour', colourBy, features, (thread) => thread.ask('classify'));
  const sizes = useMapColumn(tab, 'size', sizeBy, features, (thread) => thread.ask('size'));
  const error = colours.error ?? sizes.error;
  return {
    classes: colours.data ?? noClasses,
    sizes: sizes.data ?? null,
    reading: (colours.isFetching && colourBy !== null) || (sizes.isFetching && sizeBy !== null),
    failure: error === null ? null : failureOf(error),
  };
}

/** Reads a column into the worker, and what it makes of the values; null without a column. */
function useMapColumn<Made>(
  { query, reference }: DatasetTab,
  what: 'colour' | 'size',
  column: string | null,
  { thread, progress, redraw }: MapFeatures,
  make: (thread: MapThread) => Promise<Made>,
) {
  const settled = progress.phase === 'done' || progress.phase === 'paused';
  const rows = settled ? progress.read : 0;
  const read = async (worker: MapThread, of: string, signal: AbortSignal): Promise<Made> => {
    const reading = {
      read: (offset: number, limit: number, ended: AbortSignal) =>
        readRows(reference, { ...query, fields: [of] }, offset, limit, ended),
      onPage: (page: readonly Row[], offset: number) =>
        worker.ask(
          'values',
          what,
          offset,
          page.map((row) => row[0] ?? null),
        ),
      signal,
    };
    await readThrough(reading, 0, rows);
    return make(worker);
  };
  return useQuery({
    queryKey: ['mapColumn', thread?.tiles, what, column, rows, query],
    queryFn:
      thread === null || (column !== null && rows === 0)
        ? skipToken
        : async ({ signal }) => {
            const made = column === null ? null : await read(thread, column, signal);
            if (column === null) await thread.ask('plain', what);
            redraw();
            return made;
          },
    gcTime: 0,
  });
}
