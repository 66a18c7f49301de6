import type { ColumnType } from '#shared/api/column.ts';
import type { Explanation } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { IngestOptions, ReadingOptions } from '../reading/reading.ts';
import { storedNames } from '../reading/values/stored-names.ts';
import type { RowStore } from '../rows/row-store.ts';
import { withUnpublishedRows } from './publish/unpublished-rows.ts';

/** A file that was read, typed and checked, available as canonical Parquet. */
export interface CheckedFile {
  readonly rows: number;
  /** Size of the Parquet file. */
  readonly bytes: number;
  /** Columns with their names in the Parquet file, which are unique regardless of case. */
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly storedName: string }[];
  readonly conversions: readonly Explanation[];
  /** Number of rows omitted because of bad values. */
  readonly rejected: number;
  /** The content of the Parquet file. */
  read(): Promise<NodeJS.ReadableStream>;
}

/** Reads, checks and converts the user's files, without any dataset. */
export type SourceFiles = ReturnType<typeof sourceFilesIn>;

/** Works on files in a row store. */
export function sourceFilesIn(rows: RowStore) {
  const withIngested = <Result>(
    file: ReadingOptions,
    options: Pick<IngestOptions, 'rejects'>,
    work: LongWork,
    use: (stored: StoredVersion) => Promise<Result>,
  ) => withUnpublishedRows(rows, (key) => rows.ingest(key, file, options, work), use);
  return {
    /** As {@link RowStore.preview}. @throws {IngestError} */
    preview: rows.preview.bind(rows),
    /** As {@link RowStore.survey}. @throws {IngestError} */
    survey: rows.survey.bind(rows),
    /** Reads, types and checks a file as publishing does; the result exists while `use` runs. @throws {IngestError} */
    withChecked: <Result>(
      file: ReadingOptions,
      options: Pick<IngestOptions, 'rejects'>,
      work: LongWork,
      use: (file: CheckedFile) => Promise<Result>,
    ) =>
      withIngested(file, options, work, (stored) => {
        const inFile = storedNames(stored.columns.map(({ name }) => name));
        return use({
          rows: stored.rows,
          bytes: stored.bytes,
          columns: stored.columns.map(({ name, type }, position) => ({
            name,
            type,
            storedName: inFile[position] ?? name,
          })),
          conversions: stored.conversions,
          rejected: stored.rejected,
          read: () => rows.open(stored).storedFile(),
        });
      }),
    /**
     * Writes the rows of a file as Parquet to a new file.
     * @param metadata texts to store in the file, by key
     * @throws {IngestError}
     */
    toParquet: (
      file: ReadingOptions,
      target: string,
      work: LongWork,
      metadata?: Readonly<Record<string, string>>,
    ): Promise<void> =>
      withIngested(file, {}, work, async (stored) => {
        await rows.open(stored).exportTo(everyRow, 'parquet', target, work, { metadata });
      }),
  };
}
