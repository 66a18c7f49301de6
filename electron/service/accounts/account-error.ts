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

/** Something is wrong with what an administrator asked for; the message is for a person. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: AccountProblem;

  constructor(code: AccountProblem, message: string) {
    super(message);
    this.code = code;
  }
}
