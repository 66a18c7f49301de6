import { explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import type { Limits } from '../http/limits.ts';
import { openClient } from '../http/transport/client.ts';
import { openPageCache } from '../paging/page-cache.ts';
import { Source } from '../source.ts';
import { servicePlacesFor } from './address.ts';
import { findService } from './find-service.ts';
import { checkTransport } from './sign-in.ts';

/** A service that was found and opened for one task, storing nothing on disk. */
export interface ConnectedService {
  readonly source: Source;
  /** The service's own address, with a trailing slash. */
  readonly address: string;
  close(): Promise<void>;
}

/** A token is given for the pasted address: a redirect must not lead it to another origin. */
function checkTokenFits(pasted: string, base: URL): void {
  checkTransport(base, false);
  if (servicePlacesFor(pasted).origins.some(({ origin }) => origin === base.origin)) return;
  throw new ServiceError('redirect', explain('token-not-sent', { address: base.href }), base);
}

/**
 * Finds the service at an address that a user pasted, and opens it.
 * @param token sent only to that service
 * @throws {ServiceError} also `plain-http`, if the token would be sent in clear text
 */
export async function openRemoteService(
  pasted: string,
  token: string | null,
  limits: Partial<Limits> = {},
): Promise<ConnectedService> {
  const { layout } = await findService(pasted, limits);
  if (token !== null) checkTokenFits(pasted, layout.base);
  const client = openClient(layout.base, { token: () => token, plainHttpAgreed: () => false }, limits);
  const cache = await openPageCache(null);
  const source = new Source({ client, layout, cache, onChanged: () => {} });
  return {
    source,
    address: layout.base.href,
    async close() {
      source.close();
      await cache.close();
      await client.close();
    },
  };
}
