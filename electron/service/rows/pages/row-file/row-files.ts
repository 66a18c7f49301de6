import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongWork } from '../../../../lib/long-work.ts';
import { SharedWork } from '../../../../lib/shared-work.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Session } from '../../../engine/session.ts';
import type { DiskCache } from '../../../files/disk-cache.ts';
import type { ParquetFile, RowFilePaths } from '../../../files/parquet-file.ts';
import { madeWhole } from '../../../files/unfinished-name.ts';
import type { IsolatedProcesses } from '../../../reading/process/isolated-processes.ts';
import { type OpenVersion, rowNumber, storedTable } from '../../open-version.ts';
import type { VersionFiles } from '../../version-files/version-files.ts';
import { offsetBytes, offsetFileBytes } from './row-file.ts';
import { rawStrips, wideColumns } from './row-strips.ts';
import { writeRowFile } from './write-row-file.ts';

const rowFileName = 'rows';

export interface RowFilesParts {
  readonly engine: Engine;
  readonly isolated: IsolatedProcesses;
  readonly cache: DiskCache;
  readonly files: Pick<VersionFiles, 'assertContent' | 'use' | 'shared'>;
  /** Whether to build a row file as soon as it is missing. */
  readonly always: boolean;
  readonly log: (message: string, error: unknown) => void;
}

/**
 * The row files of versions: every row as raw text in the order of the file, and a table of the start of each. They are
 * built from the stored file and can be rebuilt at any time.
 */
export class RowFiles {
  readonly #parts: RowFilesParts;
  readonly #building = new SharedWork<void>();
  readonly #ready = new Map<string, RowFilePaths>();
  /** Estimated sizes of row files that are not built yet, by their folder. */
  readonly #sizes = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(parts: RowFilesParts) {
    this.#parts = parts;
  }

  /** The row file of a version; if it is missing, building it starts. */
  async find(open: OpenVersion): Promise<RowFilePaths | null> {
    const paths = await this.#existing(open);
    if (paths === null) void this.#makeSoon(open);
    return paths;
  }

  /**
   * As {@link find}, but waits for the row file of a wide version: reading its rows from the stored file takes as long
   * as building it. Null if the row file could not be built.
   */
  async findToRead(open: OpenVersion): Promise<RowFilePaths | null> {
    const paths = await this.#existing(open);
    if (paths !== null) return paths;
    const making = this.#makeSoon(open);
    if (open.columns.length <= wideColumns) return null;
    await making;
    return this.#existing(open);
  }

  /** Builds a row file in the background. Never rejects: the stored file can be read instead. */
  async #makeSoon(open: OpenVersion): Promise<void> {
    if (!this.#parts.always || open.columns.length === 0) return;
    await this.#make(open, {}, true).catch((error) => {
      if ((error as Error).name !== 'AbortError') {
        this.#parts.log('The row file of a version could not be built.', error);
      }
    });
  }

  /** Builds the row file if it is missing, and waits for it. */
  async make(open: OpenVersion, work: LongWork): Promise<void> {
    if (open.columns.length > 0) await this.#make(open, work, false);
  }

  /** @param isOptional whether it is not built if it would take more than the whole cache */
  async #make(open: OpenVersion, work: LongWork, isOptional: boolean): Promise<void> {
    const { shared } = this.#parts.files;
    // Known from the first moment on, so that it can be ended before it adds to a folder that is removed.
    await this.#building.join(open.folder, work.signal, async (signal) => {
      if (await this.#existing(open)) return;
      if (isOptional && shared !== null && (await shared.isTooLarge(open.version))) return;
      await this.#parts.cache.withRoom(() =>
        this.#build(open, { ...work, signal: AbortSignal.any([signal, this.#closing.signal]) }),
      );
    });
  }

  async #existing({ folder, rows: count }: OpenVersion): Promise<RowFilePaths | null> {
    const known = this.#ready.get(folder);
    const paths = known ?? pathsIn(join(folder, rowFileName), count);
    if (known === undefined) {
      if (!(await isComplete(paths))) return null;
      this.#ready.set(folder, paths);
    }
    this.#parts.cache.touch(join(folder, rowFileName));
    return paths;
  }

  async #build(open: OpenVersion, work: LongWork): Promise<void> {
    const { version, rows, folder } = open;
    const target = join(folder, rowFileName);
    const { shared } = this.#parts.files;
    work.signal?.throwIfAborted();
    const isFetched = await madeWhole(target, async (unfinished) => {
      const paths = pathsIn(unfinished, rows);
      await mkdir(unfinished, { recursive: true });
      const isShared = (await shared?.fetchRowFile(version, paths, work.signal)) ?? false;
      if (!isShared) await open.use(work, () => this.#derive(open, paths, unfinished, work));
      await rm(target, { recursive: true, force: true });
      return isShared;
    });
    this.#sizes.delete(folder);
    await this.#parts.cache.add(target);
    if (!isFetched) shared?.offerRowFile(version, pathsIn(target, rows));
  }

  async #derive(open: OpenVersion, paths: RowFilePaths, unfinished: string, work: LongWork): Promise<void> {
    const { signal } = work;
    await this.#parts.files.assertContent(open.version, signal === undefined ? {} : { signal });
    await this.#parts.cache.assertRoom(await this.#sizeOf(open, work));
    const rows = await this.#write(open, paths, unfinished, work);
    if (rows !== open.rows) throw new Error(`The row file has ${rows} rows instead of ${open.rows}.`);
  }

  /** Estimates the size once: without space for the row file, every reader of the version asks for it. */
  async #sizeOf(open: OpenVersion, work: LongWork): Promise<number> {
    const { folder } = open;
    const size =
      this.#sizes.get(folder) ?? (await this.#parts.engine.upkeep(work, (session) => estimateRowFile(session, open)));
    this.#sizes.set(folder, size);
    return size;
  }

  /** Statements on thousands of columns take much memory, most of which is released only when the process ends. */
  #write(open: OpenVersion, paths: RowFilePaths, folder: string, work: LongWork): Promise<number> {
    const { engine, isolated } = this.#parts;
    const { path, rows, columns, version } = open;
    return columns.length > wideColumns
      ? isolated.run({ kind: 'rows', file: { path, rows, columns }, paths, folder }, version.key, work)
      : engine.upkeep(work, (session) => writeRowFile(session, open, paths, work));
  }

  /** Removes an unreadable row file; it is rebuilt on demand. */
  async discard(folder: string): Promise<void> {
    this.invalidate(folder);
    await rm(join(folder, rowFileName), { recursive: true, force: true });
  }

  /** Drops the entries of a removed folder. */
  invalidate(folder: string): void {
    for (const known of this.#ready.keys()) {
      if (known.startsWith(folder) || folder.startsWith(known)) this.#ready.delete(known);
    }
    for (const known of this.#sizes.keys()) if (known.startsWith(folder)) this.#sizes.delete(known);
  }

  /** Cancels what is being built in a folder that is about to be removed, and drops its files from memory. */
  async end(folder: string, reason: Error): Promise<void> {
    await this.#building.end((key) => key === folder, reason);
    this.invalidate(folder);
  }

  /** Cancels everything that is being built, and waits for it to end. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The row store is closed.', 'AbortError'));
    await this.#building.settled();
  }
}

/** The last entry of the table is the end of the rows. */
async function isComplete({ rows, offsets, count }: RowFilePaths): Promise<boolean> {
  const [table, content] = await Promise.all([offsets, rows].map((path) => stat(path).catch(() => null)));
  if (!table || !content || table.size !== offsetFileBytes(count, content.size)) return false;
  const file = await open(offsets, 'r');
  try {
    const last = Buffer.alloc(offsetBytes);
    await file.read(last, 0, offsetBytes, count * offsetBytes);
    return content.size === last.readDoubleLE(0);
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

function pathsIn(folder: string, count: number): RowFilePaths {
  return { rows: join(folder, 'rows.bin'), offsets: join(folder, 'rows.off'), count };
}

/** Rows that are measured at the beginning, in the middle and at the end. */
const measuredRows = 1000;

/** Minimum size of a value with its separator. */
const leastValueBytes = 2;

/**
 * Estimates the size of a version's row file with its offsets, in bytes, by some of its rows. Of wide versions, which
 * take seconds to read, it returns the least that is possible.
 */
async function estimateRowFile(session: Session, file: ParquetFile): Promise<number> {
  const { rows, columns } = file;
  const bytes = columns.length > wideColumns ? columns.length * leastValueBytes : await meanRowBytes(session, file);
  return Math.ceil(rows * bytes) + offsetFileBytes(rows, rows * bytes);
}

async function meanRowBytes(session: Session, { path, rows, columns }: ParquetFile): Promise<number> {
  const [row] = rawStrips(columns);
  const starts = rows <= 3 * measuredRows ? [0] : [0, Math.floor(rows / 2), rows - measuredRows];
  const length = rows <= 3 * measuredRows ? rows : measuredRows;
  let bytes = 0;
  for (const from of starts) {
    const [sum] = await session.row(
      `SELECT sum(strlen(${row}) + 1) FROM ${storedTable(path, columns)}
        WHERE ${rowNumber} BETWEEN ${from} AND ${from + length - 1}`,
    );
    bytes += Number(sum);
  }
  return rows === 0 ? 0 : bytes / (starts.length * length);
}
