import { type Explanation, explain } from '#shared/failures.ts';
import { member } from '../../lib/exact-json.ts';
import { readWholeList, textField } from '../catalogue/fields.ts';
import { resultOr, ServiceError } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { Limits } from '../http/limits.ts';
import { openClient, type ServiceClient } from '../http/transport/client.ts';
import { isPlain } from '../http/transport/trust.ts';

export type SignInCredentials =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string };

/** A token that the service has accepted, and its user if known. */
export interface SignedIn {
  readonly token: string;
  readonly user: string | null;
}

/** Characters that an HTTP header can contain; tokens consist only of these. */
const tokenForm = /^[\x21-\x7e]{1,4096}$/;

function refusedCredentials(reason: Explanation, where: URL): ServiceError {
  return new ServiceError('credentials-refused', reason, where.href);
}

/** @throws {ServiceError} `plain-http` if a secret would be sent in clear text without the user's consent */
export function checkTransport(base: URL, plainHttpAgreed: boolean): void {
  if (!isPlain(base) || plainHttpAgreed) return;
  throw new ServiceError('plain-http', explain('plain-http', { host: base.host }), base);
}

async function obtainToken(
  client: ServiceClient,
  endpoint: URL,
  { user, password }: { readonly user: string; readonly password: string },
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify({ username: user, password });
  try {
    const answer = await client.postCredentials(endpoint, body, [password], signal);
    const token = member(answer, 'token') ?? member(answer, 'key');
    if (typeof token === 'string' && tokenForm.test(token)) return token;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 400 || error.status === 401 || error.status === 403) {
      throw refusedCredentials(explain('credentials-wrong'), endpoint);
    }
    if (error.status !== 404 && error.status !== 405) throw error;
  }
  throw new ServiceError('not-this-kind', explain('no-tokens-given', { host: endpoint.host }), endpoint.href);
}

/** A service accepts a valid token on public addresses, and refuses an invalid one even there. */
async function checkToken(client: ServiceClient, layout: ServiceLayout, signal: AbortSignal): Promise<void> {
  const open = new URL('api/v1/', layout.base);
  try {
    await client.getJson(open, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'token-refused' || error.kind === 'forbidden') {
      throw refusedCredentials(explain('token-not-taken'), open);
    }
    throw error;
  }
}

/** Users other than staff see only themselves in the list of users. */
async function userOf(client: ServiceClient, layout: ServiceLayout, signal: AbortSignal): Promise<string | null> {
  const users = await resultOr(readWholeList({ client, layout }, layout.endpoint('users'), signal), []);
  const [user] = users;
  return users.length === 1 && user !== undefined ? textField(user, 'username') || null : null;
}

/**
 * Signs in to a service. The password is sent once, to the service's own token endpoint, and never stored.
 * @throws {ServiceError} `plain-http` before anything is sent, `credentials-refused`, or another failure
 */
export async function signIn(
  layout: ServiceLayout,
  credentials: SignInCredentials,
  plainHttpAgreed: boolean,
  limits: Partial<Limits>,
  signal: AbortSignal,
): Promise<SignedIn> {
  checkTransport(layout.base, plainHttpAgreed);
  let token = credentials.kind === 'token' ? credentials.token.trim().replace(/^Token\s+/i, '') : null;
  const client = openClient(layout.base, { token: () => token, plainHttpAgreed: () => plainHttpAgreed }, limits);
  try {
    if (credentials.kind === 'password') {
      token = await obtainToken(client, layout.endpoint('token'), credentials, signal);
      return { token, user: credentials.user };
    }
    if (token === null || !tokenForm.test(token)) throw refusedCredentials(explain('no-token'), layout.base);
    await checkToken(client, layout, signal);
    return { token, user: await userOf(client, layout, signal) };
  } finally {
    await client.close();
  }
}
