import type { Row } from '#shared/cell.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import type { LoadedPage, LoadOptions, Paging } from './paging.ts';

/** Any range of rows over any style of paging; prefetches the next ranges. */
export interface RowWindow {
  /** @param onReached see {@link LoadOptions}. */
  read(
    offset: number,
    limit: number,
    signal: AbortSignal,
    onReached?: (rows: number) => void,
  ): Promise<Omit<RowPage, 'offset' | 'version'>>;
  /** Stops prefetching. */
  close(): void;
}

/** Number of ranges fetched beyond the requested one. */
const prefetchedRanges = 2;
/** A caller that reads longer ranges is not scrolling. */
const maxPrefetchedRows = 1_000;

function collect(pages: readonly (LoadedPage | null)[], offset: number, limit: number): Row[] {
  const rows: Row[] = [];
  for (const page of pages) {
    if (page === null) break;
    rows.push(...page.rows.slice(Math.max(0, offset - page.start), Math.max(0, offset + limit - page.start)));
  }
  return rows;
}

/** Pages of equal size are all requested at once; others follow from where the last one ended. */
async function loadRange(paging: Paging, offset: number, limit: number, options: LoadOptions): Promise<LoadedPage[]> {
  const pages: LoadedPage[] = [];
  const end = offset + limit;
  for (let row = offset; row < end; ) {
    const starts: number[] = [];
    for (let start = row; start < end; start += Math.max(1, paging.size)) starts.push(start);
    const loaded = await Promise.all(starts.map((start) => paging.load(start, options)));
    for (const page of loaded) {
      // Pages of different sizes may come twice, or leave a gap that the next round closes.
      if (page === null) return pages;
      if (page.start > row) break;
      const behind = page.start + page.rows.length;
      if (behind <= row) continue;
      pages.push(page);
      row = behind;
    }
  }
  return pages;
}

export function openRowWindow(paging: Paging): RowWindow {
  let fetching = new AbortController();
  let previous: number | null = null;

  /** Reading on from the previous range keeps the prefetches; a jump cancels them. */
  function moveTo(offset: number, limit: number): 'forwards' | 'backwards' {
    const distance = previous === null ? 0 : offset - previous;
    previous = offset;
    if (Math.abs(distance) > limit * (prefetchedRanges + 1)) {
      fetching.abort();
      fetching = new AbortController();
    }
    return distance < 0 ? 'backwards' : 'forwards';
  }

  function prefetch(offset: number, limit: number, direction: 'forwards' | 'backwards'): void {
    const options = { signal: fetching.signal, priority: -1 };
    for (let step = 1; step <= prefetchedRanges; step += 1) {
      const from = direction === 'backwards' ? offset - limit * step : offset + limit * step;
      const total = paging.count();
      if (from + limit <= 0 || (total !== null && from >= total)) continue;
      // A failed prefetch fails again, and is reported, when its rows are requested.
      loadRange(paging, Math.max(0, from), limit, options).catch(() => undefined);
    }
  }

  return {
    async read(offset, limit, signal, onReached) {
      const direction = moveTo(offset, limit);
      const pages = await loadRange(paging, offset, limit, { signal, priority: 0, onReached });
      const rows = collect(pages, offset, limit);
      const count = paging.count();
      const last = rows.length < limit || (count !== null && offset + rows.length >= count);
      if (limit <= maxPrefetchedRows && previous === offset) prefetch(offset, limit, direction);
      return { rows, count, last };
    },
    close: () => fetching.abort(),
  };
}
