import type { FoundService } from '#shared/rpc/records.ts';
import { say } from '#shared/sentences/say.ts';
import { isAborted, ServiceError } from '../errors.ts';
import type { Found } from '../find-service.ts';
import { noCredentials, openClient } from '../http/client.ts';
import type { Limits } from '../http/limits.ts';
import { isPlain } from '../http/trust.ts';
import { readPage } from '../paging/page-answer.ts';

/** What the list of namespaces says to somebody who has not signed in. */
async function lookInside(found: Found, limits: Partial<Limits>, signal: AbortSignal): Promise<number | string | null> {
  const client = openClient(found.layout.base, noCredentials, limits);
  try {
    const answer = await client.getJson(found.layout.endpoint('namespaces'), { signal });
    const page = readPage(answer);
    return page.count ?? page.items.length;
  } catch (error) {
    if (!(error instanceof ServiceError) || isAborted(error)) throw error;
    return error.code === 'sign-in-needed' ? null : say('namespaces-unread', { why: error.message });
  } finally {
    await client.close();
  }
}

/** Tells a person what was found at the address that they gave. */
export async function describeFound(found: Found, limits: Partial<Limits>, signal: AbortSignal): Promise<FoundService> {
  const { base } = found.layout;
  const inside = await lookInside(found, limits, signal);
  return {
    address: base.href,
    name: base.hostname.replace(/^www\./, ''),
    transport: isPlain(base) ? 'ask' : 'safe',
    namespaces: typeof inside === 'string' ? null : inside,
    notices: typeof inside === 'string' ? [...found.notices, inside] : found.notices.slice(),
  };
}
