import { quoteLiteral } from '#shared/text/quoting.ts';
import type { ParquetFile } from '../files/parquet-file.ts';
import { type StoreFolders, versionFolder } from '../files/store-folders.ts';
import { placeholderColumn, type StoredColumn, type StoredVersion } from '../files/stored-version.ts';
import type { VersionFiles } from './version-files/version-files.ts';

/** A version whose rows are read, with what every reader of it needs; as a {@link ParquetFile} it is the stored file. */
export interface OpenVersion extends ParquetFile {
  readonly version: StoredVersion;
  /** Its folder for rebuildable files. */
  readonly folder: string;
  readonly use: NonNullable<ParquetFile['use']>;
}

interface VersionPlaces {
  readonly files: VersionFiles;
  readonly folders: StoreFolders;
}

/** Opens nothing yet: the files may be missing. */
export function openVersion({ files, folders }: VersionPlaces, version: StoredVersion): OpenVersion {
  const { key, rows, columns } = version;
  return {
    version,
    path: files.path(version),
    rows,
    columns,
    folder: versionFolder(folders.cache, key),
    use: (work, read) => files.use(version, work, read),
  };
}

/** Name of the row number within a {@link storedTable}: 0-based position in the file. */
export const rowNumber = 'n';

/** Name of a column within a {@link storedTable}. A user's column name never becomes part of a statement. */
export function columnReference(position: number): string {
  return `c${position}`;
}

/** The FROM clause that reads a stored file: its columns as `c0`, `c1`, … and the row number as `n`. */
export function storedTable(path: string, columns: readonly StoredColumn[]): string {
  const names = columns.length === 0 ? [placeholderColumn] : columns.map((_, position) => columnReference(position));
  return `read_parquet(${quoteLiteral(path)}, file_row_number = true) AS stored(${[...names, rowNumber].join(', ')})`;
}
