import { createHash } from 'node:crypto';
import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/** Files of a site by path, without the first slash. */
export interface Site extends StandIn {
  readonly files: Map<string, Reply>;
  put(path: string, body: string | object): void;
}

/** A static site, such as a folder on GitHub Pages: files with ETag and date. */
export async function openSite(): Promise<Site> {
  const files = new Map<string, Reply>();
  const standIn = await openStandIn(({ url }) => files.get(decodeURIComponent(url.pathname.slice(1))) ?? null);
  return Object.assign(standIn, {
    files,
    put(path: string, body: string | object) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const etag = `"${createHash('md5').update(text).digest('hex')}"`;
      files.set(path, { body, headers: { etag, 'last-modified': 'Mon, 02 Mar 2026 10:00:00 GMT' } });
    },
  });
}
