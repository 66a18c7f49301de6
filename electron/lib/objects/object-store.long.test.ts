import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectAddress, parseObjectAddress } from './object-address.ts';
import { ObjectStore } from './object-store.ts';
import { defaultRequestLimits } from './s3-request.ts';

/** Answers each request in turn; the last answer is repeated. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answers: Answer[] = [];
let received: IncomingMessage[] = [];
let bodies: Buffer[] = [];
let store: ObjectStore;
let address: ObjectAddress;
let close = async () => {};

const limits = { ...defaultRequestLimits, connectMs: 500, stallMs: 300, attempts: 3, firstDelayMs: 5 };

beforeEach(async () => {
  [answers, received, bodies] = [[], [], []];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push(request);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      bodies.push(Buffer.concat(pieces));
      answer?.(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = parseObjectAddress(`s3://bucket/some/prefix?endpoint=${endpoint}`);
  store = new ObjectStore(address, { accessKeyId: 'key', secretAccessKey: 'secret' }, limits);
  close = async () => {
    await store.close();
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
});
afterEach(() => close());

const status =
  (code: number, name = '', headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end(name === '' ? '' : `<Error><Code>${name}</Code></Error>`);
const content =
  (text: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Length': text.length, ETag: '"tag"' }).end(text);
const drop: Answer = (request) => void request.socket.destroy();
const stall: Answer = () => {};

async function textOf(key: string): Promise<string | null> {
  return (await store.readWhole(key))?.toString() ?? null;
}

describe('a request', () => {
  it.each([
    ['the connection is lost', drop],
    ['no answer comes', stall],
    ['the store fails', status(500)],
    ['the store is busy', status(503, 'SlowDown')],
    ['there are too many requests', status(429)],
  ])('is repeated if %s', async (_, failure) => {
    answers = [failure, failure, content('whole')];
    expect(await textOf('a')).toBe('whole');
    expect(received).toHaveLength(3);
  });

  it('is repeated if its answer ends early', async () => {
    const early: Answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': 10 }).write('half', () => response.destroy());
    };
    answers = [early, content('whole')];
    expect(await textOf('a')).toBe('whole');
  });

  it('is repeated with its body', async () => {
    answers = [drop, status(500), status(200)];
    await store.put('a', Buffer.from('content'));
    expect(bodies.slice(-2).map(String)).toEqual(['content', 'content']);
  });

  it.each([
    ['unreachable', drop, 3],
    ['unreachable', stall, 3],
    ['failing', status(500), 3],
    ['wrong-key', status(403, 'InvalidAccessKeyId'), 1],
    ['wrong-key', status(403, 'SignatureDoesNotMatch'), 1],
    ['clock', status(403, 'RequestTimeTooSkewed'), 1],
    ['forbidden', status(403, 'AccessDenied'), 1],
    ['no-bucket', status(404, 'NoSuchBucket'), 1],
    ['full', status(507, 'XMinioStorageFull'), 1],
    ['full', status(403, 'QuotaExceeded'), 1],
  ] as const)('that fails for good says why: %s', async (fault, answer, attempts) => {
    answers = [answer];
    await expect(textOf('a')).rejects.toMatchObject({ name: 'ObjectStoreError', fault });
    expect(received).toHaveLength(attempts);
  });

  it('names the store, the cause and what to do, without the key', async () => {
    answers = [status(403, 'InvalidAccessKeyId')];
    const error = await store.put('a', Buffer.from('content')).catch((reason: Error) => reason);
    expect(String(error)).toMatch(
      /bucket "bucket" at http:\/\/127\.0\.0\.1:\d+\) does not accept the key: InvalidAccessKeyId\. Check AWS_/,
    );
    expect(String(error)).not.toContain('secret');
  });

  it('is signed with a new key if the one before is refused and was replaced', async () => {
    const keys = ['another', 'another', 'key'];
    const renewing = new ObjectStore(address, { accessKeyId: 'old', secretAccessKey: 'a' }, limits, async () => {
      const accessKeyId = keys.shift() ?? '';
      return { accessKeyId, secretAccessKey: 'b' };
    });
    const byKey: Answer = (request, response) => {
      const isKnown = `${request.url} ${request.headers.authorization}`.includes('=key');
      (isKnown ? content('whole') : status(403, 'InvalidAccessKeyId'))(request, response);
    };
    answers = [byKey];
    const read = async () => (await renewing.readWhole('a'))?.toString();
    await expect(read()).rejects.toMatchObject({ fault: 'wrong-key' });
    expect(received).toHaveLength(2);
    expect(await read()).toBe('whole');
    await renewing.put('b', Buffer.from('content'));
    expect(received).toHaveLength(5);
    await renewing.close();
  });

  it('ends when it is cancelled', async () => {
    answers = [stall];
    const reason = new Error('No longer needed.');
    const controller = new AbortController();
    const reading = store.readWhole('a', controller.signal);
    await expect.poll(() => received.length).toBe(1);
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(received).toHaveLength(1);
  });
});

describe('an object', () => {
  it('that is missing is null', async () => {
    answers = [status(404, 'NoSuchKey')];
    expect(await textOf('a')).toBeNull();
    expect(await store.read('a', 0, 5)).toBeNull();
    expect(await store.open('a')).toBeNull();
    await store.remove('a');
  });

  it('is read on from where a connection was lost', async () => {
    const text = 'x'.repeat(1000);
    const cut: Answer = (_, response) => {
      const headers = { 'Content-Length': 1000, ETag: '"tag"' };
      response.writeHead(200, headers).write(text.slice(0, 400), () => setTimeout(() => response.destroy(), 50));
    };
    const rest: Answer = (_, response) => {
      response.writeHead(206, { 'Content-Length': 600, ETag: '"tag"' }).end(text.slice(400));
    };
    answers = [cut, rest];
    const object = await store.open('a');
    expect(object?.bytes).toBe(1000);
    expect(String(Buffer.concat((await object?.body.toArray()) ?? []))).toBe(text);
    expect(received.map(({ headers }) => [headers.range, headers['if-match']])).toEqual([
      [undefined, undefined],
      ['bytes=400-', '"tag"'],
    ]);
  });

  it('is below the prefix, and every request is signed', async () => {
    answers = [status(200)];
    await store.put('folder/a', Buffer.from('content'));
    await store.remove('folder/a');
    await store.readWhole('folder/a');
    const [put, remove, get] = received;
    expect(put?.url).toBe('/bucket/some/prefix/folder/a');
    expect(put?.headers.authorization).toContain('x-amz-content-sha256');
    expect(put?.headers['x-amz-content-sha256']).toBe(
      'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73',
    );
    expect(remove?.headers.authorization).toContain('AWS4-HMAC-SHA256');
    expect(get?.url).toContain('X-Amz-Signature=');
  });

  it('whose content is not what was written is read again', async () => {
    const sha256 = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73';
    const with256 =
      (text: string): Answer =>
      (_, response) =>
        void response.writeHead(200, { 'x-amz-meta-sha256': sha256 }).end(text);
    answers = [with256('contend'), with256('content')];
    expect(await textOf('a')).toBe('content');
    expect(received).toHaveLength(2);
  });
});

describe('a file', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-objects-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('that has changed since its checksum was calculated is not sent', async () => {
    answers = [status(200)];
    const file = path.join(folder, 'a');
    await writeFile(file, 'content');
    await expect(store.putFile('a', file, '0'.repeat(64))).rejects.toThrow('has changed');
    expect(received).toEqual([]);
  });

  it('that could not be completed leaves no parts', async () => {
    const begin: Answer = (_, response) =>
      void response
        .writeHead(200)
        .end('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
    answers = [
      begin,
      (request, response) =>
        void (request.method === 'DELETE' ? status(204) : status(403, 'AccessDenied'))(request, response),
    ];
    const file = path.join(folder, 'a');
    await writeFile(file, Buffer.alloc(20 * 2 ** 20));
    // A busy machine takes longer to send a large part than the limits of the other tests permit.
    const patient = new ObjectStore(address, { accessKeyId: 'key', secretAccessKey: 'secret' });
    await expect(patient.putFile('a', file, '')).rejects.toMatchObject({ fault: 'forbidden' });
    await patient.close();
    const last = received.at(-1);
    expect([last?.method, last?.url]).toEqual(['DELETE', '/bucket/some/prefix/a?uploadId=u1']);
  });
});

describe('a list', () => {
  it('continues over its pages', async () => {
    const page = (key: string, more: string) =>
      `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated><Contents><Key>some/prefix/${key}</Key><LastModified>2026-01-02T03:04:05.678Z</LastModified><Size>7</Size></Contents>${more}</ListBucketResult>`;
    answers = [
      content(page('v/a&amp;b', '<NextContinuationToken>t/=</NextContinuationToken>')),
      content(page('v/c', '')),
    ];
    const listed = [];
    for await (const objects of store.list('v/')) listed.push(...objects);
    const modified = Date.parse('2026-01-02T03:04:05.678Z');
    expect(listed).toEqual([
      { key: 'v/a&b', bytes: 7, modified, uploadId: null },
      { key: 'v/c', bytes: 7, modified, uploadId: null },
    ]);
    expect(received[1]?.url).toContain('continuation-token=t%2F%3D');
    expect(received[0]?.url).toContain('prefix=some%2Fprefix%2Fv%2F');
  });
});
