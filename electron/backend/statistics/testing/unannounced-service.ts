import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exact, exactText, parseExactly } from '../../../lib/exact-json.ts';

/** A proxy that hides that the service behind it groups rows. */
export interface UnannouncedService {
  readonly url: string;
  /** Requested paths with parameters, in order. */
  readonly requested: string[];
  close(): Promise<void>;
}

/**
 * Starts it.
 * @param service address of the service behind it
 * @param adapt changes a request before it is forwarded, and its answer; a number is a status to answer with
 */
export async function startUnannounced(
  service: string,
  adapt: {
    readonly request?: (address: URL) => number | undefined;
    readonly answer?: (body: Body, address: URL) => unknown;
    readonly delayMs?: number;
  } = {},
): Promise<UnannouncedService> {
  const requested: string[] = [];
  const server = createServer(async (request, response) => {
    const own = `http://${request.headers.host}/`;
    const address = new URL(request.url ?? '/', service);
    requested.push(request.url ?? '');
    const status = address.pathname.endsWith('/schema/') ? 404 : adapt.request?.(address);
    const answer = status === undefined ? await fetch(address) : null;
    const text = answer === null ? '{"detail":"Unknown."}' : await answer.text();
    const isData = /\/data\/$/.test(address.pathname) && answer?.ok === true;
    const body =
      isData && adapt.answer !== undefined
        ? exactText(adapt.answer(parseExactly(text) as unknown as Body, address) as Exact)
        : text;
    if (isData && adapt.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, adapt.delayMs));
    response.writeHead(status ?? answer?.status ?? 500, { 'content-type': 'application/json' });
    response.end(body.replaceAll(service, own));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requested,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The envelope of a page. */
export interface Body {
  readonly count: number;
  readonly next: string | null;
  readonly results: Record<string, unknown>[];
}
