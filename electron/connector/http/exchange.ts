import type { Readable } from 'node:stream';
import { say } from '#shared/sentences/say.ts';
import { abortedError, ServiceError } from '../errors.ts';
import { acceptedEncodings, readBody } from './body.ts';
import { explainNetworkError } from './explain.ts';
import type { Limits } from './limits.ts';
import type { Network } from './network.ts';
import type { SpareBuffers } from './spare-buffers.ts';
import { isLoopback } from './trust.ts';

export interface Outgoing {
  readonly address: URL;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  /** Milliseconds that the whole may take, where the usual limit does not fit. */
  readonly whole?: number;
  /** Where the answer's bytes go; whoever gets them gives them back. */
  readonly spare?: SpareBuffers;
}

export interface Incoming {
  readonly status: number;
  /** A header that was sent; the first where it was sent more than once. */
  header(name: string): string | undefined;
  readonly text: string;
  /** The bytes of {@link text}. */
  readonly bytes: Buffer;
}

/** What a request goes out by. */
export interface Line {
  readonly network: Network;
  readonly limits: Limits;
}

const usualBody = 64 * 1024;

/** Takes the bytes of a good answer, as they come and as they are. */
export type OnPiece = (piece: Buffer) => void;

/**
 * One request and its whole answer: no redirect is followed, nothing tried again, any status is an answer.
 * @param onPiece where it is given, the body of a 200 goes there instead of into the text.
 */
export async function exchange(
  outgoing: Outgoing,
  line: Line,
  signal: AbortSignal,
  onPiece?: OnPiece,
): Promise<Incoming> {
  const { address } = outgoing;
  const { network, limits } = line;
  const deadline = AbortSignal.timeout(outgoing.whole ?? limits.whole);
  try {
    return await ask(outgoing, line, AbortSignal.any([signal, deadline]), onPiece);
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (error instanceof ServiceError) throw error;
    throw deadline.aborted ? tooSlow(address) : explainNetworkError(error, address, network.proxyFor(address));
  }
}

async function ask(
  outgoing: Outgoing,
  { network, limits }: Line,
  signal: AbortSignal,
  onPiece?: OnPiece,
): Promise<Incoming> {
  const { address, method, headers, body, spare } = outgoing;
  const worthPacking = limits.packedOnLoopback || !isLoopback(address);
  const encodings = onPiece === undefined && worthPacking ? acceptedEncodings : 'identity';
  const answer = await network.dispatcherFor(address).request({
    origin: address.origin,
    path: `${address.pathname}${address.search}`,
    method,
    headers: { 'accept-encoding': encodings, 'user-agent': 'Almanac', ...headers },
    body: body ?? null,
    signal,
  });
  const header = (name: string) => {
    const value = answer.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const status = answer.statusCode;
  if (onPiece !== undefined && status === 200) {
    for await (const piece of answer.body) onPiece(piece as Buffer);
    return { status, header, text: '', bytes: Buffer.alloc(0) };
  }
  const place = spare === undefined ? undefined : { spare, expected: expectedBytes(header) };
  const bytes = await readBody(answer.body, header('content-encoding') ?? '', address, limits.body, place);
  return {
    status,
    header,
    bytes,
    // Made when it is asked for: long lists of rows are read without it.
    get text() {
      return bytes.toString('utf8').replace(/^\uFEFF/, '');
    },
  };
}

/** How many bytes a body is likely to have, unpacked. */
function expectedBytes(header: Incoming['header']): number {
  const length = Number(header('content-length') ?? Number.NaN);
  const packed = (header('content-encoding') ?? 'identity') !== 'identity';
  return Number.isSafeInteger(length) ? Math.max(usualBody, packed ? length * 6 : length) : usualBody;
}

function tooSlow(address: URL): ServiceError {
  return new ServiceError({
    code: 'timeout',
    message: say('answer-too-slow', { host: address.host }),
    where: `${address.origin}${address.pathname}`,
    retry: true,
  });
}
