import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a stand-in for a web site: a body with its headers, or a function that answers by itself. */
export type SitePage =
  | { readonly body: string | Buffer; readonly headers?: Readonly<Record<string, string>>; readonly status?: number }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A web site on this computer, whose pages a test changes. */
export interface Site {
  /** Address of the site, without a trailing slash. */
  readonly base: string;
  readonly pages: Map<string, SitePage>;
  /** Requests so far, as `GET /path`, without those for robots.txt. */
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** A file with the validators of a usual web server: the tag is that of the content. */
export function file(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): SitePage {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  return { body, headers: { 'content-type': 'text/csv', etag, ...headers } };
}

/** @param onRequest called with `GET /path` of every request, also of robots.txt */
export async function openSite(onRequest: (line: string) => void = () => {}): Promise<Site> {
  const pages = new Map<string, SitePage>();
  const requests: Site['requests'] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname !== '/robots.txt') requests.push({ line: `${request.method} ${pathname}`, headers: request.headers });
    onRequest(`${request.method} ${pathname}`);
    const page = pages.get(pathname);
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<html><body>Not found</body></html>');
    } else if (typeof page === 'function') page(request, response);
    else answer(page, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  { body, headers = {}, status = 200 }: Exclude<SitePage, (...given: never[]) => unknown>,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(method === 'HEAD' ? undefined : body);
}
