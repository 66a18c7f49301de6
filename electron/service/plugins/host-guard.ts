import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './api-error.ts';

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Makes the check that a request was sent to a name of this service, the defence against a foreign page whose name
 * was pointed at this machine (DNS rebinding). Ports do not count. @throws {ApiError} 400
 */
export function hostGuard(publicNames: readonly string[]): (request: FastifyRequest) => void {
  const known = new Set([...loopbackNames, ...publicNames.map((name) => name.toLowerCase())]);
  return (request) => {
    const { host = '' } = request.headers;
    const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
    if (!known.has(name)) throw invalidRequest('This service is not asked under the name of the Host header.');
  };
}
