import { AwsV4Signer } from 'aws4fetch';
import { LRUCache } from 'lru-cache';
import { systemCodeOf } from '../errors/system-error.ts';
import {
  ConnectionError,
  type ConnectionLimits,
  type HttpAnswer,
  HttpClient,
  type HttpRequest,
} from '../http/client.ts';
import { Retries, type RetryLimits, retryAfterSeconds, transientStatuses } from '../http/retry.ts';
import { childrenOf, readXmlTree, type XmlElement } from '../xml-tree.ts';
import type { ObjectAddress, ObjectKey } from './object-address.ts';
import { faultOf, ObjectStoreError } from './object-store-error.ts';

/** How long to wait for a store, and how often to ask again. */
export type RequestLimits = Omit<ConnectionLimits, 'headersMs'> & RetryLimits;

/** A reader is answered before a balancer gives up, which is usual after a minute. */
const maxFailingMs = 25_000;

export const defaultRequestLimits: RequestLimits = {
  connectMs: 5_000,
  // Before a response, and within it.
  stallMs: 15_000,
  concurrency: 64,
  attempts: 6,
  firstDelayMs: 200,
  maxDelayMs: 5_000,
  maxRetryAfterMs: maxFailingMs,
  maxFailingMs,
};

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

/** Seconds that a signed address is valid, and milliseconds for which it is reused. */
const signedSeconds = 3600;
const reusedMs = 20 * 60_000;

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
  readonly #client: HttpClient;
  /** Signing keys, which are valid for a day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #signed = new LRUCache<string, URL>({ max: 10_000, ttl: reusedMs });

  /** @param renewKey reads the key again when the store has refused it: it may have been replaced */
  constructor(address: ObjectAddress, key: ObjectKey, limits: RequestLimits, renewKey?: () => Promise<ObjectKey>) {
    this.#address = address;
    this.#key = key;
    this.#renewKey = renewKey;
    this.#limits = limits;
    // A store is beside the service: what the machine uses to reach the web is not for it.
    this.#client = new HttpClient({ ...limits, headersMs: limits.stallMs }, { direct: true });
  }

  /**
   * Sends a request, again after failures that may pass, and handles its response.
   * @param handle consumes the body; if that fails because the connection does, the request is repeated
   * @param limits if not those of the client
   * @throws {ObjectStoreError}
   */
  async send<Result>(
    request: S3Request,
    handle: (response: HttpAnswer) => Promise<Result>,
    limits: RequestLimits = this.#limits,
  ): Promise<Result> {
    return this.#repeat(request, limits, async () =>
      this.#client.send(await this.#sign(request, limits), async (response) => {
        await checkAccepted(response, request);
        return await handle(response);
      }),
    );
  }

  /** As {@link send}, but the body stays open for the caller, who consumes or destroys it. */
  async open<Result>(request: S3Request, handle: (response: HttpAnswer) => Promise<Result>): Promise<Result> {
    return this.#repeat(request, this.#limits, async () => {
      const response = await this.#client.open(await this.#sign(request, this.#limits));
      await checkAccepted(response, request);
      return await handle(response);
    });
  }

  async #repeat<Result>({ signal }: S3Request, limits: RequestLimits, once: () => Promise<Result>): Promise<Result> {
    const retries = this.retries(limits);
    for (;;) {
      const used = this.#key;
      try {
        return await once();
      } catch (error) {
        signal?.throwIfAborted();
        if (!isKeyRefused(error) || !(await this.#isReplaced(used))) await this.pause(retries, error, signal);
      }
    }
  }

  retries(limits: RequestLimits = this.#limits): Retries {
    return new Retries(limits, afterMs);
  }

  /** Waits before another attempt. @throws {ObjectStoreError} if there is to be none */
  async pause(retries: Retries, error: unknown, signal: AbortSignal | undefined): Promise<void> {
    await retries.pause(error, signal).catch((reason: unknown) => {
      throw this.#named(reason);
    });
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

  /** Addresses for reading are signed once for many requests, whatever range these are for; others each. */
  async #sign(request: S3Request, { stallMs }: RequestLimits): Promise<HttpRequest> {
    const { method, key, query = {}, headers = {}, body, signal } = request;
    const url = addressOf(this.#address, key);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const cache = this.#signingKeys;
    const used = this.#key;
    const signing = { ...used, service: 's3', region: this.#address.region, method, cache };
    const unsigned = { method, body: body?.bytes ?? null, signal, headersMs: stallMs, stallMs };
    if (method === 'GET' && Object.keys(query).length === 0) {
      const known = this.#signed.get(url.pathname);
      if (known !== undefined) return { ...unsigned, address: known, headers };
      url.searchParams.set('X-Amz-Expires', `${signedSeconds}`);
      const { url: address } = await new AwsV4Signer({ ...signing, url: url.href, signQuery: true }).sign();
      // The key may have been replaced meanwhile.
      if (used === this.#key) this.#signed.set(url.pathname, address);
      return { ...unsigned, address, headers };
    }
    const hashed = { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 };
    const signed = await new AwsV4Signer({ ...signing, url: url.href, headers: hashed }).sign();
    return { ...unsigned, address: signed.url, headers: Object.fromEntries(signed.headers) };
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

  /** The error of a request as an {@link ObjectStoreError}; any other unchanged. */
  #named(error: unknown): unknown {
    const where = `bucket "${this.#address.bucket}" at ${this.#address.endpoint}`;
    if (error instanceof RefusedRequest) {
      this.#signed.clear();
      const { status, code } = error;
      return new ObjectStoreError(faultOf(status, code), where, code === '' ? `status ${status}` : code, error);
    }
    if (error instanceof BrokenTransfer) return new ObjectStoreError('failing', where, error.message, error);
    if (!(error instanceof ConnectionError)) return error;
    return new ObjectStoreError('unreachable', where, systemCodeOf(error.cause) || error.message, error);
  }

  async close(): Promise<void> {
    await this.#client.close();
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
export class BrokenTransfer extends Error {}

/** @throws {RefusedRequest} for a response that the caller does not handle */
async function checkAccepted({ status, header, body }: HttpAnswer, { expected = [] }: S3Request): Promise<void> {
  if ((status >= 200 && status < 300) || expected.includes(status)) return;
  const text = await body.text().catch(() => '');
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
  throw new RefusedRequest(status, code, retryAfterSeconds(header('retry-after'), Date.now()) ?? 0);
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

/** Milliseconds after which another attempt may succeed at the earliest; null if none can. */
function afterMs(error: unknown): number | null {
  if (error instanceof ConnectionError || error instanceof BrokenTransfer) return 0;
  if (!(error instanceof RefusedRequest) || faultOf(error.status, error.code) === 'full') return null;
  const { status, code, retryAfterSeconds: seconds } = error;
  return status >= 500 || transientStatuses.has(status) || passing.has(code) ? seconds * 1000 : null;
}

/** An object, or an unfinished upload, in a list. */
export interface ListedObject {
  /** Key of the object, without the prefix of the store. */
  readonly key: string;
  /** Size of the object; 0 for an unfinished upload. */
  readonly bytes: number;
  /** When it was written or begun, by the clock of the store, in milliseconds. */
  readonly modified: number;
  /** Id of an unfinished upload; null for an object. */
  readonly uploadId: string | null;
}

interface ListPage {
  readonly objects: readonly ListedObject[];
  /** The parameters that continue the list; null at its end. */
  readonly next: Readonly<Record<string, string>> | null;
}

/** Parses a page of `ListObjectsV2` or `ListMultipartUploads`. @throws for other XML */
export function parseList(text: string, prefix: string): ListPage {
  const list = readXmlTree(text);
  if (list === null) throw new Error('A list of objects is not well-formed.');
  const entries = [...childrenOf(list, 'Contents'), ...childrenOf(list, 'Upload')];
  const objects = entries.map((entry) => listedObject(entry, prefix));
  return { objects, next: textOf(list, 'IsTruncated') === 'true' ? nextOf(list) : null };
}

function textOf(element: XmlElement, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}

function listedObject(entry: XmlElement, prefix: string): ListedObject {
  const name = textOf(entry, 'Key') ?? '';
  return {
    key: name.startsWith(prefix) ? name.slice(prefix.length) : name,
    bytes: Number(textOf(entry, 'Size') ?? 0),
    modified: Date.parse(textOf(entry, 'LastModified') ?? textOf(entry, 'Initiated') ?? ''),
    uploadId: textOf(entry, 'UploadId') ?? null,
  };
}

function nextOf(list: XmlElement): Record<string, string> | null {
  const token = textOf(list, 'NextContinuationToken');
  if (token !== undefined) return { 'continuation-token': token };
  const [key, upload] = [textOf(list, 'NextKeyMarker'), textOf(list, 'NextUploadIdMarker')];
  return key === undefined ? null : { 'key-marker': key, 'upload-id-marker': upload ?? '' };
}
