import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceClient } from './client.ts';
import type { GetOptions } from './get-json.ts';

/**
 * A client that notices when the service no longer takes the token. Such a token is refused on public addresses too:
 * from then on the service is read without it, so that what is public stays readable.
 * @param probe an address that is open to all, by which a refused token is told from a missing right.
 * @param onRefused is told once the token was refused; from then on the client's credentials must give none.
 */
export function withSession(client: ServiceClient, probe: URL, onRefused: () => void): ServiceClient {
  /** Some services answer 403 to a bad token as well; one that is good is let through to the probe. */
  async function isRefused(options: GetOptions): Promise<boolean> {
    try {
      return !(await client.getJson(probe, { signal: options.signal })).signedIn;
    } catch (error) {
      return error instanceof ServiceError && (error.code === 'forbidden' || error.code === 'token-refused');
    }
  }

  /** @param ask makes the request with the options that it is given */
  async function asking<Answer>(options: GetOptions, ask: (options: GetOptions) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(options);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const refused = error.code === 'token-refused' || (error.code === 'forbidden' && (await isRefused(options)));
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
        error instanceof ServiceError && (error.code === 'sign-in-needed' || error.code === 'not-found');
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
    code: 'token-refused',
    message: say('session-refused'),
    where: error.where,
    ...(error.status === null ? {} : { status: error.status }),
  });
}
