import { type Static, Type } from 'typebox';
import { Explanation, Failure } from '../failures.ts';
import { oneOf, orNull } from './one-of.ts';
import { DatasetReference, RowQuerySchema } from './records.ts';
import { FileOptions } from './source-file.ts';

const count = Type.Integer({ minimum: 0 });

/** The formats that rows go out in. */
export const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'] as const;
export const ExportFormatSchema = oneOf(...exportFormats);
export type ExportFormatName = (typeof exportFormats)[number];

/** Who may read a namespace. */
export const NamespaceReaders = Type.Object({
  published: Type.Boolean(),
  /** Absolute addresses of the groups that may read it; empty for everyone. */
  allowedGroups: Type.Array(Type.String()),
});
export type NamespaceReaders = Static<typeof NamespaceReaders>;

/** A file becomes a version of a dataset. */
export const PublishRequest = Type.Object({
  kind: Type.Literal('publish'),
  connection: Type.String(),
  path: Type.String({ minLength: 1 }),
  options: FileOptions,
  /**
   * `create` makes it when there is none of that slug; `readers` says who may read one that is there from the moment
   * at which the version is ready, and where it is left out that stays as it is.
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
  mode: oneOf('replace', 'append'),
  /** Where rows with bad values go; null: a bad value fails the whole. */
  rejects: orNull(Type.String()),
  licence: Type.Optional(Type.String()),
});
export type PublishRequest = Static<typeof PublishRequest>;

/** Rows of the view by position: `from` to `to`, the end not included. */
export const RowRange = Type.Object({ from: count, to: count });
export type RowRange = Static<typeof RowRange>;

/** Rows become a file. */
export const ExportRequest = Type.Object({
  kind: Type.Literal('export'),
  reference: DatasetReference,
  query: RowQuerySchema,
  /** Only these rows of the query, in this order; null for all of them. */
  selection: orNull(Type.Array(RowRange)),
  format: ExportFormatSchema,
  /**
   * CSV as a spreadsheet wants it: a byte order mark, the list separator of the user's language, and an apostrophe in
   * front of texts that would be calculated, unless `formulas` asks for them as they are.
   */
  spreadsheet: Type.Optional(Type.Object({ separator: oneOf(',', ';'), formulas: Type.Optional(Type.Boolean()) })),
  target: Type.String({ minLength: 1 }),
  /** Whether a Data Package descriptor is written beside it. */
  descriptor: Type.Boolean(),
});
export type ExportRequest = Static<typeof ExportRequest>;

/** A version of a remote dataset is copied to the local service. */
export const PinRequest = Type.Object({
  kind: Type.Literal('pin'),
  reference: DatasetReference,
  /** Null for the newest. */
  version: orNull(Type.String()),
  /** Whether everyone who reaches the local service may read the copy; otherwise only this computer's own account. */
  public: Type.Optional(Type.Boolean()),
});
export type PinRequest = Static<typeof PinRequest>;

/** Bytes are compared with the checksum that was written down for them. */
export const VerifyRequest = Type.Object({
  kind: Type.Literal('verify'),
  subject: Type.Union([
    Type.Object({ kind: Type.Literal('version'), reference: DatasetReference, version: orNull(Type.String()) }),
    Type.Object({ kind: Type.Literal('file'), path: Type.String({ minLength: 1 }) }),
  ]),
});
export type VerifyRequest = Static<typeof VerifyRequest>;

/** Two versions of a dataset are compared, by its service. */
export const DiffRequest = Type.Object({
  kind: Type.Literal('diff'),
  reference: DatasetReference,
  before: Type.String(),
  after: Type.String(),
  /** Columns that rows are matched by; empty: whole rows are compared. */
  key: Type.Array(Type.String()),
});
export type DiffRequest = Static<typeof DiffRequest>;

/** The store of this computer is copied into a file that ends with `.tar`, or a folder. */
export const BackupRequest = Type.Object({ kind: Type.Literal('backup'), target: Type.String({ minLength: 1 }) });
export type BackupRequest = Static<typeof BackupRequest>;

/** Such a copy takes the place of the store of this computer, which is put aside. */
export const RestoreRequest = Type.Object({ kind: Type.Literal('restore'), source: Type.String({ minLength: 1 }) });
export type RestoreRequest = Static<typeof RestoreRequest>;

export const JobRequest = Type.Union([
  PublishRequest,
  ExportRequest,
  PinRequest,
  VerifyRequest,
  DiffRequest,
  BackupRequest,
  RestoreRequest,
]);
export type JobRequest = Static<typeof JobRequest>;

export const PublishResult = Type.Object({
  kind: Type.Literal('publish'),
  reference: DatasetReference,
  /** Absolute address of the dataset; `NAMESPACE/DATASET` where no service answers by HTTP once the work has ended. */
  address: Type.String(),
  version: Type.String(),
  rows: count,
  checksum: Type.String(),
  /** What was changed on the way in. */
  conversions: Type.Array(Explanation),
  /** Rows left out, and the file that they went to. */
  rejected: count,
  rejects: orNull(Type.String()),
});
export type PublishResult = Static<typeof PublishResult>;

export const ExportResult = Type.Object({
  kind: Type.Literal('export'),
  path: Type.String(),
  descriptor: orNull(Type.String()),
  rows: count,
  bytes: count,
  checksum: Type.String(),
  /** Slug of the version that the rows are of; null where the service does not tell. */
  version: orNull(Type.String()),
});
export type ExportResult = Static<typeof ExportResult>;

export const PinResult = Type.Object({
  kind: Type.Literal('pin'),
  /** The copy, on the local connection. */
  reference: DatasetReference,
  version: Type.String(),
  rows: count,
  /** True when this version was there already. */
  present: Type.Boolean(),
  /** Whether everyone who reaches the local service may read the copy; left out in results of older versions. */
  public: Type.Optional(Type.Boolean()),
});
export type PinResult = Static<typeof PinResult>;

export const VerifyResult = Type.Object({
  kind: Type.Literal('verify'),
  /** `not-checked`: there is nothing to compare with, for the reason given. */
  verdict: oneOf('verified', 'differs', 'not-checked'),
  /** Null where the bytes were verified. */
  reason: orNull(Explanation),
  expected: orNull(Type.String()),
  found: orNull(Type.String()),
});
export type VerifyResult = Static<typeof VerifyResult>;

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
export type DiffResult = Static<typeof DiffResult>;

export const BackupResult = Type.Object({
  kind: Type.Literal('backup'),
  target: Type.String(),
  datasets: count,
  versions: count,
  bytes: count,
  /** Bytes that were not there from the backup before. */
  copiedBytes: count,
  /** Files that were damaged or missing in the store, and are not in the backup. */
  damaged: count,
});
export type BackupResult = Static<typeof BackupResult>;

/** All of it was copied and checked; it takes the store's place when the backend starts again, which follows at once. */
export const RestoreResult = Type.Object({
  kind: Type.Literal('restore'),
  /** When the backup was made, ISO 8601. */
  made: Type.String(),
  datasets: count,
  versions: count,
  accounts: count,
  /** Folder that the store before is put into. */
  aside: Type.String(),
});
export type RestoreResult = Static<typeof RestoreResult>;

export const JobResult = Type.Union([
  PublishResult,
  ExportResult,
  PinResult,
  VerifyResult,
  DiffResult,
  BackupResult,
  RestoreResult,
]);
export type JobResult = Static<typeof JobResult>;

/** How far a job is. */
export const JobProgress = Type.Object({
  /** What is being done now, for a user. */
  phase: Type.String(),
  rows: count,
  bytes: count,
  /** 0 to 1; null where unknown. */
  fraction: orNull(Type.Number({ minimum: 0, maximum: 1 })),
  /** Over the last few seconds; null while it is not known. */
  rowsPerSecond: orNull(Type.Number()),
  bytesPerSecond: orNull(Type.Number()),
  remainingSeconds: orNull(Type.Number()),
});
export type JobProgress = Static<typeof JobProgress>;

/**
 * `paused`: holds no worker; resumes where it was when `resumable`, otherwise restarts.
 * `cut-off`: Almanac ended in the middle of it; it left nothing behind and can be retried.
 */
export const JobState = oneOf('queued', 'running', 'paused', 'done', 'failed', 'cancelled', 'cut-off');
export type JobState = Static<typeof JobState>;

/** One long piece of work, past or present. */
export const Job = Type.Object({
  id: Type.String(),
  /** For a user: "Export flights to flights.csv". */
  title: Type.String(),
  request: JobRequest,
  state: JobState,
  /** ISO 8601. */
  created: Type.String(),
  started: orNull(Type.String()),
  ended: orNull(Type.String()),
  /** The last one known; null before the first. */
  progress: orNull(JobProgress),
  /** Whether it resumes where it was after a pause or a restart. */
  resumable: Type.Boolean(),
  result: orNull(JobResult),
  failure: orNull(Failure),
  /** How many values could not be read; the first thousand of them are listed by `listBadValues`. */
  badCount: count,
  /** What happened on the way: a new version that made it start again, a service that was waited for. */
  notices: Type.Array(Explanation),
});
export type Job = Static<typeof Job>;

/** When and where the store of this computer was last backed up whole. */
export const LastBackup = Type.Object({ made: Type.String(), target: Type.String(), bytes: count });
export type LastBackup = Static<typeof LastBackup>;

/** What a backup says of itself, before anything of it is restored. */
export const BackupContents = Type.Object({
  source: Type.String(),
  /** When the store was as the backup has it, ISO 8601. */
  made: Type.String(),
  /** The program that wrote it, with its version. */
  tool: Type.String(),
  namespaces: count,
  datasets: count,
  versions: count,
  accounts: count,
  /** Of all files that a restore writes. */
  bytes: count,
  /** Files that were damaged or missing in the store already, and are not in the backup. */
  damaged: count,
  /** Whether it is of the store of this computer as it is now, at another time. */
  isOwn: Type.Boolean(),
  /** Whether settings and connections are in it, too. */
  withSettings: Type.Boolean(),
});
export type BackupContents = Static<typeof BackupContents>;

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
  /** Whether everyone who reaches the local service may read the copy. */
  public: Type.Boolean(),
  /** Slug of a newer version of the origin; null when there is none or it could not be asked. */
  newer: orNull(Type.String()),
});
export type PinnedDataset = Static<typeof PinnedDataset>;
