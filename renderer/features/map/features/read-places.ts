import type { Failure } from '#shared/failures.ts';
import { readRows } from '../../../api/service/records.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { DatasetTab } from '../../../session/session.ts';
import type { MapThread } from '../engine/map-thread.ts';
import { packFeatures } from './pack-features.ts';
import { readThrough } from './read-features.ts';

/** Rows that are always read, and the most that ever are: some 30 bytes are kept of each. */
const firstRows = 20_000;
export const maxRows = 5_000_000;
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

/** Before the first rows have come. */
export const nothingYet: MapProgress = {
  phase: 'reading',
  read: 0,
  placed: 0,
  count: null,
  bounds: null,
  failure: null,
};

/** What is to be read, how much of it, and who wants to know. */
interface ReadRequest {
  readonly thread: MapThread;
  readonly tab: DatasetTab;
  readonly geometry: string;
  /** Rows at most; null for as many as come quickly. */
  readonly to: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MapProgress) => void;
  readonly onRedraw: () => void;
}

/** Reads the places of rows into the thread, and says how far it has come after every page. */
export async function readPlaces({
  thread,
  tab,
  geometry,
  to,
  signal,
  onProgress,
  onRedraw,
}: ReadRequest): Promise<void> {
  const query = { ...tab.query, fields: [geometry] };
  const began = performance.now();
  let progress = nothingYet;
  let drawn = 0;
  const report = (change: Partial<MapProgress>) => {
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
          report({ read: offset + rows.length, placed, bounds, count });
          if (offset > 0 && performance.now() - drawn < redrawPause) return;
          drawn = performance.now();
          onRedraw();
        },
        signal,
      },
      from,
      end,
    );
  const first = await through(0, Math.min(to ?? firstRows, maxRows));
  if (!first.last && to === null && first.read < maxRows) {
    const each = (performance.now() - began) / first.read;
    const left = Math.min(maxRows, progress.count ?? Number.POSITIVE_INFINITY) - first.read;
    if (left * each <= unasked) await through(first.read, maxRows);
  }
  const whole = progress.count !== null && progress.read >= progress.count;
  report({ phase: whole || progress.read >= maxRows ? 'done' : 'paused' });
  onRedraw();
}
