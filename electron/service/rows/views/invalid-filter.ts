import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';

/** A query with a value that a column cannot contain, or a lookup that its type does not support. */
export class InvalidFilterError extends ExplainedError {
  /** The parameter as in an address: `<column>__<lookup>`, or `<column>` for the lookup `exact`. */
  readonly parameter: string;
  constructor(parameter: string, reason: Explanation) {
    super(reason, { kind: 'bad-query', status: 400 });
    this.parameter = parameter;
  }
}
