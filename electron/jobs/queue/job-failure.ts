import type { BadValueRecord } from '#shared/rpc/bad-value.ts';
import type { Failure } from '#shared/rpc/records.ts';
import { say } from '#shared/sentences/say.ts';
import { failureOf, ServiceError } from '../../connector/errors.ts';
import { StoreCopyError } from '../../service/backup/store-copy-error.ts';
import { DamagedCatalogueError } from '../../service/catalogue/damaged-catalogue.ts';
import { DataFolderInUseError } from '../../service/catalogue/data-folder-lock.ts';
import { BaseRemovedError, VersionConflictError } from '../../service/catalogue/imports.ts';
import { NewerCatalogueError } from '../../service/catalogue/migrate.ts';
import { MissingCatalogueError } from '../../service/catalogue/missing-catalogue.ts';
import { SlugTakenError } from '../../service/catalogue/namespaces.ts';
import { RemovedError } from '../../service/catalogue/removed-error.ts';
import { StoreProblemError } from '../../service/catalogue/store-problem.ts';
import { ImportCancelledError } from '../../service/import-turns.ts';
import {
  DamagedVersionError,
  IngestError,
  InvalidFilterError,
  RemovedVersionError,
} from '../../service/rows/row-store.ts';

/** Something about the request or the machine that the person has to mend; its message is for them. */
export class JobError extends Error {
  readonly code: string;
  readonly where: string;
  readonly retry: boolean;
  constructor(code: string, message: string, where = '', retry = false) {
    super(message);
    this.name = 'JobError';
    this.code = code;
    this.where = where;
    this.retry = retry;
  }
}

/** Why a job failed, for the person, with the first bad values of a file. */
export interface JobFailure {
  readonly failure: Failure;
  readonly badValues: readonly BadValueRecord[];
  readonly badCount: number;
}

/** The most bad values that are kept of one job. */
export const mostBadValues = 1000;

const systemProblems: Readonly<Record<string, readonly [code: string, message: string]>> = {
  ENOSPC: ['disk-full', say('disk-full')],
  EDQUOT: ['disk-full', say('quota-used')],
  EROFS: ['not-writable', say('read-only-place')],
  EACCES: ['not-writable', say('may-not-there')],
  EPERM: ['not-writable', say('may-not-there')],
  ENOENT: ['file-missing', say('file-or-folder-gone')],
  ENOTDIR: ['file-missing', say('path-through-a-file')],
  EISDIR: ['is-a-folder', say('this-is-a-folder')],
  EMFILE: ['too-many-files', say('too-many-files')],
};

/** The engine tells of the system's errors in words only. */
const engineWords: readonly [RegExp, string][] = [
  [/no space left on device|disk full|not enough space/i, 'ENOSPC'],
  [/read-only file system/i, 'EROFS'],
  [/permission denied/i, 'EACCES'],
  [/no such file or directory/i, 'ENOENT'],
];

function systemCode(error: Error): string | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code !== null && Object.hasOwn(systemProblems, code)) return code;
  const inner = error.cause instanceof Error ? systemCode(error.cause) : null;
  return inner ?? engineWords.find(([words]) => words.test(error.message))?.[1] ?? null;
}

/** What keeps the local store from being opened; the messages say what to do. */
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

/** Explains whatever ended a job; what nobody foresaw tells nothing of its inside. */
export function explainJobError(error: unknown): JobFailure {
  if (error instanceof IngestError) {
    const failure = { code: 'bad-input', message: error.message, where: '', retry: false };
    return { failure, badValues: error.badValues.slice(0, mostBadValues), badCount: error.count };
  }
  if (error instanceof ServiceError) return plain(failureOf(error));
  if (error instanceof JobError) {
    return plain({ code: error.code, message: error.message, where: error.where, retry: error.retry });
  }
  const isRemoved = [RemovedError, ImportCancelledError, RemovedVersionError].some((kind) => error instanceof kind);
  if (isRemoved) {
    const message = say(error instanceof RemovedError && error.what !== 'version' ? 'dataset-gone' : 'version-gone');
    return plain({ code: 'not-found', message, where: '', retry: false });
  }
  if (error instanceof BaseRemovedError) {
    return plain({ code: 'not-found', message: error.message, where: '', retry: true });
  }
  if (error instanceof SlugTakenError || error instanceof VersionConflictError) {
    return plain({ code: 'not-accepted', message: say('changed-by-others'), where: '', retry: true });
  }
  if (error instanceof DamagedVersionError || error instanceof InvalidFilterError) {
    const code = error instanceof DamagedVersionError ? 'damaged' : 'bad-query';
    return plain({ code, message: error.message, where: '', retry: false });
  }
  if (error instanceof StoreCopyError) return plain({ code: 'backup', message: error.message, where: '', retry: true });
  if (error instanceof Error && storeProblems.some((kind) => error instanceof kind)) {
    return plain({ code: 'local-failed', message: error.message, where: '', retry: false });
  }
  const system = error instanceof Error ? systemCode(error) : null;
  const [code, message] = (system === null ? undefined : systemProblems[system]) ?? [null, null];
  if (code !== null && error instanceof Error) {
    const where = 'path' in error && typeof error.path === 'string' ? error.path : '';
    return plain({ code, message, where, retry: true });
  }
  return plain(failureOf(error));
}
