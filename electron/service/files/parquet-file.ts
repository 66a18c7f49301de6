import type { LongWork } from '../../lib/long-work.ts';
import type { StoredColumn } from './stored-version.ts';

/** A stored file to read rows from without its row file. */
export interface ParquetFile {
  readonly path: string;
  readonly rows: number;
  readonly columns: readonly StoredColumn[];
  /** Keeps the file on this machine while it is read; missing if it always is there. */
  readonly use?: <Result>(work: LongWork, read: () => Promise<Result>) => Promise<Result>;
}

/** Runs work that reads a stored file by its path. */
export function reading<Result>({ use }: ParquetFile, work: LongWork, read: () => Promise<Result>): Promise<Result> {
  return use === undefined ? read() : use(work, read);
}

/** The row file of a version: two paths, and the number of rows. */
export interface RowFilePaths {
  readonly rows: string;
  readonly offsets: string;
  readonly count: number;
}
