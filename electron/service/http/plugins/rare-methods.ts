import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The method whose routes answer for all that no resource can have. */
const standIn = 'TRACE';

/** The methods that have routes. A route for each of the thirty-four that HTTP knows takes long to make at every start. */
export const routedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', standIn];

const meant = new WeakMap<IncomingMessage, string>();

/** Routes a request with a rare method to the handlers that refuse it. Must run before routing. */
export function routeRareMethod(request: IncomingMessage): void {
  const { method = 'GET' } = request;
  if (routedMethods.includes(method)) return;
  meant.set(request, method);
  request.method = standIn;
}

/** The method as it was sent. */
export function methodOf({ raw, method }: Pick<FastifyRequest, 'raw' | 'method'>): string {
  return meant.get(raw) ?? method;
}
