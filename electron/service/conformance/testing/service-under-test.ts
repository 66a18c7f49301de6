import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Service, type ServiceOptions, startService } from '../../service.ts';
import { type ApiDocument, undocumented } from './documented.ts';
import { fill, type Tokens } from './fixtures.ts';

/** Options of a test's request. */
export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | FormData;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly token?: string;
}

/** A complete response. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
  readonly json: any;
}

/** A running service with the records of `fixtures.ts`, and functions to send requests to it. */
export interface UnderTest {
  readonly service: Service;
  readonly tokens: Tokens;
  /** Address of the service without a trailing slash: `{base_url}`. */
  readonly base: string;
  /** Sends a request and validates the response against the OpenAPI document. */
  ask(path: string, options?: TestRequest): Promise<TestResponse>;
}

/** Requests without a body reuse connections; a refused body may close one, so each body gets its own. */
const kept = new Agent({ keepAlive: true });

/** Encodes characters beyond ASCII as a browser does; existing escapes remain unchanged. */
function asciiPath(target: string): string {
  return target.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
}

async function send(base: string, target: string, options: TestRequest): Promise<TestResponse> {
  const { headers = {}, json, token } = options;
  const form = options.body instanceof FormData ? new Request(base, { method: 'POST', body: options.body }) : null;
  const body = form === null ? options.body : new Uint8Array(await form.arrayBuffer());
  const sent = json === undefined ? body : JSON.stringify(json);
  const all: Record<string, string> = {
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(form === null ? {} : { 'content-type': form.headers.get('content-type') ?? '' }),
    ...(token === undefined ? {} : { authorization: `Token ${token}` }),
    ...(sent === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent as string)) }),
    ...headers,
  };
  const { hostname, port } = new URL(base);
  return await new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path: asciiPath(target),
        method: options.method ?? 'GET',
        headers: all,
        agent: sent === undefined ? kept : false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(gathered(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))));
      },
    );
    request.on('error', reject);
    request.end(sent);
  });
}

function gathered(status: number, headers: NodeJS.Dict<string | string[]>, bytes: Buffer): TestResponse {
  const text = bytes.toString('utf8');
  const flat = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  const isJson = headers['content-encoding'] === undefined && /\bjson$/.test(String(headers['content-type'] ?? ''));
  const json = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status, headers: Object.fromEntries(flat), text, bytes, json };
}

interface Filled {
  readonly folder: string;
  readonly tokens: Tokens;
}

/** A data folder with the records of `fixtures.ts`, made once for all files of tests that this process runs. */
let filled: Promise<Filled> | null = null;

async function fillFolder(): Promise<Filled> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-conformance-filled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ dataFolder: folder });
  try {
    return { folder, tokens: await fill(service) };
  } finally {
    await service.close();
  }
}

/** A catalogue in PostgreSQL is not in the data folder: each file fills its own. */
const isCatalogueElsewhere = process.env.ALMANAC_TEST_CATALOGUE === 'postgres';

/** Starts a service with the records of `fixtures.ts` on an empty folder. */
async function startFilled(folder: string, options: Partial<ServiceOptions>): Promise<[Service, Tokens]> {
  if (isCatalogueElsewhere) {
    const service = await startService({ ...options, dataFolder: folder });
    return [service, await fill(service)];
  }
  filled ??= fillFolder();
  const { folder: original, tokens } = await filled;
  await cp(original, folder, { recursive: true });
  return [await startService({ ...options, dataFolder: folder }), tokens];
}

/** Starts one service for the tests of a file. */
export function underTest(options: Partial<ServiceOptions> = {}): UnderTest {
  let service: Service;
  let tokens: Tokens;
  let document: ApiDocument;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-conformance-'));
    [service, tokens] = await startFilled(folder, options);
    document = (await send(service.url.slice(0, -1), '/api/v1/schema/', {})).json as ApiDocument;
  });
  afterAll(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get service() {
      return service;
    },
    get tokens() {
      return tokens;
    },
    get base() {
      return service.url.slice(0, -1);
    },
    ask: async (target, options = {}) => {
      const got = await send(service.url.slice(0, -1), target, options);
      const answer = {
        method: options.method ?? 'GET',
        path: target.split('?')[0] ?? '',
        isCut: got.status === 200 && target.includes('fields='),
        status: got.status,
        contentType: got.headers['content-type'] ?? '',
        body: got.headers['content-encoding'] === undefined ? got.text : '',
      };
      expect(undocumented(document, answer)).toBeNull();
      return got;
    },
  };
}
