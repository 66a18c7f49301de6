import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';
/** The mistakes that an administrator's request can contain. */
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

/** An administrator's request is invalid. */
export class AccountError extends ExplainedError {
  override readonly name = 'AccountError';

  constructor(kind: AccountProblem, reason: Explanation) {
    super(reason, { kind });
  }
}
