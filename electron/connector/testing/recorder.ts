import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another server than the one being read: it answers everything with a page of rows and records what it was sent. */
export interface Recorder {
  readonly url: string;
  readonly port: number;
  readonly received: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** What it answers. */
export const recorderAnswer = '{"count":250,"next":null,"previous":null,"results":[{"id":7}]}';

export async function startRecorder(host = '127.0.0.1'): Promise<Recorder> {
  const received: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    received.push({ url: request.url ?? '', headers: request.headers });
    response.setHeader('content-type', 'application/json');
    response.end(recorderAnswer);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
