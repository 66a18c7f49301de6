import type { IDatasource, IGetRowsParams } from 'ag-grid-community';
import type { Failure } from '#shared/failures.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import type { RowCount } from '../../backend/rows.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';

/** Rows `from` inclusive to `to` exclusive that could not be read. */
export interface FailedPart {
  readonly from: number;
  readonly to: number;
  readonly failure: Failure;
}

interface RowSourceOptions {
  readonly read: (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>;
  /** The visible rows, first and last inclusive; null before the grid is drawn. */
  readonly inView: () => readonly [first: number, last: number] | null;
  /** The grid has created rows that need to be read. */
  readonly onRequested: () => void;
  readonly onCount: (count: RowCount) => void;
  /** The grid has drawn rows that were read. */
  readonly onDrawn: () => void;
  readonly onFailures: (parts: readonly FailedPart[]) => void;
  /** Whether the service is still sorting or searching the rows: it then answers as soon as it has. */
  readonly isPreparing: () => boolean;
}

/** The grid's access to rows: it requests blocks, and receives those in view. */
export interface RowSource extends IDatasource {
  /** Call when other rows become visible. */
  viewChanged(): void;
  /** Call when the service has found or counted more rows. @param count null until all are counted */
  counted(count: number | null, found: number): void;
  /** Retries what failed. */
  retry(): void;
  destroy(): void;
}

interface Block {
  readonly params: IGetRowsParams;
  reading: AbortController | null;
  failure: Failure | null;
}

const readsAtOnce = 2;
/** Maximum number of pending blocks out of view; the grid itself drops older ones. */
const maxQueued = 60;

/**
 * Reads the blocks in view, nearest first, and cancels those no longer in view, so that a jump never waits for what was
 * passed on the way. A cancelled block stays requested and is read when it becomes visible again.
 */
export function createRowSource(options: RowSourceOptions): RowSource {
  const blocks = new Map<number, Block>();
  let destroyed = false;
  let total: number | null = null;
  let found = 0;

  /** A count is not lost again: pages that were read before it do not have it. */
  function setCount(count: number | null, atLeast: number): void {
    total = count ?? total;
    found = Math.max(found, atLeast);
    if (total === null && found === 0) return;
    options.onCount({ count: total ?? found, exact: total !== null });
  }

  function distance({ params }: Block): number {
    const view = options.inView();
    if (view === null) return params.startRow;
    if (params.endRow <= view[0]) return view[0] - params.endRow + 1;
    return params.startRow > view[1] ? params.startRow - view[1] : 0;
  }

  const near = (block: Block) => distance(block) <= block.params.endRow - block.params.startRow;

  function reportFailures(): void {
    const parts: FailedPart[] = [];
    for (const { params, failure } of blocks.values()) {
      if (failure !== null) parts.push({ from: params.startRow, to: params.endRow, failure });
    }
    options.onFailures(parts);
  }

  async function readBlock(block: Block): Promise<void> {
    const { startRow, endRow } = block.params;
    const controller = new AbortController();
    block.reading = controller;
    try {
      const page = await options.read(startRow, endRow - startRow, controller.signal);
      if (destroyed || controller.signal.aborted) return;
      const end = startRow + page.rows.length;
      setCount(page.count ?? (page.last ? end : null), end);
      if (blocks.get(startRow) === block) blocks.delete(startRow);
      block.params.successCallback([...page.rows], total ?? undefined);
      options.onDrawn();
    } catch (error) {
      if (destroyed || controller.signal.aborted) return;
      const failure = failureOf(error);
      // Sorting very many rows takes longer than an answer is awaited: it is asked for again.
      const isAwaited = failure.kind === 'timeout' && options.isPreparing();
      block.failure = isAwaited ? null : failure;
      if (!isAwaited) reportFailures();
    }
    block.reading = null;
    readOn();
  }

  function releaseDistant(): void {
    for (const block of blocks.values()) {
      if (block.reading === null || near(block)) continue;
      block.reading.abort();
      block.reading = null;
    }
    for (const start of blocks.keys()) {
      if (blocks.size <= maxQueued) return;
      const block = blocks.get(start);
      if (block !== undefined && block.reading === null && !near(block)) blocks.delete(start);
    }
  }

  function readOn(): void {
    if (destroyed) return;
    releaseDistant();
    const reading = [...blocks.values()].filter((block) => block.reading !== null).length;
    const waiting = [...blocks.values()]
      .filter((block) => block.reading === null && block.failure === null && near(block))
      .sort((a, b) => distance(a) - distance(b));
    for (const block of waiting.slice(0, Math.max(0, readsAtOnce - reading))) void readBlock(block);
  }

  return {
    getRows(params) {
      blocks.get(params.startRow)?.reading?.abort();
      blocks.set(params.startRow, { params, reading: null, failure: null });
      options.onRequested();
      readOn();
    },
    viewChanged: readOn,
    counted: setCount,
    retry() {
      for (const block of blocks.values()) block.failure = null;
      reportFailures();
      readOn();
    },
    destroy() {
      destroyed = true;
      for (const block of blocks.values()) block.reading?.abort();
      blocks.clear();
    },
  };
}
