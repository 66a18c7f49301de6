import { type Explanation, explain } from '#shared/failures.ts';
import type { FoundService } from '#shared/rpc/records.ts';
import type { Found } from '../discovery/find-service.ts';
import { isAborted, ServiceError } from '../errors.ts';
import type { Limits } from '../http/limits.ts';
import { noCredentials, openClient } from '../http/transport/client.ts';
import { isPlain } from '../http/transport/trust.ts';
import { readPage } from '../paging/page-answer.ts';

/** The namespaces that are listed without signing in. */
async function lookInside(
  found: Found,
  limits: Partial<Limits>,
  signal: AbortSignal,
): Promise<number | Explanation | null> {
  const client = openClient(found.layout.base, noCredentials, limits);
  try {
    const answer = await client.getJson(found.layout.endpoint('namespaces'), { signal });
    const page = readPage(answer);
    return page.count ?? page.items.length;
  } catch (error) {
    if (!(error instanceof ServiceError) || isAborted(error)) throw error;
    return error.kind === 'sign-in-needed' ? null : explain('namespaces-unread', { why: error.reason });
  } finally {
    await client.close();
  }
}

/** Describes what was found at the entered address. */
export async function describeFound(found: Found, limits: Partial<Limits>, signal: AbortSignal): Promise<FoundService> {
  const { base } = found.layout;
  const inside = await lookInside(found, limits, signal);
  const isCounted = inside === null || typeof inside === 'number';
  return {
    address: base.href,
    name: base.hostname.replace(/^www\./, ''),
    transport: isPlain(base) ? 'ask' : 'safe',
    namespaces: isCounted ? inside : null,
    notices: isCounted ? found.notices.slice() : [...found.notices, inside],
  };
}
