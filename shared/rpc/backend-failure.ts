import { type Static, Type } from 'typebox';
import { ExplainedError } from '../english/explained-error.ts';
import { ExplanationSchema } from '../failures/schemas.ts';
import { explanationOf, type Failure } from '../failures.ts';
import type { Immutable } from '../immutable.ts';
import { orNull } from '../schema-parts.ts';

/** A failed call. `failure.kind` is `aborted` if the caller cancelled it: there is nothing to show then. */
export class BackendFailure extends ExplainedError {
  override readonly name = 'BackendFailure';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(explanationOf(failure), failure);
    this.failure = failure;
  }
}

/** One value that could not be read. */
export const BadValue = Type.Object({
  /** 1-based number of the record, not counting the header; null if the format has none. */
  row: orNull(Type.Integer()),
  /** 1-based line of the file; null if the format has none. */
  line: orNull(Type.Integer()),
  column: orNull(Type.String()),
  value: orNull(Type.String()),
  reason: ExplanationSchema,
});
export type BadValue = Immutable<Static<typeof BadValue>>;
