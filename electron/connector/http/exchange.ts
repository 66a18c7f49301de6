import type { Readable } from 'node:stream';
import { request } from 'undici';
import { abortedError, ServiceError } from '../errors.ts';
import { acceptedEncodings, readBody } from './body.ts';
import { explainNetworkError } from './explain.ts';
import type { Limits } from './limits.ts';
import type { Network } from './network.ts';

export interface Outgoing {
  readonly address: URL;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  /** Milliseconds that the whole may take, where the usual limit does not fit. */
  readonly whole?: number;
}

export interface Incoming {
  readonly status: number;
  /** A header that was sent; the first where it was sent more than once. */
  header(name: string): string | undefined;
  readonly text: string;
}

/** One request and its whole answer: no redirect is followed, nothing tried again, any status is an answer. */
export async function exchange(
  outgoing: Outgoing,
  network: Network,
  limits: Limits,
  signal: AbortSignal,
): Promise<Incoming> {
  const { address } = outgoing;
  const deadline = AbortSignal.timeout(outgoing.whole ?? limits.whole);
  try {
    const answer = await request(address, {
      method: outgoing.method,
      headers: { 'accept-encoding': acceptedEncodings, 'user-agent': 'Almanac', ...outgoing.headers },
      body: outgoing.body ?? null,
      dispatcher: network.dispatcherFor(address),
      signal: AbortSignal.any([signal, deadline]),
    });
    const header = (name: string) => {
      const value = answer.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const body = await readBody(answer.body, header('content-encoding') ?? '', address, limits.body);
    return { status: answer.statusCode, header, text: body.toString('utf8').replace(/^\uFEFF/, '') };
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (error instanceof ServiceError) throw error;
    if (deadline.aborted) throw tooSlow(address);
    throw explainNetworkError(error, address, network.proxyFor(address));
  }
}

/** As {@link exchange}, but hands the bytes of a good answer on as they come, as they are: nothing of it is kept. */
export async function download(
  outgoing: Pick<Outgoing, 'address' | 'headers' | 'whole'>,
  network: Network,
  limits: Limits,
  onPiece: (piece: Buffer) => void,
  signal: AbortSignal,
): Promise<Incoming> {
  const { address } = outgoing;
  const deadline = AbortSignal.timeout(outgoing.whole ?? limits.whole);
  try {
    const answer = await request(address, {
      method: 'GET',
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Almanac', ...outgoing.headers },
      dispatcher: network.dispatcherFor(address),
      signal: AbortSignal.any([signal, deadline]),
    });
    const header = (name: string) => {
      const value = answer.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    if (answer.statusCode !== 200) {
      const body = await readBody(answer.body, header('content-encoding') ?? '', address, limits.body);
      return { status: answer.statusCode, header, text: body.toString('utf8') };
    }
    for await (const piece of answer.body) onPiece(piece as Buffer);
    return { status: 200, header, text: '' };
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (error instanceof ServiceError) throw error;
    throw deadline.aborted ? tooSlow(address) : explainNetworkError(error, address, network.proxyFor(address));
  }
}

function tooSlow(address: URL): ServiceError {
  return new ServiceError({
    code: 'timeout',
    message: `${address.host} sends its answer too slowly. Try again later.`,
    where: `${address.origin}${address.pathname}`,
    retry: true,
  });
}
