import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { pageOf } from './pages.ts';
import { rowJson } from './row-shapes.ts';
import { sampleColumns, sampleCount, sampleRows } from './sample-rows.ts';
import type { Variant } from './variant.ts';
import { datasetRecord, discoveryRecord, namespaceRecord } from './variant-records.ts';

/** The requests that a service received, in order. */
interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the caller disconnected before the end of the answer. */
  dropped: boolean;
}

/** A small real HTTP server that behaves like one variant. */
export interface VariantService {
  /** Address of the service, with a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly recorded: Recorded[];
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

const passwordOf = 'correct horse';

interface Reply {
  readonly status: number;
  readonly body: string;
}

const json = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });
const notFound = json({ detail: 'Nicht gefunden.' }, 404);

function ownAddress(variant: Variant, request: IncomingMessage): (path: string) => string {
  const path = variant.path ?? '/';
  if (variant.addresses === 'relative') return (rest) => `${path}${rest}`;
  const host = variant.addresses === 'behind-proxy' ? 'inner.example:8000' : (request.headers.host ?? '');
  const base = variant.addresses === 'behind-proxy' ? '/' : path;
  const format = variant.addresses === 'with-format' ? '?_format=json' : '';
  return (rest) => `http://${host}${base}${rest}${rest.includes('?') ? format.replace('?', '&') : format}`;
}

function rowsReply(variant: Variant, slug: string, address: URL, at: (path: string) => string): Reply {
  const query = address.searchParams;
  const unknown = [...query.keys()].find((name) => !['page', 'cursor', 'offset', '_format'].includes(name));
  if (variant.strict && unknown !== undefined) return json({ [unknown]: ['Unknown parameter.'] }, 400);
  const count = slug === 'everything' ? (variant.count?.() ?? sampleCount) : 0;
  const page = pageOf(variant, query, count);
  if (page === null) return json({ detail: 'Ungültige Seite.' }, 404);
  const shape = variant.list?.startsWith('collection') ? 'feature' : (variant.shape ?? 'object');
  const rows = sampleRows
    .slice(page.from, Math.min(page.to, count))
    .map((row) => rowJson(row, sampleColumns, shape, variant.geometry ?? 'geojson'));
  const path = `api/v1/namespaces/city/datasets/${slug}/data/`;
  const next = page.next === null ? null : at(`${path}?${new URLSearchParams(page.next)}`);
  return { status: 200, body: envelope(variant, rows, page.counted ? count : null, next) };
}

function envelope(variant: Variant, rows: readonly string[], count: number | null, next: string | null): string {
  const list = `[${rows.join(',')}]`;
  if (variant.list === 'bare') return list;
  const collection = `"type":"FeatureCollection","features":${list}`;
  const counted = count === null ? '' : `"count":${count},`;
  const links = `${counted}"next":${JSON.stringify(next)},"previous":null,`;
  if (variant.list === 'collection') return `{${links}${collection}}`;
  return `{${links}"results":${variant.list === 'collection-in-envelope' ? `{${collection}}` : list}}`;
}

function tokenReply(request: IncomingMessage, body: string, variant: Variant): Reply {
  if (request.method !== 'POST') return json({ detail: 'Method "GET" not allowed.' }, 405);
  const { username, password } = JSON.parse(body) as { username: string; password: string };
  if (username === 'ada' && password === passwordOf) return json({ token: variant.token ?? 'f'.repeat(40) });
  return json({ non_field_errors: [`Unable to log in as ${username} with ${password}.`] }, 400);
}

function refused(request: IncomingMessage, variant: Variant, guarded: boolean): Reply | null {
  if (variant.token === undefined) return null;
  const sent = request.headers.authorization;
  if (sent !== undefined && sent !== `Token ${variant.token}`) return json({ detail: 'Ungültiges Token.' }, 401);
  return guarded && sent === undefined ? json({ detail: 'Anmeldung nötig.' }, 401) : null;
}

function replyTo(request: IncomingMessage, address: URL, body: string, variant: Variant): Reply {
  const at = ownAddress(variant, request);
  const root = variant.path ?? '/';
  const path = address.pathname.startsWith(root) ? address.pathname.slice(root.length) : 'elsewhere';
  const dataset = /^api\/v1\/namespaces\/city\/datasets\/(everything|nothing)\/(data\/)?$/.exec(path);
  const bad = refused(request, variant, dataset?.[1] === 'everything' || path === 'api/v1/users/');
  if (bad !== null) return bad;
  if (path === 'api/') return json({ versions: [{ url: at('api/v1/'), name: 'Version 1', number: 1 }] });
  if (path === 'api/v1/') return json(discoveryRecord(at));
  if (path === 'api/v1/auth/token/obtain/') return tokenReply(request, body, variant);
  if (path === 'api/v1/users/') return json([{ id: 1, username: 'ada' }]);
  if (path === 'api/v1/namespaces/') {
    const all = [namespaceRecord(variant, at)];
    return json(variant.list === 'bare' ? all : { count: 1, next: null, previous: null, results: all });
  }
  if (path === 'api/v1/namespaces/city/') return json(namespaceRecord({ ...variant, leavesOut: [] }, at));
  if (dataset?.[1] === undefined) return notFound;
  return dataset[2] === undefined
    ? json(datasetRecord(dataset[1], variant, at))
    : rowsReply(variant, dataset[1], address, at);
}

const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

function send(response: ServerResponse, reply: Reply, variant: Variant): void {
  response.setHeader('content-type', 'application/json');
  if (variant.encoding !== undefined) response.setHeader('content-encoding', variant.encoding);
  const body = variant.encoding === undefined ? Buffer.from(reply.body) : packers[variant.encoding](reply.body);
  response.writeHead(reply.status, { 'content-length': body.length }).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/**
 * Starts a service of a variant on a free (or a given) port of this computer; its user is `ada`, her password `correct
 * horse`.
 */
export async function startVariant(variant: Variant = {}, requestedPort = 0): Promise<VariantService> {
  const recorded: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const body = await bodyOf(request).catch(() => '');
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, authorization: headers.authorization, body, dropped: false };
    recorded.push(entry);
    response.on('close', () => {
      entry.dropped = !response.writableFinished;
    });
    if (variant.intercept?.(request, response, address)) return;
    send(response, replyTo(request, address, body, variant), variant);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(requestedPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${variant.path ?? '/'}`,
    port,
    recorded,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
