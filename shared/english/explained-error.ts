import type { Explanation } from '../failures.ts';
import { englishText } from './english-text.ts';

/** An error that is explained to a user. Its message is for logs; what is shown is made of the explanation. */
export class ExplainedError extends Error {
  readonly reason: Explanation;

  constructor(reason: Explanation, options?: ErrorOptions) {
    super(englishText(reason), options);
    this.name = new.target.name;
    this.reason = reason;
  }
}

/** Why something failed; the words of whatever else failed it where it is not explained. */
export function reasonOf(error: unknown): Explanation {
  if (error instanceof ExplainedError) return error.reason;
  return { code: 'program-said', values: { text: error instanceof Error ? error.message : String(error) } };
}
