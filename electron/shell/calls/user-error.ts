import { ExplainedError } from '#shared/english/explained-error.ts';
/** An error whose message is written for the person and may be shown to them as it is. */
export class PersonError extends ExplainedError {
  override readonly name = 'PersonError';
}
