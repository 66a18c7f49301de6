import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpClient } from '../../../lib/http/client.ts';
import { connectTo, forwardedBy } from './window-port.ts';

const limits = { connectMs: 1000, headersMs: 5000, stallMs: 5000, concurrency: 1 };

interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Asks the service itself, within this process. The requests count as those of the reader, who is anonymous in them
 * unless a header says otherwise.
 * @param addresses paths of resources
 */
export async function askService(
  app: FastifyInstance,
  request: FastifyRequest,
  addresses: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<ServiceAnswer[]> {
  const client = new HttpClient(limits, { within: () => connectTo(app, request) });
  const sent = { accept: 'application/json', 'accept-encoding': 'identity', ...forwardedBy(request), ...headers };
  const askOne = (path: string) => {
    const address = new URL(path, `http://${request.headers.host}`);
    return client.send({ address, method: 'GET', headers: sent }, async ({ status, body }) => ({
      status,
      text: await body.text(),
    }));
  };
  try {
    return await Promise.all(addresses.map(askOne));
  } finally {
    await client.close();
  }
}
