import { ExplainedError, failureOf } from '#shared/english/explained-error.ts';
import { type Explanation, explain, type Failure, type FailureKind, failure } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/bad-value.ts';
import { systemCodeOf } from '../../lib/errors/system-code.ts';
import {
  BaseRemovedError,
  DamagedCatalogueError,
  DamagedVersionError,
  DataFolderInUseError,
  DiskFullError,
  EngineMemoryError,
  ImportCancelledError,
  IngestError,
  InvalidFilterError,
  LossError,
  MissingCatalogueError,
  NewerCatalogueError,
  RemovedError,
  RemovedVersionError,
  SlugTakenError,
  StoreCopyError,
  StoreProblemError,
  VersionConflictError,
} from '../../service/local-service.ts';

/** A problem with the request or the machine that the user has to solve. */
export class JobError extends ExplainedError {
  constructor(kind: FailureKind, reason: Explanation, where = '', retry = false) {
    super(reason, { kind, where, retry });
    this.name = 'JobError';
  }
}

/** Why a job failed, for the user, with the first bad values of a file. */
export interface JobFailure {
  readonly failure: Failure;
  readonly badValues: readonly BadValue[];
  readonly badCount: number;
}

/** Maximum number of bad values stored per job. */
export const maxBadValues = 1000;

const systemProblems: Readonly<Record<string, readonly [kind: FailureKind, reason: Explanation]>> = {
  ENOSPC: ['disk-full', explain('disk-full')],
  SQLITE_FULL: ['disk-full', explain('disk-full')],
  EIO: ['disk-failed', explain('disk-failed')],
  EDQUOT: ['disk-full', explain('quota-used')],
  EROFS: ['not-writable', explain('read-only-place')],
  EACCES: ['not-writable', explain('may-not-there')],
  EPERM: ['not-writable', explain('may-not-there')],
  ENOENT: ['file-missing', explain('file-or-folder-gone')],
  ENOTDIR: ['file-missing', explain('path-through-a-file')],
  EISDIR: ['is-a-folder', explain('this-is-a-folder')],
  EMFILE: ['too-many-files', explain('too-many-files')],
};

/** The engine reports the system's errors as text only. */
const engineWords: readonly [RegExp, string][] = [
  [/no space left on device|disk full|not enough space/i, 'ENOSPC'],
  [/input\/output error/i, 'EIO'],
  [/read-only file system/i, 'EROFS'],
  [/permission denied/i, 'EACCES'],
  [/no such file or directory/i, 'ENOENT'],
];

function systemCode(error: Error): string | null {
  const code = systemCodeOf(error);
  if (Object.hasOwn(systemProblems, code)) return code;
  const inner = error.cause instanceof Error ? systemCode(error.cause) : null;
  return inner ?? engineWords.find(([words]) => words.test(error.message))?.[1] ?? null;
}

/** Errors that keep the local store from being opened; their messages say what to do. */
const storeProblems = [
  DamagedCatalogueError,
  DataFolderInUseError,
  MissingCatalogueError,
  NewerCatalogueError,
  StoreProblemError,
];

function plain(failure: Failure): JobFailure {
  return { failure, badValues: [], badCount: 0 };
}

/** The kind of a service's error, and whether a retry may succeed; null for any other. */
function serviceProblem(error: ExplainedError): { readonly kind: FailureKind; readonly retry: boolean } | null {
  if (error instanceof BaseRemovedError) return { kind: 'not-found', retry: true };
  if (error instanceof DamagedVersionError) return { kind: 'damaged', retry: false };
  if (error instanceof InvalidFilterError) return { kind: 'bad-query', retry: false };
  if (error instanceof LossError) return { kind: 'loses-data', retry: false };
  if (error instanceof DiskFullError) return { kind: 'disk-full', retry: true };
  if (error instanceof EngineMemoryError) return { kind: 'local-failed', retry: false };
  if (error instanceof StoreCopyError) return { kind: 'backup', retry: true };
  return storeProblems.some((kind) => error instanceof kind) ? { kind: 'local-failed', retry: false } : null;
}

/** Explains the error that ended a job; an unexpected one is shown without internals. */
export function explainJobError(error: unknown): JobFailure {
  if (error instanceof IngestError) {
    const badValues = error.badValues.slice(0, maxBadValues);
    return { failure: failure('bad-input', error.reason), badValues, badCount: error.count };
  }
  if (error instanceof ExplainedError && error.kind !== 'internal') return plain(failureOf(error));
  const isRemoved = [RemovedError, ImportCancelledError, RemovedVersionError].some((kind) => error instanceof kind);
  if (isRemoved) {
    const code = error instanceof RemovedError && error.what !== 'version' ? 'dataset-gone' : 'version-gone';
    return plain(failure('not-found', explain(code)));
  }
  if (error instanceof SlugTakenError || error instanceof VersionConflictError) {
    return plain(failure('not-accepted', explain('changed-by-others'), { retry: true }));
  }
  const problem = error instanceof ExplainedError ? serviceProblem(error) : null;
  if (problem !== null && error instanceof ExplainedError) {
    return plain(failure(problem.kind, error.reason, { retry: problem.retry }));
  }
  const system = error instanceof Error ? systemCode(error) : null;
  const [kind, reason] = (system === null ? undefined : systemProblems[system]) ?? [null, null];
  if (kind !== null && error instanceof Error) {
    const where = 'path' in error && typeof error.path === 'string' ? error.path : '';
    return plain(failure(kind, reason, { where, retry: true }));
  }
  return plain(failureOf(error));
}
