import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain, type FailureKind } from '#shared/failures.ts';
import known from './system-problems.json' with { type: 'json' };

/** A problem of the system; the engine reports some of them as text only, in these words. */
interface SystemProblem {
  readonly kind: FailureKind;
  readonly reason: Extract<Explanation, { readonly values: Readonly<Record<string, never>> }>['code'];
  readonly words?: string;
}
const problems = known as Readonly<Record<string, SystemProblem>>;

function problemOf(error: Error): SystemProblem | null {
  const code = systemCodeOf(error);
  if (Object.hasOwn(problems, code)) return problems[code] ?? null;
  const inner = error.cause instanceof Error ? problemOf(error.cause) : null;
  const isNamed = ({ words }: SystemProblem) => words !== undefined && new RegExp(words, 'i').test(error.message);
  return inner ?? Object.values(problems).find(isNamed) ?? null;
}

/** An error of the system that users can solve, such as a full disk, with an explanation; any other error unchanged. */
export function explainSystemError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ExplainedError) return error;
  const problem = problemOf(error);
  if (problem === null) return error;
  const where = 'path' in error && typeof error.path === 'string' ? error.path : '';
  const { kind, reason } = problem;
  return new ExplainedError(explain(reason), { kind, where, retry: true, cause: error });
}

/** The system's code of an error, such as `ENOSPC`; empty if it has none. SQLite's own codes say at what a disk failed. */
export function systemCodeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (typeof code !== 'string') return '';
  return code.startsWith('SQLITE_IOERR') ? 'EIO' : code;
}

/** For files that need not be there: null if there is none; any other error is thrown again. */
export function missingAsNull(error: unknown): null {
  if (systemCodeOf(error) === 'ENOENT') return null;
  throw error;
}
