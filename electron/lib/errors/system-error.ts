import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain, type FailureKind } from '#shared/failures.ts';

const problems: Readonly<Record<string, readonly [kind: FailureKind, reason: Explanation]>> = {
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

function problemOf(error: Error): (typeof problems)[string] | null {
  const code = systemCodeOf(error);
  if (Object.hasOwn(problems, code)) return problems[code] ?? null;
  const inner = error.cause instanceof Error ? problemOf(error.cause) : null;
  const found = engineWords.find(([words]) => words.test(error.message));
  return inner ?? (found === undefined ? null : (problems[found[1]] ?? null));
}

/** An error of the system that users can solve, such as a full disk, with an explanation; any other error unchanged. */
export function explainSystemError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ExplainedError) return error;
  const problem = problemOf(error);
  if (problem === null) return error;
  const where = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return new ExplainedError(problem[1], { kind: problem[0], where, retry: true, cause: error });
}

/** The system's code of an error, such as `ENOSPC`; empty if it has none. SQLite's own codes say at what a disk failed. */
export function systemCodeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (typeof code !== 'string') return '';
  return code.startsWith('SQLITE_IOERR') ? 'EIO' : code;
}
