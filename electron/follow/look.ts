import { explain } from '#shared/failures.ts';
import { sourceKinds } from '#shared/follow.ts';
import { trimBothEndsOf } from '#shared/text/trim.ts';
import { isAborted, ServiceError } from '../connector/errors.ts';
import { JobError } from '../jobs/queue/job-failure.ts';
import { isLoopback } from '../lib/network-names.ts';
import { sourceOf } from './sources/all-sources.ts';
import { matching } from './sources/common/listing.ts';
import type { DataSource, Listing, ListRequest } from './sources/data-source.ts';
import type { Web } from './sources/web.ts';

/** What a user pasted, as an address. @throws {JobError} if it is none */
export function sourceAddressOf(pasted: string): URL {
  const text = trimBothEndsOf(pasted.trim(), `<>"'“”„«»`).trim();
  const parsed = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text) ? text : `https://${text}`,
  );
  // This computer has no certificate that others trust.
  const hasScheme = /^https:/i.test(text);
  const url =
    parsed !== null && !hasScheme && isLoopback(parsed) ? URL.parse(parsed.href.replace(/^https:/, 'http:')) : parsed;
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (url === null || url.hostname === '') throw new JobError('bad-address', explain('no-web-address'), pasted);
  if (!isWeb) throw new JobError('bad-address', explain('other-scheme', { scheme: url.protocol }), pasted);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url;
}

/**
 * Finds out what stands behind an address: each kind of source is asked in turn, a plain file last. What fails for one
 * kind may be another one; if no other is, the first one that knew the address says why, and
 * only if none did it can be a file.
 */
export async function lookAt(address: URL, web: Web): Promise<Listing> {
  let first: unknown = null;
  for (const kind of sourceKinds) {
    // A file may be anything, also a message of an error.
    if (kind === sourceKinds.at(-1) && first !== null) throw first;
    const source = await sourceOf(kind);
    try {
      const listing = await source.find(address, web);
      if (listing !== null) return listing;
    } catch (error) {
      web.signal.throwIfAborted();
      if (isAborted(error) || isOfAddress(error)) throw error;
      if (kind === sourceKinds.at(-1)) throw error;
      // A service of our own specification is asked for at any address: what it answers says little.
      if (kind !== 'service') first ??= error;
    }
  }
  throw notASource(address);
}

function notASource({ host, href }: URL): JobError {
  return new JobError('not-a-source', explain('not-a-source', { host }), href);
}

/** Failures that every other kind would meet too. */
function isOfAddress(error: unknown): boolean {
  const kinds = [
    'private-address',
    'bad-address',
    'offline',
    'timeout',
    'certificate',
    'no-secure-connection',
    'proxy',
  ];
  return error instanceof ServiceError && kinds.includes(error.kind);
}

/** Further or matching entries at an address. */
export async function listEntries(source: DataSource, address: URL, ask: ListRequest, web: Web): Promise<Listing> {
  if (source.list !== undefined) return await source.list(address, ask, web);
  const found = await source.find(address, web);
  if (found === null) throw notASource(address);
  return { ...found, entries: matching(found.entries, ask.search) };
}
