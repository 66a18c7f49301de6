import { createServer, request } from 'node:http';
import { takeStep } from './step-control.ts';

/** Forwards requests to another service; each is a step, whose failing is an answer that ends in the middle. */
export interface RemoteProxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function openRemoteProxy(service: string): Promise<RemoteProxy> {
  const server = createServer((incoming, outgoing) => {
    const fault = takeStep('http', incoming.method ?? 'GET', incoming.url ?? '/');
    const forwarded = request(
      new URL(incoming.url ?? '/', service),
      { method: incoming.method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => {
          const body = Buffer.concat(pieces);
          const { 'transfer-encoding': _, ...headers } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length });
          if (fault === null) outgoing.end(body);
          else outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
        });
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
