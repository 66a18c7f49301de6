import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import type { LongWork, Progress } from '../../../lib/long-work.ts';
import { SharedWork } from '../../../lib/shared-work.ts';
import type { Engine } from '../../engine/engine.ts';
import { builtOnce } from '../../files/built-once.ts';
import type { DiskCache } from '../../files/disk-cache.ts';
import { isUndamaged, type NumberFile, numberBytes, numbersInFile, writeNumberFile } from '../../files/number-file.ts';
import type { SharedFiles } from '../../files/shared-files.ts';
import { madeWhole, unfinishedName } from '../../files/unfinished-name.ts';
import { runFilePass } from '../../work/file-pass.ts';
import type { OpenVersion } from '../open-version.ts';
import type { PageRange, PageWork } from '../pages/encoded-page.ts';
import type { PageReaders } from '../pages/page-readers.ts';
import { partOf } from '../part-of.ts';
import type { Selection } from '../selection.ts';
import { HeavyTurns, isHeavy } from './heavy-turns.ts';
import { ColumnRanks, maxDistinct } from './ranks/column-ranks.ts';
import { planKeys, type RankedOrder, type RankedTerm, type writeOrder } from './ranks/write-order.ts';
import { UnfinishedView } from './unfinished-view.ts';
import {
  countSelected,
  type EndOfView,
  maxPieceRows,
  type PieceLimits,
  readEndNumbers,
  readViewNumbers,
} from './view-index.ts';

/** Maximum number of views that continue to be built when no caller waits for them. */
const maxBackgroundViews = 2;

/** Pages within this many rows of either end of an ordered view can be read before it is built. */
export const earlyRows = 1000;

/** Ends of views that stay in memory, 4 KB each. */
const maxEnds = 64;

/** Ranks that are not kept yet are made for a filtered order if at least one row in so many is selected. */
const rowsPerSelected = 4;

/** Maximum number of different integers, or combinations of them, that are counted faster than sorted. */
const maxCountedIntegers = 1 << 14;

/** Numbers of rows on which the way a view is built depends. */
export interface ViewLimits extends PieceLimits {
  /** From so many rows on, an order goes by ranks where that is faster. */
  readonly rankedFrom: number;
  /** From so many rows on, pages near the ends are read before a view is built. */
  readonly earlyFrom: number;
}

/** Smaller versions are sorted, and built as a whole, as fast; the first part of a filter takes a few milliseconds. */
export const defaultViewLimits: ViewLimits = {
  rankedFrom: 200_000,
  earlyFrom: 200_000,
  firstPieceRows: 1 << 18,
  maxPieceRows,
};

/** Row numbers of a view, and how many it has in all; null if they are not counted yet. */
export interface FoundNumbers {
  readonly numbers: Int32Array;
  readonly count: number | null;
}

interface ViewParts {
  readonly engine: Engine;
  readonly cache: DiskCache;
  readonly readers: PageReaders;
  readonly limits: ViewLimits;
  /** Views of other machines; null if there are none. */
  readonly shared: SharedFiles | null;
}

/** The indexes of views: built once, stored as files, the least recently used evicted. */
export class ViewFiles {
  readonly #parts: ViewParts;
  readonly #ranks: ColumnRanks;
  readonly #building = new SharedWork<NumberFile>();
  readonly #unfinished = new Map<string, UnfinishedView>();
  readonly #known = new Map<string, NumberFile>();
  readonly #ends = new LRUCache<string, Int32Array>({ max: maxEnds });
  readonly #readingEnds = new SharedWork<Int32Array>();
  readonly #left = new Set<AbortController>();
  readonly #turns = new HeavyTurns();

  constructor(parts: ViewParts) {
    this.#parts = parts;
    this.#ranks = new ColumnRanks({ ...parts, turns: this.#turns });
  }

  /** Whether pages near the ends of a version's views are read before these are built. */
  readsEarly({ rows }: OpenVersion): boolean {
    return rows >= this.#parts.limits.earlyFrom;
  }

  /** The view, if it is already built. */
  known(open: OpenVersion, selection: Selection): NumberFile | null {
    const view = this.#known.get(viewPath(open, selection.identity)) ?? null;
    if (view) this.#parts.cache.touch(view.path);
    return view;
  }

  /** The view; built if missing. Concurrent callers wait for the same work. */
  async get(open: OpenVersion, selection: Selection, work: LongWork): Promise<NumberFile> {
    const path = viewPath(open, selection.identity);
    return (
      this.known(open, selection) ??
      this.#building.join(path, work.signal, async (signal) => {
        const unfinished = new UnfinishedView();
        this.#unfinished.set(path, unfinished);
        const onProgress = (progress: Progress) => {
          unfinished.note(progress);
          work.onProgress?.(progress);
        };
        try {
          const making = {
            files: [path],
            open: () => this.#reopen(path),
            build: () =>
              this.#parts.cache.withRoom(() =>
                this.#build(open, selection, { ...work, signal, onProgress }, unfinished),
              ),
          };
          const view = await builtOnce(this.#parts.shared, making, signal);
          this.#known.set(path, view);
          await this.#parts.cache.add(path);
          return view;
        } finally {
          if (this.#unfinished.get(path) === unfinished) this.#unfinished.delete(path);
        }
      })
    );
  }

  /** Number of selected rows, if a view has it; null if they have not been counted. */
  countKnown(open: OpenVersion, { where, unorderedIdentity }: Selection): number | null {
    if (where === null) return open.rows;
    return this.#known.get(viewPath(open, unorderedIdentity))?.count ?? null;
  }

  /** Numbers of the {@link earlyRows} at an end of an ordered view, in its order: read once for all pages. */
  async endNumbers(open: OpenVersion, selection: Selection, end: EndOfView, work: LongWork): Promise<Int32Array> {
    const path = viewPath(open, selection.identity);
    const key = join(path, end);
    const known = this.#ends.get(key);
    if (known !== undefined) return known;
    return this.#readingEnds.join(key, work.signal, async (signal) => {
      const numbers = await readEndNumbers(
        this.#parts.engine,
        open,
        selection,
        { end, limit: earlyRows },
        { ...work, signal },
      );
      this.#ends.set(key, numbers);
      return numbers;
    });
  }

  /** How far the building of a view is. */
  progress(open: OpenVersion, selection: Selection): ViewProgress {
    const { identity, unorderedIdentity, order } = selection;
    if (identity === null) return { ...nothingToBuild, found: open.rows, count: open.rows };
    const known = this.known(open, selection);
    if (known) return { ...nothingToBuild, found: known.count, count: known.count };
    const count = this.countKnown(open, selection);
    const unfinished = this.#unfinished.get(viewPath(open, identity));
    if (unfinished === undefined) return { ...nothingToBuild, state: 'none', found: count ?? 0, count };
    // An order of selected rows may wait until these are known, on behalf of another view too.
    const filtering = order === null ? undefined : this.#unfinished.get(viewPath(open, unorderedIdentity));
    return {
      state: 'preparing',
      phase: order === null || filtering !== undefined ? 'filtering' : 'sorting',
      fraction: (filtering ?? unfinished).fraction,
      seconds: unfinished.seconds(),
      found: count ?? (filtering ?? unfinished).found,
      count,
    };
  }

  /**
   * The view of a selection, or its rows `from` to `to` (exclusive) if they are found sooner; it is then built without
   * a caller.
   * @param countLater whether rows may be found before all are counted, which those in the order of the file are
   */
  async soonest(
    open: OpenVersion,
    selection: Selection,
    { offset: from, limit }: PageRange,
    { signal, countLater = false, ...work }: PageWork,
  ): Promise<NumberFile | FoundNumbers> {
    signal?.throwIfAborted();
    const stop = new AbortController();
    const path = viewPath(open, selection.identity);
    const to = from + limit;
    const building = this.get(open, selection, { ...work, signal: stop.signal });
    const unfinished = this.#unfinished.get(path);
    const cancel = () => stop.abort(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    const sooner: Promise<NumberFile | FoundNumbers>[] = [building];
    if (unfinished !== undefined && countLater && selection.order === null)
      sooner.push(unfinished.first(to).then((first) => ({ numbers: first.slice(from, to), count: null })));
    try {
      const first = await Promise.race(sooner);
      if (!('path' in first)) this.leave(open, stop, building);
      return first;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /**
   * Continues building a view that no caller waits for any more, because it is likely to be requested again. Only the
   * latest few continue, so that a user who tries one order after the other does not keep the engine busy with all of
   * them; of large versions only the latest, because the one that is awaited next would wait for its turn.
   */
  leave({ rows }: OpenVersion, stop: AbortController, work: Promise<unknown>): void {
    this.#left.add(stop);
    work.catch(() => {}).finally(() => this.#left.delete(stop));
    for (const oldest of this.#left) {
      if (this.#left.size <= (isHeavy(rows) ? 1 : maxBackgroundViews)) break;
      this.#left.delete(oldest);
      oldest.abort(new DOMException('Other views were asked for since.', 'AbortError'));
    }
  }

  /** A view from an earlier run or another machine. */
  async #reopen(path: string): Promise<NumberFile | null> {
    const found = await stat(path).catch(() => null);
    if (found === null) return null;
    const count = numbersInFile(found.size);
    // A damaged one is noticed when it is read; but another machine would send it again.
    if (count !== null && (this.#parts.shared === null || (await isUndamaged({ path, count })))) return { path, count };
    await this.discard(path);
    return null;
  }

  /** Removes a damaged view; it is rebuilt on demand. */
  async discard(path: string): Promise<void> {
    this.#known.delete(path);
    // A reader may still have the damaged file open.
    await this.#parts.readers.release(path);
    await rm(path, { force: true });
  }

  async #build(open: OpenVersion, selection: Selection, work: LongWork, found: UnfinishedView): Promise<NumberFile> {
    await mkdir(open.folder, { recursive: true });
    await this.#assertRoom(open, selection, work);
    const order = await this.#rankedOrder(open, selection, work);
    const view = order && (await this.#buildByRanks(order, viewPath(open, selection.identity), work));
    return view ?? (await this.#buildByEngine(open, selection, work, found));
  }

  /** Assures space for a view. Selected rows are counted only if all would not fit. @throws {DiskFullError} */
  async #assertRoom(open: OpenVersion, selection: Selection, work: LongWork): Promise<void> {
    let { rows } = open;
    if (selection.where !== null && !(await this.#parts.cache.hasRoom(rows * numberBytes))) {
      const unordered = this.#known.get(viewPath(open, selection.unorderedIdentity));
      rows = unordered?.count ?? (await countSelected(this.#parts.engine, open, selection, work));
    }
    await this.#parts.cache.assertRoom(rows * numberBytes);
  }

  async #buildByEngine(
    version: OpenVersion,
    selection: Selection,
    work: LongWork,
    found: UnfinishedView,
  ): Promise<NumberFile> {
    const path = viewPath(version, selection.identity);
    return await madeWhole(path, async (unfinished) => {
      const count = await writeNumberFile(unfinished, (write) => {
        const take = async (numbers: Uint8Array) => {
          await write(numbers);
          if (selection.order === null)
            found.add(new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length / numberBytes));
        };
        const read = () =>
          readViewNumbers(this.#parts.engine, version, selection, { ...this.#parts.limits, take }, work);
        return selection.order === null ? read() : this.#turns.run(version.rows, work, read);
      });
      return { path, count };
    });
  }

  /** What a view is sorted by, if ranks are faster than the engine's own sort; else null. */
  async #rankedOrder(open: OpenVersion, selection: Selection, work: LongWork): Promise<Omit<RankedOrder, 'to'> | null> {
    const { rows } = open;
    const { order, where } = selection;
    if (order === null || rows < this.#parts.limits.rankedFrom) return null;
    const integers = order.every(({ type }) => type === 'integer');
    let limit = integers ? maxCountedIntegers : maxDistinct;
    if (order.some((column) => this.#ranks.isUnranked(open, column, limit))) return null;
    const unordered = { ...selection, order: null, identity: selection.unorderedIdentity };
    const chosen = where === null ? null : await this.get(open, unordered, work);
    const isMost = chosen === null || chosen.count * rowsPerSelected >= rows;
    const terms: RankedTerm[] = [];
    for (const [at, column] of order.entries()) {
      const ranks = isMost
        ? await this.#ranks.get(open, column, limit, partOf(work, at / order.length / 2, 1 / order.length / 2))
        : await this.#ranks.kept(open, column);
      if (ranks === null || ranks.distinct > limit) return null;
      if (integers) limit = Math.floor(limit / (ranks.distinct + 1));
      terms.push({ ranks, descending: column.descending });
    }
    if (planKeys(terms) === null) return null;
    return { terms, rows, selected: chosen };
  }

  /** The sorted view; null if its rows are too uneven, or what it is made from was damaged and has been removed. */
  async #buildByRanks(order: Omit<RankedOrder, 'to'>, path: string, work: LongWork): Promise<NumberFile | null> {
    const unfinished = unfinishedName(path);
    try {
      const onRows = (rows: number) =>
        partOf(work, 0.5, 0.5).onProgress?.({ phase: 'sorting', rows, bytes: 0, fraction: rows / order.rows / 2 });
      const outcome = await this.#turns.run(order.rows, work, () =>
        runFilePass<typeof writeOrder>('order', { ...order, to: unfinished }, work.signal, onRows),
      );
      if (outcome.kind === 'damaged') {
        if (outcome.path === order.selected?.path) await this.discard(outcome.path);
        else await this.#ranks.discard(outcome.path);
      }
      if (outcome.kind !== 'written') return null;
      await rename(unfinished, path);
    } finally {
      await rm(unfinished, { force: true });
    }
    return await this.#reopen(path);
  }

  /** Removes the entries of a removed folder or file. */
  invalidate(folder: string): void {
    for (const path of this.#known.keys()) if (path.startsWith(folder)) this.#known.delete(path);
  }

  /** Cancels the building of views in a folder that is about to be removed, and clears its files from memory. */
  async end(folder: string, reason: Error): Promise<void> {
    await this.#building.end((path) => dirname(path) === folder, reason);
    await this.#readingEnds.end((key) => dirname(dirname(key)) === folder, reason);
    await this.#ranks.end(folder, reason);
    this.invalidate(folder);
  }

  /** Cancels the building of all views, and waits for it to end. */
  async close(): Promise<void> {
    await Promise.all([this.#building.close(), this.#readingEnds.close()]);
    await this.#ranks.close();
  }
}

/** What is reported of a view that is not being built; without its number of rows. */
const nothingToBuild = { state: 'ready', phase: null, fraction: null, seconds: 0 } as const;

function viewPath({ folder }: OpenVersion, identity: string | null): string {
  return join(
    folder,
    `${createHash('sha256')
      .update(identity ?? '')
      .digest('hex')
      .slice(0, 40)}.view`,
  );
}
