import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { exactText } from '../../lib/exact-json.ts';

/** What a stand-in answers; an object is sent as JSON. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
  /** Sends half of the body, then breaks the connection. */
  readonly cut?: boolean;
  /** Sends the headers and half of the body, then nothing more. */
  readonly stall?: boolean;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface StandIn {
  /** Address of the server, with a slash at its end. */
  readonly url: string;
  /** Every request, in order. */
  readonly requested: ReceivedRequest[];
  /** Decides before the server itself does; null leaves it to the server. Faults are put here. */
  before: (requested: ReceivedRequest, times: number) => Reply | null;
  close(): Promise<void>;
}

export const htmlPage = '<!DOCTYPE html>\n<html><head><title>Portal</title></head><body>Welcome</body></html>';

function bytesOf(body: Reply['body']): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(exactText(body));
}

function contentType(body: Reply['body']): string {
  if (typeof body === 'string')
    return body.startsWith('<!DOCTYPE') ? 'text/html; charset=utf-8' : 'text/csv; charset=utf-8';
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json; charset=utf-8';
}

/** Answers parts of a body by `Range`, with `If-Range`, as object storage does. */
function partOf(
  requested: ReceivedRequest,
  body: Buffer,
  etag: string | undefined,
): { readonly from: number; readonly status: number } {
  const range = /^bytes=(\d+)-$/.exec(requested.headers.range ?? '');
  const condition = requested.headers['if-range'];
  if (range === null || (condition !== undefined && condition !== etag)) return { from: 0, status: 200 };
  const from = Number(range[1]);
  return from < body.length ? { from, status: 206 } : { from: 0, status: 200 };
}

function send(requested: ReceivedRequest, reply: Reply, outgoing: ServerResponse): void {
  const whole = bytesOf(reply.body);
  const headers = new Map(Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const part =
    (reply.status ?? 200) === 200
      ? partOf(requested, whole, headers.get('etag'))
      : { from: 0, status: reply.status ?? 200 };
  let body = whole.subarray(part.from);
  if (part.status === 206) headers.set('content-range', `bytes ${part.from}-${whole.length - 1}/${whole.length}`);
  const packs = part.status === 200 && typeof reply.body === 'object' && !(reply.body instanceof Uint8Array);
  if (packs && (requested.headers['accept-encoding'] ?? '').includes('gzip')) {
    body = gzipSync(body);
    headers.set('content-encoding', 'gzip');
  }
  if (!headers.has('content-type')) headers.set('content-type', contentType(reply.body));
  if (!headers.has('content-length')) headers.set('content-length', String(body.length));
  outgoing.writeHead(part.status, Object.fromEntries(headers));
  if (requested.method === 'HEAD') outgoing.end();
  else if (reply.cut === true || reply.stall === true) {
    outgoing.write(body.subarray(0, body.length >> 1), () => {
      if (reply.cut === true) outgoing.destroy();
    });
  } else outgoing.end(body);
}

/** A server on the loopback interface that answers as a function says; what it does not know is 404. */
export async function openStandIn(answer: (requested: ReceivedRequest, own: string) => Reply | null): Promise<StandIn> {
  const requested: ReceivedRequest[] = [];
  const server = createServer(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const one: ReceivedRequest = {
      method: incoming.method ?? 'GET',
      url: new URL(incoming.url ?? '/', standIn.url),
      headers: incoming.headers as Record<string, string | undefined>,
      // A request that is given up has none.
      body: await text(incoming).catch(() => ''),
    };
    requested.push(one);
    const times = requested.filter(({ url, method }) => url.href === one.url.href && method === one.method).length;
    const reply = standIn.before(one, times) ?? answer(one, standIn.url);
    send(one, reply ?? { status: 404, body: htmlPage }, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const standIn: StandIn = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`,
    requested,
    before: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

/** Remembers the state that a test may change; the result restores it, and forgets the requests. */
export function restorerOf<Service extends StandIn>(service: Service): () => void {
  const usual = { ...service };
  return () => {
    Object.assign(service, usual, { before: () => null });
    service.requested.length = 0;
  };
}
