import { ExplainedError } from '../english/explained-error.ts';
import { explanationOf, type Failure } from '../failures.ts';

/** A failed call. `failure.kind` is `aborted` if the caller cancelled it: there is nothing to show then. */
export class BackendFailure extends ExplainedError {
  override readonly name = 'BackendFailure';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(explanationOf(failure), failure);
    this.failure = failure;
  }
}
