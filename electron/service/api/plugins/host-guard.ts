import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request was sent to a name of this service, so that addresses may contain its host. */
    hostIsKnown: boolean;
  }
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const unknownHost =
  'The Host header does not name this service. Start it with --public-name NAME to reach it by another name.';

/** Checks that a request was sent to a name of this service, against DNS rebinding. @throws {ApiError} 400 */
export function hostGuard(publicNames: readonly string[]): (request: FastifyRequest) => void {
  const known = new Set([...loopbackNames, ...publicNames.map((name) => name.toLowerCase())]);
  return (request) => {
    if (hostHeaders(request.raw.rawHeaders) > 1) throw invalidRequest('A request must have exactly one Host header.');
    // The base of addresses: behind a trusted proxy, the host that the client requested.
    const [, name = '', port = '80'] = /^([^:]*|\[[^\]]*\])(?::(\d{1,5}))?$/.exec(request.host ?? '') ?? [];
    request.hostIsKnown = known.has(name.toLowerCase()) && Number(port) <= 65_535;
    if (!request.hostIsKnown) throw invalidRequest(unknownHost);
  };
}

/** How often `Host` was sent; the parsed headers contain only the first. @param raw names and values in turn */
function hostHeaders(raw: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
