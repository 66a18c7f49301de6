import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site on this computer, whose files a test changes. */
export interface WebSite {
  /** Without a trailing slash. */
  readonly base: string;
  /** Serves a file at a path from now on. */
  serve(path: string, type: string, body: string): void;
  /** Starts or stops cutting every connection. */
  setOffline(isOffline: boolean): void;
  close(): Promise<void>;
}

/** Starts a site without files. */
export async function openWebSite(): Promise<WebSite> {
  const files = new Map<string, { readonly type: string; readonly body: string }>();
  let isOffline = false;
  const server = createServer((request, response) => {
    if (isOffline) {
      request.socket.destroy();
      return;
    }
    const found = files.get(new URL(request.url ?? '/', 'http://site').pathname);
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${createHash('sha256').update(found.body).digest('hex').slice(0, 16)}"`;
    const isSame = request.headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : 200, {
      etag,
      ...(!isSame && { 'content-type': found.type, 'content-length': Buffer.byteLength(found.body) }),
    });
    response.end(isSame || request.method === 'HEAD' ? undefined : found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (path, type, body) => void files.set(path, { type, body }),
    setOffline(is) {
      isOffline = is;
      server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
