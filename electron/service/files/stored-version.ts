import type { ColumnType } from '#shared/api/column.ts';
import type { StatedCodes } from '#shared/codes/stated-codes.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';

/** Names the rows of one immutable version: letters, digits, `-` and `_`, chosen by the catalogue, never reused. */
export type VersionKey = string;

export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Length of the longest value in characters for char and text, 8 for integer and float, null for geometry. */
  readonly size: number | null;
  /** The kind of dates or times that all values of a text column are; missing for other columns. */
  readonly moment?: MomentKind;
}

/** Everything that the catalogue stores about a version. */
export interface StoredVersion {
  readonly key: VersionKey;
  /** SHA-256 of the stored file, 64 hexadecimal characters. */
  readonly checksum: string;
  readonly rows: number;
  /** Size of the stored file. */
  readonly bytes: number;
  readonly columns: readonly StoredColumn[];
  /** Conversions while reading, for the user ("day: date to ISO 8601 text"). */
  readonly conversions: readonly Explanation[];
  /** Number of rows omitted because `rejects` allowed it. */
  readonly rejected: number;
  /** What stood around the table in the file, as text; missing for nothing. */
  readonly lines?: readonly LeftOutLine[];
  /** The codes that the file states for its columns; missing for none, and for a version from the catalogue. */
  readonly codes?: readonly StatedCodes[];
  /** The code lists that its columns had in the inputs of a recipe; missing as `codes`. */
  readonly lists?: readonly CodeLink[];
}

/** A column, and the dataset that lists its codes. */
export interface CodeLink {
  readonly column: string;
  readonly datasetId: number;
}

/** The stored file of a version, as in its record. */
export type StoredFile = Pick<StoredVersion, 'key' | 'checksum' | 'bytes'>;

/** Whether a stored file is intact. */
export type CheckVerdict = 'verified' | 'differs' | 'missing';

/** The outcome of verifying a stored file. */
export interface LastCheck {
  readonly verdict: CheckVerdict;
  /** When, ISO 8601. */
  readonly at: string;
  /** Whether it was only verified when it was written. */
  readonly asWritten: boolean;
}

/** A range of bytes; the end is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored file that is missing, truncated or altered. It is never served. */
export class DamagedVersionError extends ExplainedError {
  readonly key: VersionKey;
  constructor(key: VersionKey, reason: Explanation) {
    // Not 503: it is not temporary, and clients should not retry soon.
    super(reason, { kind: 'damaged', status: 500 });
    this.key = key;
  }
}

/** A version that was removed before or while it was read. */
export class RemovedVersionError extends ExplainedError {
  constructor() {
    super(explain('version-gone'), { kind: 'not-found', status: 404 });
  }
}

/** The column of stored files without columns, which Parquet does not have: it has no value, and is none of the version. */
export const placeholderColumn = 'nothing';
