import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to one request on its way to a server. */
export type Fault =
  /** The connection is closed without an answer. */
  | { readonly kind: 'drop' }
  /** No answer comes. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'status'; readonly status: number; readonly code?: string; readonly retryAfter?: number }
  /** The connection ends after so many bytes of the body. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** The connection is reset after so many bytes of the body. */
  | { readonly kind: 'reset'; readonly afterBytes: number }
  /** The connection is reset after so many bytes of the body that is sent; the store gets no more either. */
  | { readonly kind: 'reset-sent'; readonly afterBytes: number }
  /** The request is carried out, but its answer is lost. */
  | { readonly kind: 'lose-answer' }
  /** The answer comes so many milliseconds later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request continues when this resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** Nothing more comes after so many bytes of the body. */
  | { readonly kind: 'pause'; readonly afterBytes: number }
  /** One bit of the body of the answer is another. */
  | { readonly kind: 'flip'; readonly atByte: number }
  /** One bit of each piece of the body that is sent is another. */
  | { readonly kind: 'flip-sent' };

/** A proxy in front of a server, which records requests and causes faults. */
export interface FaultyProxy {
  readonly address: string;
  /** Method and path of each request, without its query. */
  readonly requests: string[];
  /** Decides on the fault of each request; null for none. */
  fault: (method: string, path: string, query: URLSearchParams) => Fault | null;
  close(): Promise<void>;
}

/** @param target address of the server, of which the origin counts */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const requests: string[] = [];
  const { origin } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
    requests.push(`${method} ${path}`);
    const fault = proxy.fault(method, path, new URLSearchParams(query));
    if (fault?.kind === 'drop') return void incoming.socket.destroy();
    if (fault?.kind === 'stall') return;
    if (fault?.kind === 'status') {
      if (fault.retryAfter !== undefined) outgoing.setHeader('Retry-After', fault.retryAfter);
      outgoing.writeHead(fault.status).end(`<Error><Code>${fault.code ?? 'InternalError'}</Code></Error>`);
      return;
    }
    if (fault?.kind !== 'delay' && fault?.kind !== 'hold') return forward(origin, incoming, outgoing, fault);
    const released = fault.kind === 'delay' ? sleep(fault.ms) : fault.until;
    void released.then(() => {
      if (!incoming.socket.destroyed) forward(origin, incoming, outgoing, null);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultyProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return proxy;
}

/** The name of the host stays as it was signed. */
function forward(origin: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | null): void {
  const { method, url, headers } = incoming;
  const sent = request(`${origin}${url}`, { method, headers }, (answer) => {
    if (fault?.kind === 'lose-answer') {
      answer.resume();
      answer.on('close', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    let bytes = 0;
    answer.on('data', (piece: Buffer) => {
      const from = bytes;
      bytes += piece.length;
      if (fault?.kind === 'flip' && fault.atByte >= from && fault.atByte < bytes)
        piece[fault.atByte - from] = (piece[fault.atByte - from] ?? 0) ^ 1;
      if ((fault?.kind === 'cut' || fault?.kind === 'reset' || fault?.kind === 'pause') && bytes > fault.afterBytes) {
        answer.pause();
        outgoing.write(piece.subarray(0, Math.max(0, fault.afterBytes - from)), () => {
          if (fault.kind === 'cut') outgoing.destroy();
          if (fault.kind === 'reset') incoming.socket.resetAndDestroy();
        });
        return;
      }
      outgoing.write(piece);
    });
    answer.on('end', () => outgoing.end());
    answer.on('error', () => outgoing.destroy());
    outgoing.on('close', () => answer.destroy());
  });
  sent.on('error', () => outgoing.destroy());
  if (fault?.kind === 'reset-sent') {
    let bytes = 0;
    incoming.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= fault.afterBytes) return;
      sent.destroy();
      incoming.socket.resetAndDestroy();
    });
  }
  if (fault?.kind === 'flip-sent') {
    incoming.on('data', (piece: Buffer) => {
      piece[0] = (piece[0] ?? 0) ^ 1;
    });
  }
  // A client that gives up leaves no request behind.
  incoming.on('error', () => sent.destroy());
  incoming.pipe(sent);
}
