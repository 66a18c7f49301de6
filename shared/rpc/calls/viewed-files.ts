import { type Static, Type } from 'typebox';
import { Failure } from '../../failures.ts';
import { oneOf, orNull } from '../one-of.ts';
import { DatasetReference } from '../records.ts';
import { FileOptions, FilePreview } from '../source-file.ts';

const nothing = Type.Object({});
const count = Type.Integer({ minimum: 0 });
const id = Type.String({ minLength: 1, maxLength: 100 });
const ofFile = Type.Object({ id });

/** The connection to the service that holds the files that are only viewed. No list of connections has it. */
export const scratchConnection = 'scratch';

/** A file of the user's that is viewed without being published. */
export const ViewedFile = Type.Object({
  /** Made of the path: the same file has the same id in every run. */
  id,
  path: Type.String(),
  /** Its dataset in the scratch service; it can be read once `stored` is true. */
  reference: DatasetReference,
  /** How the user wants it to be read. */
  options: FileOptions,
  state: oneOf('reading', 'ready', 'failed', 'cancelled'),
  /** Whether there are rows: those of this reading, or of an earlier one where this one is under way or failed. */
  stored: Type.Boolean(),
  /** While it is read: records so far, and how far that is (0 to 1; null where unknown). */
  progress: orNull(Type.Object({ rows: count, fraction: orNull(Type.Number()) })),
  /** Records that are stored; null until then. */
  rows: orNull(count),
  /** Records that could not be read and were left out. */
  rejected: count,
  /** Sheets of a workbook; empty for every other format. */
  sheets: Type.Array(Type.String()),
  /** Why it could not be read; null unless `state` is `failed`. */
  failure: orNull(Failure),
  /** How the file on the disk compares with what was read. */
  onDisk: oneOf('same', 'changed', 'missing'),
});
export type ViewedFile = Static<typeof ViewedFile>;

/** The calls of `backend.ts` about files that are viewed without being published. */
export const viewedFileCalls = {
  /**
   * Begins to view a file, or finds it where it is viewed already; what is wrong with it is in the record. Every change
   * to any of them is announced by `viewed-files-changed`.
   */
  viewFile: { parameters: Type.Object({ path: Type.String({ minLength: 1 }) }), result: ViewedFile },
  listViewedFiles: { parameters: nothing, result: Type.Array(ViewedFile) },
  /** The first records while the rest is being read; null before that and afterwards. */
  previewViewedFile: { parameters: ofFile, result: orNull(FilePreview) },
  /** Reads the file once more, with other options where some are given. */
  readViewedFileAgain: { parameters: Type.Object({ id, options: Type.Optional(FileOptions) }), result: ViewedFile },
  /** Ends the reading; rows of an earlier one stay. */
  cancelViewedFile: { parameters: ofFile, result: nothing },
  /** Removes what was stored of it; the file itself stays untouched. */
  closeViewedFile: { parameters: ofFile, result: nothing },
  /** Removes what an earlier run left behind, except for these. */
  retainViewedFiles: { parameters: Type.Object({ ids: Type.Array(id) }), result: nothing },
} as const;
