import { explain } from '#shared/failures.ts';
import { ServiceError } from '../connector/errors.ts';
import type { HttpClient, HttpRequest } from '../lib/http/client.ts';

/** What sends the requests of a connection. */
type Sender = Pick<HttpClient, 'send' | 'proxyFor'>;

/** Sends the requests that a function returns. It throws for a request that is not to be sent. */
export function admittedClient(client: Sender, admit: (request: HttpRequest) => HttpRequest): Sender {
  return {
    proxyFor: (address) => client.proxyFor(address),
    send: async (request, read) => await client.send(admit(request), read),
  };
}

/** Why a request is not sent to an address where the service of a tab leads. */
export function elsewhere({ origin }: URL): ServiceError {
  return new ServiceError('redirect', explain('not-followed'), origin);
}
