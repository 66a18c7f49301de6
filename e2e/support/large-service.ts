import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that knows only the specification, with one dataset of many columns, rows and versions. */
export interface LargeService {
  readonly url: string;
  close(): Promise<void>;
}

export interface LargeShape {
  readonly columns: number;
  readonly rows: number;
  readonly versions: number;
}

type Json = Record<string, unknown>;

const day = 86_400_000;

function versionRecord(own: string, number: number): Json {
  const at = new Date(Date.UTC(2020, 0, 1) + number * 3.7 * day);
  const slug = `${at.toISOString().replaceAll(/\D/g, '').slice(0, 17)}000`;
  const metadata = Buffer.from(JSON.stringify({ rows: 1000 + number * 3, bytes: 5000 + number })).toString('base64');
  return {
    id: number + 1,
    dataset: own,
    label: slug,
    slug,
    datetime: at.toISOString(),
    checksum: number.toString(16).padStart(64, '0'),
    metadata,
    ready: true,
    url: `${own}version/${slug}/`,
  };
}

function datasetRecord(at: (path: string) => string, { columns, versions }: LargeShape): Json {
  const own = at('api/v1/namespaces/large/datasets/wide/');
  return {
    id: 1,
    label: 'Wide',
    slug: 'wide',
    namespace: at('api/v1/namespaces/large/'),
    description: '',
    image: '',
    showcase_image: '',
    thumbnail_image: '',
    url: own,
    versions: Array.from({ length: versions }, (_, number) => versionRecord(own, versions - 1 - number)),
    data: `${own}data/`,
    columns: Array.from({ length: columns }, (_, number) => ({
      type: number % 2 === 0 ? 'integer' : 'char',
      description: '',
      name: `c${number}`,
      label: `Column ${number}`,
    })),
    download: `${own}download/`,
  };
}

function rowOf(number: number, { columns }: LargeShape): Json {
  const cell = (column: number) => (column % 2 === 0 ? number * (column + 1) : `v${(number + column) % 7}`);
  return Object.fromEntries(Array.from({ length: columns }, (_, column) => [`c${column}`, cell(column)]));
}

function pageOf(address: URL, shape: LargeShape): Json {
  const limit = Math.min(1000, Number(address.searchParams.get('limit') ?? 100));
  const offset = Number(address.searchParams.get('offset') ?? 0);
  const end = Math.min(shape.rows, offset + limit);
  const at = (start: number) => {
    const other = new URL(address);
    other.searchParams.set('offset', String(start));
    return other.href;
  };
  return {
    count: shape.rows,
    next: end < shape.rows ? at(end) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: Array.from({ length: Math.max(0, end - offset) }, (_, position) => rowOf(offset + position, shape)),
  };
}

function answer(address: URL, shape: LargeShape): Json | null {
  const at = (path: string) => `${address.origin}/${path}`;
  const dataset = 'api/v1/namespaces/large/datasets/wide/';
  const namespace = {
    id: 1,
    label: 'Large',
    slug: 'large',
    description: '',
    image: '',
    showcase_image: '',
    thumbnail_image: '',
    published: true,
    url: at('api/v1/namespaces/large/'),
    allowed_groups: [],
    datasets: [datasetRecord(at, { ...shape, columns: 0, versions: 0 })],
  };
  switch (address.pathname.slice(1)) {
    case 'api/':
      return { versions: [{ url: at('api/v1/'), name: 'Version 1', number: 1 }] };
    case 'api/v1/':
      return { authentication: [], endpoints: [{ url: at('api/v1/namespaces/'), name: 'namespaces' }] };
    case 'api/v1/namespaces/':
      return { count: 1, next: null, previous: null, results: [namespace] };
    case 'api/v1/namespaces/large/':
      return namespace;
    case dataset:
      return datasetRecord(at, shape);
    case `${dataset}data/`:
      return pageOf(address, shape);
    default:
      return null;
  }
}

/** Starts it. */
export async function startLarge(shape: LargeShape): Promise<LargeService> {
  const server: Server = createServer((request, response) => {
    const record = answer(new URL(request.url ?? '/', `http://${request.headers.host}`), shape);
    response.writeHead(record === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(record ?? { detail: 'Not found.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
