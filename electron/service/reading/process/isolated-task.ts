import type { Explanation } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { Progress } from '../../../lib/long-work.ts';
import type { ParquetFile, RowFilePaths } from '../../files/parquet-file.ts';
import type { StoredVersion, VersionKey } from '../../files/stored-version.ts';
import type { DeriveTask } from '../images/derive-pictures.ts';
import type { ReadingOptions, SurveyOptions, TablePreview, TableSurvey } from '../reading.ts';
import type { CheckedStatement, LocalStatement } from '../statements/statement.ts';

/** Resources of the engine in the disposable process. */
export interface EngineLimits {
  readonly memoryBytes: number;
  readonly threads: number;
  /** An empty folder for data that exceed memory; the parent removes it. */
  readonly spillFolder: string;
}

/** Work on untrusted bytes, or that takes much memory. The parent creates and removes the folders. */
export type IsolatedTask =
  | {
      readonly kind: 'survey';
      readonly file: ReadingOptions;
      readonly options: SurveyOptions;
      readonly scratch: string;
      readonly limits: EngineLimits;
    }
  | {
      readonly kind: 'preview';
      readonly file: ReadingOptions;
      readonly purpose: 'show' | 'take-in';
      readonly scratch: string;
      readonly limits: EngineLimits;
    }
  | {
      readonly kind: 'ingest';
      readonly key: VersionKey;
      readonly file: ReadingOptions;
      /** The version to append to, and its stored file. */
      readonly appendTo: { readonly version: StoredVersion; readonly path: string } | null;
      readonly rejects: boolean;
      /** An empty folder for the stored file. */
      readonly folder: string;
      readonly limits: EngineLimits;
    }
  /** Makes the row file of a wide version. */
  | {
      readonly kind: 'rows';
      readonly file: ParquetFile;
      readonly paths: RowFilePaths;
      /** An empty folder with these paths. */
      readonly folder: string;
      readonly limits: EngineLimits;
    }
  /** Checks a statement without running it. */
  | { readonly kind: 'check'; readonly sql: string; readonly limitMs: number; readonly limits: EngineLimits }
  /** Runs a checked statement over stored versions. */
  | {
      readonly kind: 'statement';
      readonly key: VersionKey;
      readonly statement: LocalStatement;
      /** Whether no user waits for it. */
      readonly long: boolean;
      readonly limitMs: number;
      /** An empty folder for the stored file. */
      readonly folder: string;
      readonly limits: EngineLimits;
    }
  | { readonly kind: 'images'; readonly images: DeriveTask };

/** Tasks on statements; their failures name no file. */
export type StatementTask = Extract<IsolatedTask, { kind: 'check' | 'statement' }>;

export function isStatementTask(task: Pick<IsolatedTask, 'kind'>): task is StatementTask {
  return task.kind === 'check' || task.kind === 'statement';
}

/** Whether no user waits for the task in the window. */
export function isLong(
  task: Pick<IsolatedTask, 'kind'> & { readonly options?: SurveyOptions; readonly long?: boolean },
): boolean {
  if (task.kind === 'statement') return task.long === true;
  return task.kind === 'ingest' || task.kind === 'rows' || (task.kind === 'survey' && task.options?.whole === true);
}

/** The result of each kind of task. */
export interface IsolatedResults {
  readonly survey: TableSurvey;
  readonly preview: TablePreview;
  readonly ingest: StoredVersion;
  readonly rows: number;
  readonly check: CheckedStatement;
  readonly statement: StoredVersion;
  readonly images: readonly Uint8Array[];
}

/** A serialised error between processes. */
export type IsolatedFailure =
  | {
      readonly kind: 'ingest';
      readonly reason: Explanation;
      readonly badValues: readonly BadValue[];
      readonly count: number;
    }
  /** `code`: of a system error, such as `ENOSPC`. */
  | {
      readonly kind: 'other';
      readonly name: string;
      readonly message: string;
      readonly stack: string;
      readonly code: string | null;
    };

/** Messages of the disposable process. */
export type IsolatedMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  /** Work continues, without a progress figure. */
  | { readonly kind: 'active' }
  | { readonly kind: 'done'; readonly result: IsolatedResults[IsolatedTask['kind']]; readonly residentBytes: number }
  | { readonly kind: 'failed'; readonly failure: IsolatedFailure; readonly residentBytes: number };

/** Written to standard error by the memory watch, so that the parent knows why the process ended. */
export const memoryLimitMark = 'almanac: memory limit exceeded';

/** Written there too, followed by the number of bytes, whenever resident memory has changed significantly. */
export const residentMark = 'almanac: resident ';

/** Command-line arguments of a disposable process. */
export interface IsolatedProcessOptions {
  /** Modules that it loads at start-up, so that it is ready when the task arrives. */
  readonly purpose: 'files' | 'images';
  /** Resident memory at which it ends itself. */
  readonly residentLimitBytes: number;
  /** The umask for files that a user requests. */
  readonly userUmask: number;
}
