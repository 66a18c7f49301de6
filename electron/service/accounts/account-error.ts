import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';
/** What can be wrong with what an administrator asked for. */
export type AccountProblem =
  | 'group-guards'
  | 'group-name'
  | 'group-taken'
  | 'no-such-group'
  | 'no-such-user'
  | 'operator-account'
  | 'password-long'
  | 'password-short'
  | 'username'
  | 'username-taken';

/** Something is wrong with what an administrator asked for. */
export class AccountError extends ExplainedError {
  override readonly name = 'AccountError';
  readonly kind: AccountProblem;

  constructor(kind: AccountProblem, reason: Explanation) {
    super(reason);
    this.kind = kind;
  }
}
