import { webcrypto } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ConnectionError, type HttpAnswer } from '../http/client.ts';
import type { ObjectAddress, ObjectKey } from './object-address.ts';
import {
  BrokenTransfer,
  defaultRequestLimits,
  type ListedObject,
  parseList,
  RefusedRequest,
  type RequestLimits,
  type S3Request,
  S3Requests,
} from './s3-request.ts';

/** Files larger than this are sent in parts of at least this many bytes. */
const partBytes = 16 * 2 ** 20;
/** The protocol permits 10,000. */
const maxParts = 9_000;
/** Parts in transfer at a time, each of which is in memory. */
const partsAtOnce = 3;

/** The SHA-256 of an object's content is stored with it under this name. */
const checksumHeader = 'x-amz-meta-sha256';

export interface PutOptions {
  readonly signal?: AbortSignal | undefined;
  /** Awaited before the object becomes visible; a failure leaves none. */
  readonly confirm?: () => Promise<void>;
}

/** An object whose content follows. */
export interface OpenObject {
  readonly bytes: number;
  /** Checksum that is stored with the object; null if it was written by another program. */
  readonly sha256: string | null;
  readonly body: Readable;
}

/** The response to an address for readers, besides the content. */
export interface ReaderHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Objects of one bucket below one prefix, in any S3-compatible store. All methods throw `ObjectStoreError`. */
export class ObjectStore {
  readonly #requests: S3Requests;
  readonly #prefix: string;
  readonly #limits: RequestLimits;

  /**
   * Requests nothing yet.
   * @param renewKey reads the key again when the store has refused it; without this, a refused key stays so
   */
  constructor(
    address: ObjectAddress,
    key: ObjectKey,
    limits: RequestLimits = defaultRequestLimits,
    renewKey?: () => Promise<ObjectKey>,
  ) {
    this.#requests = new S3Requests(address, key, limits, renewKey);
    this.#prefix = address.prefix;
    this.#limits = limits;
  }

  /** Writes an object, completely or not at all; an existing one is replaced. */
  async put(key: string, content: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#put(key, await signedBody(content), signal);
  }

  async #put(key: string, body: SignedBody, signal: AbortSignal | undefined): Promise<void> {
    const headers = { [checksumHeader]: body.sha256 };
    await this.#requests.send({ method: 'PUT', key, headers, body, signal }, drained);
  }

  /**
   * Writes a file as an object.
   * @param sha256 of its content, which is checked on the way and stored with it; null if it is not needed later
   */
  async putFile(key: string, path: string, sha256: string | null, options: PutOptions = {}): Promise<void> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > partBytes) {
        await putParts(this.#requests, key, { file, size, sha256 }, options);
        return;
      }
      const body = await signedBody(await readPart(file, 0, size));
      await options.confirm?.();
      if (sha256 !== null && body.sha256 !== sha256) throw new ChangedFileError(key);
      await this.#put(key, body, options.signal);
    } finally {
      await file.close();
    }
  }

  /** Bytes `from` to `to` (exclusive) of an object; null if there is none, or it is shorter. */
  async read(key: string, from: number, to: number, signal?: AbortSignal): Promise<Buffer | null> {
    if (to <= from) return Buffer.alloc(0);
    const headers = { range: `bytes=${from}-${to - 1}` };
    return this.#requests.send(
      { method: 'GET', key, headers, signal, expected: [404, 416] },
      async (response): Promise<Buffer | null> => {
        if (await isMissing(response)) return null;
        const content = Buffer.from(await response.body.arrayBuffer());
        // A store that ignores ranges sends the whole object.
        const wanted = response.status === 206 ? content : content.subarray(from, to);
        return wanted.length === to - from ? wanted : null;
      },
    );
  }

  /** A small object as a whole; null if there is none. */
  async readWhole(key: string, signal?: AbortSignal): Promise<Buffer | null> {
    return this.#requests.send({ method: 'GET', key, signal, expected: [404] }, async (response) => {
      if (await isMissing(response)) return null;
      const content = Buffer.from(await response.body.arrayBuffer());
      const stored = response.header(checksumHeader);
      if (stored !== undefined && (await sha256Of(content)) !== stored) throw new BrokenTransfer('another checksum');
      return content;
    });
  }

  /** An object as a stream, which resumes where a connection was lost; null if there is none. */
  async open(key: string, signal?: AbortSignal): Promise<OpenObject | null> {
    const first = await openFrom(this.#requests, key, 0, null, signal);
    if (first === null) return null;
    const { bytes, sha256 } = first;
    const body = Readable.from(resuming(this.#requests, key, first, signal), { objectMode: false });
    // A stream that was not read has not begun the generator either, which would close the connection.
    body.once('close', () => first.body.destroy());
    return { bytes, sha256, body };
  }

  /**
   * An address at which a client without a key gets an object; nothing is asked of the store.
   * @param endpoint by which clients reach the store
   * @param seconds within which a request must begin
   */
  async addressForReaders(endpoint: string, key: string, headers: ReaderHeaders, seconds: number): Promise<string> {
    const query = {
      'response-content-type': headers.contentType,
      'response-content-disposition': headers.contentDisposition,
    };
    return this.#requests.addressForReaders(endpoint, key, query, seconds);
  }

  /** Removes an object; a missing one is no error. */
  async remove(key: string): Promise<void> {
    await this.#requests.send({ method: 'DELETE', key, expected: [404] }, drained);
  }

  list(prefix: string, signal?: AbortSignal): AsyncGenerator<readonly ListedObject[]> {
    return this.#pages({ 'list-type': '2', prefix: `${this.#prefix}${prefix}` }, signal);
  }

  /** Unfinished uploads, which take space until they are removed. */
  listUploads(prefix: string, signal?: AbortSignal): AsyncGenerator<readonly ListedObject[]> {
    return this.#pages({ uploads: '', prefix: `${this.#prefix}${prefix}` }, signal);
  }

  async removeUpload({ key, uploadId }: ListedObject): Promise<void> {
    const query = { uploadId: uploadId ?? '' };
    await this.#requests.send({ method: 'DELETE', key, query, expected: [404] }, drained);
  }

  /** The clock of the store, in milliseconds; asks it once, without repeating the request. */
  async now(timeoutMs: number = this.#limits.stallMs): Promise<number> {
    const once = { ...this.#limits, attempts: 1, stallMs: timeoutMs };
    const query = { 'list-type': '2', 'max-keys': '1', prefix: this.#prefix };
    return this.#requests.send(
      { method: 'GET', key: '', query },
      async ({ body, header }) => {
        await body.text();
        return Date.parse(header('date') ?? '') || Date.now();
      },
      once,
    );
  }

  async close(): Promise<void> {
    await this.#requests.close();
  }

  async *#pages(query: Readonly<Record<string, string>>, signal: AbortSignal | undefined) {
    for (let next: Readonly<Record<string, string>> | null = {}; next !== null; ) {
      const request: S3Request = { method: 'GET', key: '', query: { ...query, ...next }, signal };
      const page = parseList(await this.#requests.send(request, ({ body }) => body.text()), this.#prefix);
      yield page.objects;
      next = page.next;
    }
  }
}

/** A file that is not what it was when its checksum was calculated. */
class ChangedFileError extends Error {
  constructor(key: string) {
    super(`The file for the object ${key} has changed since its checksum was calculated.`);
    this.name = 'ChangedFileError';
  }
}

async function drained({ body }: HttpAnswer): Promise<void> {
  await body.dump();
}

/** Whether the object, or the range of it, does not exist; a missing bucket is an error. */
async function isMissing({ status, body }: HttpAnswer): Promise<boolean> {
  if (status === 416) return true;
  if (status !== 404) return false;
  if ((await body.text()).includes('NoSuchBucket')) throw new RefusedRequest(status, 'NoSuchBucket');
  return true;
}

/** Calculated by a thread of the pool, without blocking the event loop. */
async function sha256Of(content: Uint8Array): Promise<string> {
  const { buffer, byteOffset, byteLength } = content;
  const view = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', view)).toString('hex');
}

type SignedBody = NonNullable<S3Request['body']>;

async function signedBody(bytes: Uint8Array): Promise<SignedBody> {
  return { bytes, sha256: await sha256Of(bytes) };
}

async function readPart(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(to - from);
  for (let done = 0; done < content.length; ) {
    const { bytesRead } = await file.read(content, done, content.length - done, from + done);
    if (bytesRead === 0) throw new Error('A file became shorter while it was sent.');
    done += bytesRead;
  }
  return content;
}

/** Sends a large file in parts; on failure the parts are removed, and no object becomes visible. */
async function putParts(
  requests: S3Requests,
  key: string,
  { file, size, sha256 }: { readonly file: FileHandle; readonly size: number; readonly sha256: string | null },
  { signal, confirm }: PutOptions,
): Promise<void> {
  const headers: Record<string, string> = sha256 === null ? {} : { [checksumHeader]: sha256 };
  const uploadId = await requests.send(
    { method: 'POST', key, query: { uploads: '' }, headers, signal },
    async ({ body }) => tagIn(await body.text(), 'UploadId'),
  );
  try {
    const length = Math.max(partBytes, Math.ceil(size / maxParts));
    const tags: string[] = new Array(Math.ceil(size / length)).fill('');
    let next = 0;
    const sendParts = async () => {
      while (next < tags.length) {
        const at = next++;
        if (at >= tags.length) return;
        const body = await signedBody(await readPart(file, at * length, Math.min(size, (at + 1) * length)));
        const query = { partNumber: `${at + 1}`, uploadId };
        tags[at] = await requests.send({ method: 'PUT', key, query, body, signal }, async (response) => {
          await drained(response);
          return response.header('etag') ?? '';
        });
      }
    };
    const sending = await Promise.allSettled(Array.from({ length: partsAtOnce }, sendParts));
    for (const sent of sending) if (sent.status === 'rejected') throw sent.reason;
    await confirm?.();
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
    const body = await signedBody(Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`));
    await requests.send({ method: 'POST', key, query: { uploadId }, body, signal }, async (response) => {
      // A failure may come after the status was sent.
      const text = await response.body.text();
      if (!text.includes('CompleteMultipartUploadResult')) throw new BrokenTransfer(text.slice(0, 200));
    });
  } catch (error) {
    await requests.send({ method: 'DELETE', key, query: { uploadId }, expected: [404] }, drained).catch(() => {});
    throw error;
  }
}

function tagIn(xml: string, name: string): string {
  const value = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  if (value === undefined) throw new BrokenTransfer(`no ${name} in a response`);
  return value;
}

/** A response that is being read from some position on. */
interface OpenResponse {
  readonly body: Readable;
  /** Size of the whole object. */
  readonly bytes: number;
  readonly sha256: string | null;
  readonly tag: string;
}

/** @param tag of the object that was opened before, if this continues reading it */
async function openFrom(
  requests: S3Requests,
  key: string,
  from: number,
  tag: string | null,
  signal: AbortSignal | undefined,
): Promise<OpenResponse | null> {
  const headers = {
    ...(from === 0 ? {} : { range: `bytes=${from}-` }),
    ...(tag === null ? {} : { 'if-match': tag }),
  };
  return requests.open({ method: 'GET', key, headers, signal, expected: [404] }, async (response) => {
    if (await isMissing(response)) return null;
    const length = Number(response.header('content-length') ?? Number.NaN);
    if (!Number.isFinite(length)) throw new BrokenTransfer('a response without its length');
    return {
      body: response.body,
      bytes: from + length,
      sha256: response.header(checksumHeader) ?? null,
      tag: response.header('etag') ?? '',
    };
  });
}

/** The bytes of an object; after a lost connection reading continues where it ended. */
async function* resuming(
  requests: S3Requests,
  key: string,
  first: OpenResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const retries = requests.retries();
  let at = 0;
  for (let response: OpenResponse | null = first; ; ) {
    try {
      for await (const piece of response.body as AsyncIterable<Buffer>) {
        at += piece.length;
        retries.progressed();
        yield piece;
      }
      if (at === first.bytes) return;
      throw new BrokenTransfer('an object ended early');
    } catch (cause) {
      signal?.throwIfAborted();
      if (at === first.bytes) return;
      const error = cause instanceof BrokenTransfer ? cause : new ConnectionError(cause);
      await requests.pause(retries, error, signal);
    }
    response = await openFrom(requests, key, at, first.tag, signal);
    if (response === null) throw new BrokenTransfer('an object was removed while it was read');
  }
}
