import type { Row } from '#shared/cell.ts';
import type { Failure } from '#shared/failures.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import { readRows } from '../../../backend/rows.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { DatasetTab } from '../../../state/tab.ts';
import type { MapThread } from '../engine/map-thread.ts';
import { packFeatures } from './pack-features.ts';

/** Number of rows that are always read, and the maximum: about 30 bytes are stored per row. */
const firstRows = 20_000;
export const maxRows = 5_000_000;
/** The rest is read automatically if it would take less than this, in milliseconds. */
const automaticMs = 60_000;
/** Milliseconds between redraws while rows arrive. */
const redrawMs = 1500;

/** The progress of reading the positions of a tab's rows. */
export interface MapProgress {
  /** `paused`: the rest would take long and is read on request. */
  readonly phase: 'reading' | 'paused' | 'done' | 'failed';
  readonly read: number;
  /** Of those, rows with a geometry. */
  readonly placed: number;
  /** Total number of rows; null if the service does not count them. */
  readonly count: number | null;
  /** Where all rows lie, and where nearly all do. */
  readonly bounds: Bounds | null;
  readonly bulk: Bounds | null;
  /** Whether some are points. */
  readonly hasPoints: boolean;
  readonly failure: Failure | null;
}

/** Before the first rows have arrived. */
export const nothingYet: MapProgress = {
  phase: 'reading',
  read: 0,
  placed: 0,
  count: null,
  bounds: null,
  bulk: null,
  hasPoints: false,
  failure: null,
};

/** The query, the maximum number of rows, and the progress callback. */
interface ReadRequest {
  readonly thread: MapThread;
  readonly tab: DatasetTab;
  readonly geometry: string;
  /** Maximum number of rows; null for as many as arrive quickly. */
  readonly to: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MapProgress) => void;
  readonly onRedraw: () => void;
}

/** Reads the positions of rows into the worker, and reports progress after every page. */
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
        read: (offset, limit, reading) => readRows(tab.reference, query, offset, limit, reading),
        async onPage(rows, offset, count) {
          if (offset === 0) await thread.ask('clear');
          const batch = packFeatures(rows, 0, offset);
          const hasPoints = progress.hasPoints || batch.shapes.length < batch.rows.length;
          const added = await thread.ask('add', batch);
          if (signal.aborted) return;
          report({ ...added, read: offset + rows.length, hasPoints, count });
          if (offset > 0 && performance.now() - drawn < redrawMs) return;
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
    if (left * each <= automaticMs) await through(first.read, maxRows);
  }
  const whole = progress.count !== null && progress.read >= progress.count;
  report({ phase: whole || progress.read >= maxRows ? 'done' : 'paused' });
  onRedraw();
}

/** Rows per call. */
export const pageSize = 10_000;

/** A read of many rows, in pages that arrive in order. */
interface FeatureReading {
  readonly read: (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>;
  /** Called with each page in order; the next waits for it. */
  readonly onPage: (rows: readonly Row[], offset: number, count: number | null) => Promise<void> | void;
  readonly signal: AbortSignal;
}

/**
 * Reads rows `from` inclusive to `to` exclusive, or to the last one.
 * @returns the number of rows before `to`, and whether more follow
 */
export async function readThrough({ read, onPage, signal }: FeatureReading, from: number, to: number) {
  let coming = read(from, Math.min(pageSize, to - from), signal);
  for (let offset = from; ; ) {
    const { rows, count, last } = await coming;
    const end = offset + rows.length;
    const isEnd = last || rows.length === 0 || (count !== null && end >= count);
    if (!isEnd && end < to) {
      coming = read(end, Math.min(pageSize, to - end), signal);
      // Its failure is reported when its turn comes, even if taking this page fails before.
      coming.catch(() => undefined);
    }
    await onPage(rows, offset, count ?? (last ? end : null));
    signal.throwIfAborted();
    if (isEnd || end >= to) return { read: end, last: isEnd };
    offset = end;
  }
}
