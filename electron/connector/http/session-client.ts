import { explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import type { GetOptions } from './answers/get-json.ts';
import type { ServiceClient } from './transport/client.ts';

/**
 * A client that notices when the service no longer accepts the token. Such a token is refused on public addresses too:
 * from then on the service is read without it, so that public data stays readable.
 * @param probe a public address, which distinguishes a refused token from a missing permission
 * @param onRefused called once the token was refused; from then on the client's credentials must be empty
 */
export function withSession(client: ServiceClient, probe: URL, onRefused: () => void): ServiceClient {
  /** Some services answer 403 to an invalid token as well; a valid one passes the probe. */
  async function isRefused(options: GetOptions): Promise<boolean> {
    try {
      return !(await client.getJson(probe, { signal: options.signal })).signedIn;
    } catch (error) {
      return error instanceof ServiceError && (error.kind === 'forbidden' || error.kind === 'token-refused');
    }
  }

  /** @param ask sends the request with the given options */
  async function asking<Answer>(options: GetOptions, ask: (options: GetOptions) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(options);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const refused = error.kind === 'token-refused' || (error.kind === 'forbidden' && (await isRefused(options)));
      if (!refused) throw error;
      onRefused();
      return await again(() => ask({ ...options, anonymous: true }), error);
    }
  }

  async function again<Answer>(ask: () => Promise<Answer>, refused: ServiceError): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      const wantsToken =
        error instanceof ServiceError && (error.kind === 'sign-in-needed' || error.kind === 'not-found');
      throw wantsToken ? tokenRefused(refused) : error;
    }
  }

  return {
    ...client,
    getJson: (address, options = {}) => asking(options, (changed) => client.getJson(address, changed)),
    getRead: (address, read, options = {}) => asking(options, (changed) => client.getRead(address, read, changed)),
  };
}

function tokenRefused(error: ServiceError): ServiceError {
  return new ServiceError({
    kind: 'token-refused',
    reason: explain('session-refused'),
    where: error.where,
    ...(error.status === null ? {} : { status: error.status }),
  });
}
