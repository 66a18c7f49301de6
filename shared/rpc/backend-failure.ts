import { englishText } from '../english/english-text.ts';
import type { Failure } from '../failures.ts';

/** A failed call. `failure.kind` is `aborted` if the caller cancelled it: there is nothing to show then. */
export class BackendFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(englishText(failure));
    this.name = 'BackendFailure';
    this.failure = failure;
  }
}
