import { type Static, Type } from 'typebox';
import { FailureSchema } from '../../failures/schemas.ts';
import type { Immutable } from '../../immutable.ts';
import { RowQuerySchema } from '../../query-schemas.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { call, done, nothing } from '../call.ts';
import { ExportFormatSchema } from '../jobs.ts';
import { DatasetReference } from '../records.ts';
import { FileOptions, FilePreview } from '../source-file.ts';

const count = Type.Integer({ minimum: 0 });
const id = Type.String({ minLength: 1, maxLength: 100 });
const ofFile = Type.Object({ id });

/** The connection to the service for viewed files. No list of connections contains it. */
export const scratchConnection = 'scratch';

/** A file of the user's that is viewed without being published. */
export const ViewedFile = Type.Object({
  /** Derived from the path: the same file has the same id in every run. */
  id,
  path: Type.String(),
  /** The dataset of the file in the scratch service; readable once `stored` is true. */
  reference: DatasetReference,
  /** How the user wants it to be read. */
  options: FileOptions,
  state: oneOf('reading', 'ready', 'failed', 'cancelled'),
  /** Whether there are rows: of this reading, or of an earlier one if this one is in progress or failed. */
  stored: Type.Boolean(),
  /** While it is being read: records so far, and the fraction (0 to 1; null if unknown). */
  progress: orNull(Type.Object({ rows: count, fraction: orNull(Type.Number()) })),
  /** Stored records; null until then. */
  rows: orNull(count),
  /** Records that could not be read and were omitted. */
  rejected: count,
  /** Sheets of a workbook; empty for every other format. */
  sheets: Type.Array(Type.String()),
  /** Why it could not be read; null unless `state` is `failed`. */
  failure: orNull(FailureSchema),
  /** How the file on the disk compares with what was read. */
  onDisk: oneOf('same', 'changed', 'missing'),
});
export type ViewedFile = Immutable<Static<typeof ViewedFile>>;

/** The calls about files that are viewed without being published. */
export const viewedFileCalls = {
  /**
   * Starts viewing a file, or returns it if it is already viewed; problems are in the record. Every change to any of
   * them is announced by `viewed-files-changed`.
   */
  viewFile: call(Type.Object({ path: Type.String({ minLength: 1 }) }), ViewedFile),
  listViewedFiles: call(nothing, Type.Array(ViewedFile)),
  /** The first records while the rest is being read; null before and afterwards. */
  previewViewedFile: call(ofFile, orNull(FilePreview)),
  /** Reads the file again, with other options if given. */
  readViewedFileAgain: call(Type.Object({ id, options: Type.Optional(FileOptions) }), ViewedFile),
  /** Cancels the reading; rows of an earlier one stay. */
  cancelViewedFile: call(ofFile, done),
  /** Removes the stored rows of a file; the file itself stays untouched. */
  closeViewedFile: call(ofFile, done),
  /** Removes what an earlier run left behind, except for these. */
  retainViewedFiles: call(Type.Object({ ids: Type.Array(id) }), done),
  /** Writes rows of a file to another one, which a page in a browser downloads by the returned path. */
  exportResult: call(Type.Object({ id, query: RowQuerySchema, format: ExportFormatSchema }), Type.String()),
} as const;
