import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The method whose routes also handle all methods that no resource supports. */
const standIn = 'TRACE';

/** The methods that have routes. Creating routes for all thirty-four HTTP methods would slow down every start. */
export const routedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', standIn];

const meant = new WeakMap<IncomingMessage, string>();

/** Routes a request with a rare method to the handlers that refuse it. Must run before routing. */
export function routeRareMethod(request: IncomingMessage): void {
  const { method = 'GET' } = request;
  if (routedMethods.includes(method)) return;
  meant.set(request, method);
  request.method = standIn;
}

/** The method that the client sent. */
export function methodOf({ raw, method }: Pick<FastifyRequest, 'raw' | 'method'>): string {
  return meant.get(raw) ?? method;
}

/** Whether a method is safe: it changes nothing. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
