import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';

const reasons = { namespace: 'namespace-gone', dataset: 'dataset-gone', version: 'version-gone' } as const;

/** A record was deleted before its parts were written. */
export class RemovedError extends ExplainedError {
  readonly what: keyof typeof reasons;
  constructor(what: RemovedError['what']) {
    super(explain(reasons[what]), { kind: 'not-found', status: 404 });
    this.what = what;
  }
}
