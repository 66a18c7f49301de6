import { type Static, Type } from 'typebox';
import { maxNoteLength } from '../api/publishing.ts';
import { ExplanationSchema, FailureSchema } from '../failures/schemas.ts';
import { Choice, Every, Guards, Retention } from '../follow.ts';
import type { Immutable } from '../immutable.ts';
import { phases } from '../phases.ts';
import { RowQuerySchema } from '../query-schemas.ts';
import { oneOf, orNull } from '../schema-parts.ts';
import { exportFormats } from '../source-formats.ts';
import { DatasetReference } from './records.ts';
import { FileOptions } from './source-file.ts';

const count = Type.Integer({ minimum: 0 });

export const ExportFormatSchema = oneOf(...exportFormats);

export const NamespaceReaders = Type.Object({
  published: Type.Boolean(),
  /** Absolute addresses of the groups that may read it; empty for everyone. */
  allowedGroups: Type.Array(Type.String()),
});
export type NamespaceReaders = Immutable<Static<typeof NamespaceReaders>>;

export const PublishRequest = Type.Object({
  kind: Type.Literal('publish'),
  connection: Type.String(),
  path: Type.String({ minLength: 1 }),
  options: FileOptions,
  /**
   * `create` makes it if there is none with that slug; `readers` says who may read an existing one once the version is
   * ready, and leaves that unchanged if missing.
   */
  namespace: Type.Object({
    slug: Type.String({ minLength: 1 }),
    create: Type.Optional(Type.Object({ label: Type.String(), ...NamespaceReaders.properties })),
    readers: Type.Optional(NamespaceReaders),
  }),
  dataset: Type.Object({
    slug: Type.String({ minLength: 1 }),
    create: Type.Optional(Type.Object({ label: Type.String(), description: Type.String() })),
  }),
  /** Where the data of a dataset that is made come from. */
  provenance: Type.Optional(Type.Object({ source: Type.String(), contact: Type.String() })),
  mode: oneOf('replace', 'append'),
  /** File for rows with bad values; null: a bad value fails the whole job. */
  rejects: orNull(Type.String()),
  licence: Type.Optional(Type.String()),
  /** What is new in the version, or why it was published. */
  note: Type.Optional(Type.String({ maxLength: maxNoteLength })),
  /** Whether to publish nothing if rows are replaced and data would be lost: see {@link Replacement.loses}. */
  refuseLoss: Type.Optional(Type.Boolean()),
});
export type PublishRequest = Immutable<Static<typeof PublishRequest>>;

/** What would change if a version replaced the newest one. */
export const Replacement = Type.Object({
  changes: ExplanationSchema,
  /** Whether a column is removed or changes its type, or the number of rows falls by more than a third. */
  loses: Type.Boolean(),
  /** By column, which values are in no code list: how many, and some of them; missing if they were not counted. */
  unlisted: Type.Optional(
    Type.Array(Type.Object({ column: Type.String(), count: Type.Integer(), values: Type.Array(Type.String()) })),
  ),
});
export type Replacement = Immutable<Static<typeof Replacement>>;

/** Rows of the view by position: `from` to `to` (exclusive). */
export const RowRange = Type.Object({ from: count, to: count });
export type RowRange = Immutable<Static<typeof RowRange>>;

export const ExportRequest = Type.Object({
  kind: Type.Literal('export'),
  reference: DatasetReference,
  query: RowQuerySchema,
  /** Only these rows of the query, in this order; null for all. */
  selection: orNull(Type.Array(RowRange)),
  format: ExportFormatSchema,
  /**
   * CSV for spreadsheets: a byte order mark, the list separator of the user's language, and an apostrophe before texts
   * that would be evaluated as formulas, unless `formulas` keeps them.
   */
  spreadsheet: Type.Optional(Type.Object({ separator: oneOf(',', ';'), formulas: Type.Optional(Type.Boolean()) })),
  /** What heads the columns of a workbook; labels if missing. */
  headings: Type.Optional(oneOf('labels', 'names')),
  target: Type.String({ minLength: 1 }),
  /** Whether to write a Data Package descriptor beside it. */
  descriptor: Type.Boolean(),
});
export type ExportRequest = Immutable<Static<typeof ExportRequest>>;

/** Copies a version of a remote dataset to the local service. */
export const PinRequest = Type.Object({
  kind: Type.Literal('pin'),
  reference: DatasetReference,
  /** Slug of the version; null for the newest. */
  version: orNull(Type.String()),
  /** Whether everyone who can reach the local service may read the copy; otherwise only the desktop's own account. */
  public: Type.Optional(Type.Boolean()),
});
export type PinRequest = Immutable<Static<typeof PinRequest>>;

/** Compares bytes with their recorded checksum. */
export const VerifyRequest = Type.Object({
  kind: Type.Literal('verify'),
  subject: Type.Union([
    Type.Object({ kind: Type.Literal('version'), reference: DatasetReference, version: orNull(Type.String()) }),
    Type.Object({ kind: Type.Literal('file'), path: Type.String({ minLength: 1 }) }),
  ]),
});
export type VerifyRequest = Immutable<Static<typeof VerifyRequest>>;

/** Lets a service compare two versions of a dataset. */
export const DiffRequest = Type.Object({
  kind: Type.Literal('diff'),
  reference: DatasetReference,
  before: Type.String(),
  after: Type.String(),
  /** Columns that identify a row: null for the dataset's, which are found and kept; empty to compare whole rows. */
  key: orNull(Type.Array(Type.String())),
});
export type DiffRequest = Immutable<Static<typeof DiffRequest>>;

/** Copies the local store into a file that ends with `.tar`, or a folder. */
export const BackupRequest = Type.Object({ kind: Type.Literal('backup'), target: Type.String({ minLength: 1 }) });
export type BackupRequest = Immutable<Static<typeof BackupRequest>>;

/** Replaces the local store, which is moved aside, with a backup. */
export const RestoreRequest = Type.Object({ kind: Type.Literal('restore'), source: Type.String({ minLength: 1 }) });
export type RestoreRequest = Immutable<Static<typeof RestoreRequest>>;

/** Fetches data from the web for the first time, publishes them as a dataset of the local service, and follows them. */
export const FollowRequest = Type.Object({
  kind: Type.Literal('follow'),
  choice: Choice,
  namespace: PublishRequest.properties.namespace,
  dataset: PublishRequest.properties.dataset,
  every: Every,
  allowPrivate: Type.Boolean(),
  retention: Retention,
  guards: Guards,
});
export type FollowRequest = Immutable<Static<typeof FollowRequest>>;

export const JobRequest = Type.Union([
  PublishRequest,
  ExportRequest,
  PinRequest,
  VerifyRequest,
  DiffRequest,
  BackupRequest,
  RestoreRequest,
  FollowRequest,
]);
export type JobRequest = Immutable<Static<typeof JobRequest>>;

export const PublishResult = Type.Object({
  kind: Type.Literal('publish'),
  reference: DatasetReference,
  /** Absolute address of the dataset; `NAMESPACE/DATASET` if no service responds over HTTP after the job. */
  address: Type.String(),
  version: Type.String(),
  rows: count,
  checksum: Type.String(),
  /** What was converted while reading. */
  conversions: Type.Array(ExplanationSchema),
  /** Omitted rows, and the file that they were written to. */
  rejected: count,
  rejects: orNull(Type.String()),
});
export type PublishResult = Immutable<Static<typeof PublishResult>>;

export const ExportResult = Type.Object({
  kind: Type.Literal('export'),
  path: Type.String(),
  descriptor: orNull(Type.String()),
  rows: count,
  bytes: count,
  checksum: Type.String(),
  /** Slug of the rows' version; null if the service does not report it. */
  version: orNull(Type.String()),
});
export type ExportResult = Immutable<Static<typeof ExportResult>>;

export const PinResult = Type.Object({
  kind: Type.Literal('pin'),
  /** The copy, on the local connection. */
  reference: DatasetReference,
  version: Type.String(),
  rows: count,
  /** Whether the copy was already there. */
  present: Type.Boolean(),
  /** Whether everyone who can reach the local service may read the copy. */
  public: Type.Boolean(),
});
export type PinResult = Immutable<Static<typeof PinResult>>;

export const VerifyResult = Type.Object({
  kind: Type.Literal('verify'),
  /** `not-checked`: there is nothing to compare with, for the given reason. */
  verdict: oneOf('verified', 'differs', 'not-checked'),
  /** Why the bytes were not verified; null if they were. */
  reason: orNull(ExplanationSchema),
  expected: orNull(Type.String()),
  found: orNull(Type.String()),
});
export type VerifyResult = Immutable<Static<typeof VerifyResult>>;

export const DiffResult = Type.Object({
  kind: Type.Literal('diff'),
  key: Type.Array(Type.String()),
  added: count,
  removed: count,
  changed: count,
  columnsAdded: Type.Array(Type.String()),
  columnsRemoved: Type.Array(Type.String()),
  columnsRetyped: Type.Array(Type.Object({ name: Type.String(), before: Type.String(), after: Type.String() })),
});
export type DiffResult = Immutable<Static<typeof DiffResult>>;

export const BackupResult = Type.Object({
  kind: Type.Literal('backup'),
  target: Type.String(),
  datasets: count,
  versions: count,
  bytes: count,
  /** Bytes that the previous backup did not contain. */
  copiedBytes: count,
  /** Files that were damaged or missing in the store, and are not in the backup. */
  damaged: count,
});
export type BackupResult = Immutable<Static<typeof BackupResult>>;

/** Everything was copied and checked; it replaces the store when the backend restarts, which follows immediately. */
export const RestoreResult = Type.Object({
  kind: Type.Literal('restore'),
  /** When the backup was made, ISO 8601. */
  made: Type.String(),
  datasets: count,
  versions: count,
  accounts: count,
  /** Folder that the previous store is moved to. */
  aside: Type.String(),
});
export type RestoreResult = Immutable<Static<typeof RestoreResult>>;

/** The data were published, and are followed. */
export const FollowResult = Type.Object({
  kind: Type.Literal('follow'),
  reference: DatasetReference,
  version: Type.String(),
  rows: count,
});
export type FollowResult = Immutable<Static<typeof FollowResult>>;

export const JobResult = Type.Union([
  PublishResult,
  ExportResult,
  PinResult,
  VerifyResult,
  DiffResult,
  BackupResult,
  RestoreResult,
  FollowResult,
]);
export type JobResult = Immutable<Static<typeof JobResult>>;

export const JobProgress = Type.Object({
  phase: oneOf(...phases),
  rows: count,
  bytes: count,
  /** 0 to 1; null where unknown. */
  fraction: orNull(Type.Number({ minimum: 0, maximum: 1 })),
  /** Rates over the last few seconds; null while unknown. */
  rowsPerSecond: orNull(Type.Number()),
  bytesPerSecond: orNull(Type.Number()),
  remainingSeconds: orNull(Type.Number()),
});
export type JobProgress = Immutable<Static<typeof JobProgress>>;

/**
 * `paused`: uses no worker; resumes where it was if `resumable`, otherwise restarts. `cut-off`: Almanac ended during
 * the job; it left nothing behind and can be retried.
 */
export const JobState = oneOf('queued', 'running', 'paused', 'done', 'failed', 'cancelled', 'cut-off');
export type JobState = Static<typeof JobState>;

/** One long piece of work, past or present. */
export const Job = Type.Object({
  id: Type.String(),
  request: JobRequest,
  state: JobState,
  /** ISO 8601. */
  created: Type.String(),
  started: orNull(Type.String()),
  ended: orNull(Type.String()),
  /** The latest progress; null before the first. */
  progress: orNull(JobProgress),
  /** Whether it resumes where it was after a pause or a restart. */
  resumable: Type.Boolean(),
  result: orNull(JobResult),
  failure: orNull(FailureSchema),
  /** Number of values that could not be read; `listBadValues` lists the first thousand. */
  badCount: count,
  /** What happened on the way: a new version that caused a restart, a service that had to be waited for. */
  notices: Type.Array(ExplanationSchema),
});
export type Job = Immutable<Static<typeof Job>>;

/** When and where the local store was last backed up completely. */
export const LastBackup = Type.Object({ made: Type.String(), target: Type.String(), bytes: count });
export type LastBackup = Immutable<Static<typeof LastBackup>>;

/** What a backup's manifest says, before anything is restored. */
export const BackupContents = Type.Object({
  source: Type.String(),
  /** Time of the store's state in the backup, ISO 8601. */
  made: Type.String(),
  /** The program that wrote it, with its version. */
  tool: Type.String(),
  namespaces: count,
  datasets: count,
  versions: count,
  accounts: count,
  /** Total size of the files that a restore writes. */
  bytes: count,
  /** Files that were already damaged or missing in the store, and are not in the backup. */
  damaged: count,
  /** Whether it is an earlier or later state of the current local store. */
  isOwn: Type.Boolean(),
  withSettings: Type.Boolean(),
});
export type BackupContents = Immutable<Static<typeof BackupContents>>;

/** Where a local copy of a remote version came from, and whether the origin has newer versions. */
export const PinnedDataset = Type.Object({
  /** The copy. */
  reference: DatasetReference,
  version: Type.String(),
  origin: Type.Object({
    connection: orNull(Type.String()),
    /** Absolute address of the dataset. */
    address: Type.String(),
    version: orNull(Type.String()),
    checksum: Type.String(),
  }),
  pinned: Type.String(),
  /** Whether everyone who can reach the local service may read the copy. */
  public: Type.Boolean(),
  /** Slug of a newer version at the origin; null if there is none or the origin could not be reached. */
  newer: orNull(Type.String()),
});
export type PinnedDataset = Immutable<Static<typeof PinnedDataset>>;
