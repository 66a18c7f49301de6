import { explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import { firstAddress, pageFetcher, type RowsRequest } from '../paging/open-rows.ts';
import type { LoadOptions } from '../paging/paging.ts';

/** The slug of a version that cannot exist. */
const impossible = '00000000000000000000';

/**
 * Checks that a service returns the requested version. Services ignore unknown parameters, and would then return the
 * newest rows instead of old ones; one that answers for an impossible version ignores it.
 * @param newest slug of the version that the service returns in any case; null if the dataset has none
 * @throws {ServiceError} `query-ignored`
 */
export async function checkVersionIsRead(
  request: RowsRequest,
  newest: string | null,
  options: LoadOptions,
): Promise<void> {
  if (request.query.version === null || request.query.version === newest) return;
  const query = { ...request.query, version: impossible };
  try {
    await pageFetcher(request)(firstAddress({ ...request, query, pageSize: 1 }), options);
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 400 || error.status === 404)) return;
    throw error;
  }
  throw new ServiceError('query-ignored', explain('no-older-versions', { host: request.data.host }), request.data.href);
}
