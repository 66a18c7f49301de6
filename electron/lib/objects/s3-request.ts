import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import { systemCodeOf } from '../errors/system-code.ts';
import type { ObjectAddress, ObjectKey } from './object-address.ts';
import { faultOf, ObjectStoreError } from './object-store-error.ts';

/** How long to wait for a store, and how often to ask again. */
export interface RequestLimits {
  /** Milliseconds until a connection is open. */
  readonly connectMs: number;
  /** Milliseconds without a byte of a response, before or within it. */
  readonly stallMs: number;
  /** Milliseconds from the first attempt after which none is made any more. */
  readonly retryMs: number;
  /** Attempts at most. */
  readonly attempts: number;
  /** Milliseconds of the first delay at most; each further one may be twice as long. */
  readonly backoffMs: number;
}

/** A reader is answered before a balancer gives up, which is usual after a minute. */
export const defaultLimits: RequestLimits = {
  connectMs: 5_000,
  stallMs: 15_000,
  retryMs: 25_000,
  attempts: 6,
  backoffMs: 200,
};

const maxBackoffMs = 5_000;

/** A request for one object, or for the bucket if the key is empty. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Signed with its SHA-256, which the store compares with what it received. */
  readonly body?: { readonly bytes: Uint8Array; readonly sha256: string };
  readonly signal?: AbortSignal | undefined;
  /** Statuses besides those of success that the caller handles. */
  readonly expected?: readonly number[];
}

export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Must be consumed or destroyed. */
  readonly body: Dispatcher.ResponseData['body'];
}

/** Seconds that a signed address is valid, and milliseconds for which it is reused. */
const signedSeconds = 3600;
const reusedMs = 20 * 60_000;

const connections = 64;
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The address of an object, or of the bucket if the key is empty. */
function addressOf({ bucket, prefix, endpoint }: ObjectAddress, key: string): URL {
  const name = key === '' ? '' : `/${prefix}${key}`.split('/').map(encodeURIComponent).join('/');
  return new URL(`/${bucket}${name}`, endpoint);
}

/** Signs and sends requests over kept connections, and repeats those that a store may answer the next time. */
export class S3Requests {
  readonly #address: ObjectAddress;
  #key: ObjectKey;
  readonly #renewKey: (() => Promise<ObjectKey>) | undefined;
  readonly #limits: RequestLimits;
  readonly #pool: Pool;
  /** Signing keys, which are valid for a day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #signed = new LRUCache<string, string>({ max: 10_000, ttl: reusedMs });

  /** @param renewKey reads the key again when the store has refused it: it may have been replaced */
  constructor(address: ObjectAddress, key: ObjectKey, limits: RequestLimits, renewKey?: () => Promise<ObjectKey>) {
    this.#address = address;
    this.#key = key;
    this.#renewKey = renewKey;
    this.#limits = limits;
    this.#pool = new Pool(address.endpoint, {
      connections,
      keepAliveTimeout: 30_000,
      connect: { timeout: limits.connectMs },
      headersTimeout: limits.stallMs,
      bodyTimeout: limits.stallMs,
    });
  }

  /**
   * Sends a request, again after failures that may pass, and handles its response.
   * @param handle consumes the body; if that fails because the connection does, the request is repeated
   * @param limits if not those of the client
   * @throws {ObjectStoreError}
   */
  async send<Result>(
    request: S3Request,
    handle: (response: S3Response) => Promise<Result>,
    limits: RequestLimits = this.#limits,
  ): Promise<Result> {
    return this.#repeat(request, limits, async () => {
      const response = await this.#attempt(request, limits);
      try {
        return await handle(response);
      } finally {
        if (!response.body.destroyed && !response.body.readableEnded) response.body.destroy();
      }
    });
  }

  /** As {@link send}, but the body stays open for the caller, who consumes or destroys it. */
  async open<Result>(request: S3Request, handle: (response: S3Response) => Promise<Result>): Promise<Result> {
    return this.#repeat(request, this.#limits, async () => handle(await this.#attempt(request, this.#limits)));
  }

  async #repeat<Result>(request: S3Request, limits: RequestLimits, once: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const used = this.#key;
      try {
        return await once();
      } catch (error) {
        request.signal?.throwIfAborted();
        if (isKeyRefused(error) && (await this.#isReplaced(used))) continue;
        const retry = retryOf(error);
        const delay = Math.random() * Math.min(maxBackoffMs, limits.backoffMs * 2 ** (attempt - 1));
        const isLast = attempt >= limits.attempts || performance.now() - started + delay > limits.retryMs;
        if (retry === null || isLast) throw this.named(error);
        await sleep(Math.max(delay, retry.afterMs), undefined, { signal: request.signal });
      }
    }
  }

  /** Whether there is another key than the one that a request was signed with. */
  async #isReplaced(used: ObjectKey): Promise<boolean> {
    // Addresses that were signed with a refused key are of no use.
    this.#signed.clear();
    const known = this.#key;
    const renewed = await this.#renewKey?.().catch(() => known);
    if (renewed !== undefined && this.#key === known && !isSameKey(renewed, known)) this.#key = renewed;
    return this.#key !== used;
  }

  async #attempt(request: S3Request, limits: RequestLimits): Promise<S3Response> {
    const { path, headers } = await this.#sign(request);
    const response = await this.#pool.request({
      method: request.method,
      path,
      headers,
      ...(request.body === undefined ? {} : { body: request.body.bytes }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      headersTimeout: limits.stallMs,
      bodyTimeout: limits.stallMs,
    });
    const { statusCode: status, body } = response;
    // A caller that stops reading early destroys the body, whose error then concerns no reader.
    body.on('error', () => {});
    const answer: S3Response = { status, headers: response.headers as S3Response['headers'], body };
    if ((status >= 200 && status < 300) || request.expected?.includes(status)) return answer;
    const text = await body.text().catch(() => '');
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
    throw new RefusedRequest(status, code, Number(answer.headers['retry-after'] ?? 0));
  }

  /** Addresses for reading are signed once for many requests, whatever range these are for; others each. */
  async #sign(request: S3Request): Promise<{ readonly path: string; readonly headers: Record<string, string> }> {
    const { method, key, query = {}, headers = {}, body } = request;
    const url = addressOf(this.#address, key);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const cache = this.#signingKeys;
    const used = this.#key;
    const signing = { ...used, service: 's3', region: this.#address.region, method, cache };
    if (method === 'GET' && Object.keys(query).length === 0) {
      const known = this.#signed.get(url.pathname);
      if (known !== undefined) return { path: known, headers };
      url.searchParams.set('X-Amz-Expires', `${signedSeconds}`);
      const signed = await new AwsV4Signer({ ...signing, url: url.href, signQuery: true }).sign();
      const path = `${signed.url.pathname}${signed.url.search}`;
      // The key may have been replaced meanwhile.
      if (used === this.#key) this.#signed.set(url.pathname, path);
      return { path, headers };
    }
    const hashed = { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 };
    const signed = await new AwsV4Signer({ ...signing, url: url.href, headers: hashed }).sign();
    return { path: `${signed.url.pathname}${signed.url.search}`, headers: Object.fromEntries(signed.headers) };
  }

  /**
   * An address at which a client without a key gets an object.
   * @param endpoint by which clients reach the store
   * @param query what the response is to be like
   * @param seconds within which a request must begin
   */
  async addressForReaders(
    endpoint: string,
    key: string,
    query: Readonly<Record<string, string>>,
    seconds: number,
  ): Promise<string> {
    const url = addressOf({ ...this.#address, endpoint }, key);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    url.searchParams.set('X-Amz-Expires', `${seconds}`);
    const signing = { ...this.#key, service: 's3', region: this.#address.region, method: 'GET' };
    return (await new AwsV4Signer({ ...signing, url: url.href, signQuery: true }).sign()).url.href;
  }

  /** Whether what failed may succeed if it is repeated. */
  mayPass(error: unknown): boolean {
    return retryOf(error) !== null;
  }

  /** The error of a request as an {@link ObjectStoreError}; any other unchanged. */
  named(error: unknown): unknown {
    const where = `bucket "${this.#address.bucket}" at ${this.#address.endpoint}`;
    if (error instanceof RefusedRequest) {
      this.#signed.clear();
      const { status, code } = error;
      return new ObjectStoreError(faultOf(status, code), where, code === '' ? `status ${status}` : code, error);
    }
    if (error instanceof BrokenTransfer) return new ObjectStoreError('failing', where, error.message, error);
    if (!isConnectionError(error)) return error;
    return new ObjectStoreError('unreachable', where, systemCodeOf(error) || String(error), error);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** A response other than that of success. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number;
  constructor(status: number, code: string, retryAfterSeconds = 0) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The transfer of an object that ended early, or differs from what was sent: worth another attempt. */
export class BrokenTransfer extends Error {
  readonly code = 'BROKEN_TRANSFER';
}

function isKeyRefused(error: unknown): boolean {
  return error instanceof RefusedRequest && faultOf(error.status, error.code) === 'wrong-key';
}

function isSameKey(one: ObjectKey, other: ObjectKey): boolean {
  return (
    one.accessKeyId === other.accessKeyId &&
    one.secretAccessKey === other.secretAccessKey &&
    one.sessionToken === other.sessionToken
  );
}

/** Codes of refusals that concern only the one transfer. */
const passing: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'IncompleteBody',
  'SlowDown',
  'OperationAborted',
]);

/** Whether another attempt may succeed, and after how many milliseconds at the earliest. */
function retryOf(error: unknown): { readonly afterMs: number } | null {
  if (error instanceof RefusedRequest) {
    const { status, code, retryAfterSeconds } = error;
    if (faultOf(status, code) === 'full') return null;
    if (status < 500 && status !== 429 && !passing.has(code)) return null;
    const seconds = Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : 0;
    return { afterMs: Math.min(maxBackoffMs, Math.max(0, seconds * 1000)) };
  }
  return isConnectionError(error) ? { afterMs: 0 } : null;
}

const connectionCodes: ReadonlySet<string> = new Set([
  'BROKEN_TRANSFER',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

function isConnectionError(error: unknown): boolean {
  const code = systemCodeOf(error);
  if (code === 'UND_ERR_ABORTED' || code === 'UND_ERR_INVALID_ARG') return false;
  return connectionCodes.has(code) || code.startsWith('UND_ERR_') || /^(ERR_TLS|CERT_|ERR_SSL)/.test(code);
}
