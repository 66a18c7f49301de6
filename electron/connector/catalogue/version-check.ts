import { explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import { firstAddress, pageFetcher, type RowsRequest } from '../paging/open-rows.ts';
import type { LoadOptions } from '../paging/paging.ts';

/** The slug of a version that cannot be. */
const impossible = '00000000000000000000';

/**
 * Makes sure that a service reads the version that is asked for. Services pass over parameters that they do not know,
 * and would then give the newest rows for old ones: one that answers for an impossible version does that.
 * @throws {ServiceError} `query-ignored`
 */
export async function checkVersionIsRead(request: RowsRequest, options: LoadOptions): Promise<void> {
  const query = { ...request.query, version: impossible };
  try {
    await pageFetcher(request)(firstAddress({ ...request, query, pageSize: 1 }), options);
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 400 || error.status === 404)) return;
    throw error;
  }
  throw new ServiceError({
    kind: 'query-ignored',
    reason: explain('no-older-versions', { host: request.data.host }),
    where: request.data.href,
  });
}
