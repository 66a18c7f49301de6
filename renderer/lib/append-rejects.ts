import { given } from '#shared/given.ts';
import type { Job, PublishRequest } from '#shared/rpc/jobs.ts';

/**
 * The request that appends the corrected file of rejected rows to the dataset of a job: its values are read like those
 * of the job's file, but it has its own layout. Null if the job rejected nothing.
 */
export function appendRejects({ request, result }: Pick<Job, 'request' | 'result'>): PublishRequest | null {
  if (request.kind !== 'publish' || result?.kind !== 'publish' || result.rejects === null || result.rejected === 0) {
    return null;
  }
  const { columns, decimalComma, thousands, dates, missing } = request.options;
  return {
    kind: 'publish',
    connection: request.connection,
    path: result.rejects,
    options: given({ columns, decimalComma, thousands, dates, missing }),
    namespace: { slug: result.reference.namespace },
    dataset: { slug: result.reference.dataset },
    mode: 'append',
    rejects: null,
    ...given({ licence: request.licence }),
  };
}
