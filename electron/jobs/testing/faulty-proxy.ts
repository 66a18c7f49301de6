import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Dispatcher, request } from 'undici';

/** How a request is handled: forwarded, answered with a status or with a truncated answer, or held back. */
export type Fault =
  | 'pass'
  | 'cut'
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly held: Promise<void> };

/** A proxy that injects faults on demand. */
export interface FaultyProxy {
  readonly url: string;
  /** Offsets of the requested pages of rows, in order. */
  readonly offsets: number[];
  /** Chooses the fault for each page of rows; everything else is forwarded. */
  onPage: (offset: number, times: number) => Fault;
  close(): Promise<void>;
}

export async function openFaultyProxy(service: string): Promise<FaultyProxy> {
  const offsets: number[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const address = new URL(incoming.url ?? '/', service);
    let fault: Fault = 'pass';
    if (address.pathname.endsWith('/data/') && Number(address.searchParams.get('limit')) >= 1000) {
      const offset = Number(address.searchParams.get('offset') ?? 0);
      offsets.push(offset);
      fault = proxy.onPage(offset, offsets.filter((one) => one === offset).length);
    }
    if (typeof fault === 'object' && 'status' in fault) {
      if (fault.retryAfter !== undefined) outgoing.setHeader('retry-after', fault.retryAfter);
      outgoing.writeHead(fault.status);
      outgoing.end('{"detail":"Not now."}');
      return;
    }
    if (typeof fault === 'object' && 'held' in fault) await fault.held;
    const { method = 'GET' } = incoming;
    const headers = Object.entries({ ...incoming.headers, 'accept-encoding': 'identity', connection: undefined });
    const upstream = await request(address, {
      method: method as Dispatcher.HttpMethod,
      headers: Object.fromEntries(
        headers.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      body: method === 'GET' ? null : incoming,
    });
    const body = Buffer.from(await upstream.body.arrayBuffer());
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...passed } = upstream.headers;
    outgoing.writeHead(upstream.statusCode, { ...passed, 'content-length': body.length });
    if (fault === 'cut') {
      outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
      return;
    }
    outgoing.end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}/`,
    offsets,
    onPage: () => 'pass',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
