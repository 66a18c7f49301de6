import { ExplainedError } from '#shared/english/explained-error.ts';
/** An error whose message is written for the user and may be shown as it is. */
export class UserError extends ExplainedError {
  override readonly name = 'UserError';
}
