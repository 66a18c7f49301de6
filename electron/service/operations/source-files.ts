import type { ColumnType } from '#shared/api/column.ts';
import type { Explanation } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { IngestOptions, ReadingOptions, SurveyOptions, TablePreview, TableSurvey } from '../reading/reading.ts';
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
export interface SourceFiles {
  /**
   * Reads the first records of a file and detects the options that are not given; the cost does not grow with the
   * file.
   * @param purpose `take-in`: only what is needed to read the file is detected
   * @param scratchParent folder in which a temporary one is created
   * @throws {IngestError}
   */
  preview(
    file: ReadingOptions,
    purpose: 'show' | 'take-in',
    scratchParent: string,
    signal?: AbortSignal,
  ): Promise<TablePreview>;
  /** Describes how a file would be read. @throws {IngestError} */
  survey(file: ReadingOptions, options: SurveyOptions, work: LongWork): Promise<TableSurvey>;
  /** Reads, types and checks a file as publishing does; the result exists while `use` runs. @throws {IngestError} */
  withChecked<Result>(
    file: ReadingOptions,
    options: Pick<IngestOptions, 'rejects'>,
    work: LongWork,
    use: (file: CheckedFile) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Writes the rows of a file as Parquet to a new file.
   * @param metadata texts to store in the file, by key
   * @throws {IngestError}
   */
  toParquet(
    file: ReadingOptions,
    target: string,
    work: LongWork,
    metadata?: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** Works on files in a row store. */
export function sourceFilesIn(rows: RowStore): SourceFiles {
  const withIngested = <Result>(
    file: ReadingOptions,
    options: Pick<IngestOptions, 'rejects'>,
    work: LongWork,
    use: (stored: StoredVersion) => Promise<Result>,
  ) => withUnpublishedRows(rows, (key) => rows.ingest(key, file, options, work), use);
  return {
    preview: (file, purpose, scratchParent, signal) => rows.preview(file, purpose, scratchParent, signal),
    survey: (file, options, work) => rows.survey(file, options, work),
    withChecked: (file, options, work, use) =>
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
    toParquet: (file, target, work, metadata) =>
      withIngested(file, {}, work, async (stored) => {
        await rows.open(stored).exportTo(everyRow, 'parquet', target, work, { metadata });
      }),
  };
}
