import { LRUCache } from 'lru-cache';
import { shapeFrom } from './page-assembly.ts';
import type { PageBytes, PageRequest } from './page-request.ts';
import { readSpan, spanOf } from './row-file/read-row-file.ts';
import { closeRowFile, openRowFile, type RowFile } from './row-file/row-file.ts';

/** A longer page takes longer than waking another thread for it, about 0.4 ms. */
const maxBytes = 128 * 1024;

/** Maximum rows of a page that is read here whatever its length, while there is no other thread. */
const maxRows = 1000;

/**
 * Two pages in turn that took so long were not in memory; for a while, pages are then read by other threads. A single
 * one may have waited for a processor.
 */
const slowMs = 5;
const slowInTurn = 2;
const pauseMs = 2000;

const maxFiles = 32;

/**
 * Reads short pages of consecutive rows on the event loop: handing one to another thread takes longer than reading it
 * out of the system's page cache, as does the garbage that this leaves.
 */
export class ShortPages {
  readonly #files = new LRUCache<string, RowFile>({ max: maxFiles, dispose: closeRowFile });
  #slow = 0;
  #pausedUntil = 0;

  /**
   * @param alone whether there is no other thread yet
   * @returns null if another thread should read it
   * @throws {DamagedCacheError}
   */
  read(request: PageRequest, alone: boolean): PageBytes | null {
    if (request.kind !== 'range' || request.to - request.from > maxRows) return null;
    const began = performance.now();
    if (!alone && began < this.#pausedUntil) return null;
    const { file, from, to, form } = request;
    const { rows, offsets } = this.#fileOf(file);
    const span = spanOf(offsets, from, to);
    if (!alone && span.end - span.start > maxBytes) return null;
    const { shape, ...frame } = form;
    const page = readSpan(rows, span, to - from, { shape: shapeFrom(shape), frame });
    const ended = performance.now();
    this.#slow = ended - began > slowMs ? this.#slow + 1 : 0;
    if (this.#slow === slowInTurn) {
      this.#slow = 0;
      this.#pausedUntil = ended + pauseMs;
    }
    return page;
  }

  /** The checksums stay in the file, in which they are a page or two away: in memory they take 4 bytes for each KiB. */
  #fileOf(paths: Extract<PageRequest, { kind: 'range' }>['file']): RowFile {
    const open = this.#files.get(paths.rows);
    if (open !== undefined) return open;
    const file = openRowFile(paths, false);
    this.#files.set(paths.rows, file);
    return file;
  }

  /** Closes the files in a folder, or one file, so that they can be removed. */
  release(folder: string): void {
    for (const path of [...this.#files.keys()]) if (path.startsWith(folder)) this.#files.delete(path);
  }
}
