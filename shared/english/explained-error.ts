import type { Explanation } from '../failures.ts';
import { englishText } from './english-text.ts';

/** An error with an explanation for the user. Its message is for logs. */
export class ExplainedError extends Error {
  readonly reason: Explanation;

  constructor(reason: Explanation, options?: ErrorOptions) {
    super(englishText(reason), options);
    this.name = new.target.name;
    this.reason = reason;
  }
}

/** The explanation of an error; the message of an error without one. */
export function reasonOf(error: unknown): Explanation {
  if (error instanceof ExplainedError) return error.reason;
  return { code: 'program-said', values: { text: error instanceof Error ? error.message : String(error) } };
}
