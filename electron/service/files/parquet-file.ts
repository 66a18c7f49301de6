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

/**
 * Options for writing Parquet: row groups that are quick to skip and to read, and the geometry type in the schema
 * itself besides GeoParquet's metadata, which omit columns without values. With the encodings of the format's second
 * version the lightest compression level yields smaller files than a higher one with the first version's encodings, in
 * two thirds of the time.
 */
export const parquetOptions =
  "FORMAT parquet, PARQUET_VERSION V2, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE 61440, GEOPARQUET_VERSION 'BOTH'";
