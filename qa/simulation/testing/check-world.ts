import { isDeepStrictEqual } from 'node:util';
import type { ServiceClient } from './service-client.ts';
import {
  columnsOf,
  mayRead,
  type NamespaceModel,
  type Person,
  people,
  type Row,
  seesDataset,
  type World,
} from './world.ts';

interface ListedDataset {
  readonly slug: string;
  readonly label: string;
  readonly url: string;
  readonly versions: readonly { readonly slug: string; readonly ready: boolean; readonly url: string }[];
}

interface ListedNamespace {
  readonly slug: string;
  readonly label: string;
  readonly published: boolean;
  readonly datasets: readonly ListedDataset[];
}

function same(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  const short = (value: unknown) => JSON.stringify(value)?.slice(0, 600);
  throw new Error(`${what}: ${short(found)} instead of ${short(expected)}`);
}

/** What a person must find, without the rows. */
function visibleTo(who: Person, world: World) {
  return Object.entries(world)
    .filter(([, namespace]) => mayRead(who, namespace))
    .map(([slug, namespace]) => ({
      slug,
      label: namespace.label,
      published: namespace.published,
      datasets: Object.entries(namespace.datasets)
        .filter(([, dataset]) => seesDataset(who, namespace, dataset))
        .map(([name, { label, versions }]) => ({ slug: name, label, versions: versions.length }))
        .sort(bySlug),
    }))
    .sort(bySlug);
}

const bySlug = (one: { slug: string }, other: { slug: string }) => (one.slug < other.slug ? -1 : 1);

/** Checks that a person finds exactly what they may see. */
async function checkLists(client: ServiceClient, who: Person, world: World): Promise<void> {
  const listed = await client.list<ListedNamespace>(who, 'namespaces/?limit=3');
  const found = listed.map(({ slug, label, published, datasets }) => ({
    slug,
    label,
    published,
    datasets: datasets
      .map((one) => ({ slug: one.slug, label: one.label, versions: one.versions.filter(({ ready }) => ready).length }))
      .sort(bySlug),
  }));
  const expected = visibleTo(who, world);
  same(`What ${who} finds`, found.sort(bySlug), expected);
  const datasets = await client.list<ListedDataset>(who, 'datasets/?limit=50');
  same(`How many datasets ${who} finds`, datasets.length, expected.flatMap((one) => one.datasets).length);
  for (const [slug, namespace] of Object.entries(world)) {
    if (mayRead(who, namespace)) continue;
    const status = who === 'anonymous' ? 401 : 403;
    await client.expect(status, who, 'GET', `namespaces/${slug}/`);
    const [dataset] = Object.keys(namespace.datasets);
    if (dataset !== undefined) await client.expect(status, who, 'GET', `namespaces/${slug}/datasets/${dataset}/data/`);
  }
}

/** All rows of one version, page by page. @param at counts from the oldest */
export async function checkRows(
  client: ServiceClient,
  who: Person,
  [namespace, dataset]: readonly [string, string],
  rows: readonly Row[],
  at: number,
): Promise<void> {
  const path = `namespaces/${namespace}/datasets/${dataset}/`;
  const { versions } = await client.read<ListedDataset>(who, path);
  const ready = versions.filter((one) => one.ready).toReversed();
  const version = ready[at];
  const found = await client.list<Row>(who, `${path}data/?version=${version?.slug}&limit=700`);
  same(`Rows of version ${at} of ${namespace}/${dataset}`, found.length, rows.length);
  const wrong = found.findIndex((row, index) => !isDeepStrictEqual(row, rows[index]));
  if (wrong >= 0) same(`Row ${wrong} of version ${at} of ${namespace}/${dataset}`, found[wrong], rows[wrong]);
  const limit = Number(rows[rows.length >> 1]?.id ?? 0);
  // The newest version is read if none is named.
  const named = at === ready.length - 1 ? '' : `version=${version?.slug}&`;
  const { count } = await client.read<{ count: number }>(who, `${path}data/?${named}id__lt=${limit}&limit=1`);
  same(`Rows below ${limit} of ${namespace}/${dataset}`, count, rows.filter(({ id }) => Number(id) < limit).length);
}

/** How two versions differ, row by row without a key. */
export async function checkDifference(
  client: ServiceClient,
  who: Person,
  [namespace, dataset]: readonly [string, string],
  versions: NamespaceModel['datasets'][string]['versions'],
): Promise<void> {
  const [before, after] = [versions.at(-2), versions.at(-1)];
  if (before === undefined || after === undefined || !isDeepStrictEqual(columnsOf(before), columnsOf(after))) return;
  const record = await client.read<ListedDataset>(who, `namespaces/${namespace}/datasets/${dataset}/`);
  const [newest, last] = record.versions;
  const found = await client.read<{ added: number; removed: number }>(
    who,
    `${newest?.url}diff/?against=${last?.slug}&key=&limit=1`,
  );
  const counts = new Map<string, number>();
  for (const row of after) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  for (const row of before) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) - 1);
  const sum = (sign: number) => [...counts.values()].reduce((total, count) => total + Math.max(0, sign * count), 0);
  same(`Differences of ${namespace}/${dataset}`, [found.added, found.removed], [sum(1), sum(-1)]);
}

/** Whether a version of a followed dataset waits for a decision, and which one. */
async function checkHeld(
  client: ServiceClient,
  path: string,
  following: NamespaceModel['datasets'][string]['following'],
): Promise<void> {
  if (following === null) return;
  const { held } = await client.read<{ held: { summary: { rows: number } } | null }>('staff', `${path}source/`);
  same(`Rows that are held of ${path}`, held?.summary.rows ?? null, following.held?.length ?? null);
}

/** Checks everything for everybody: lists, rights, and the rows of every version. @returns the number of rows compared */
export async function checkWorld(client: ServiceClient, world: World): Promise<number> {
  for (const who of people) await checkLists(client, who, world);
  let compared = 0;
  for (const [namespace, { datasets }] of Object.entries(world)) {
    for (const [dataset, { versions, following }] of Object.entries(datasets)) {
      await checkHeld(client, `namespaces/${namespace}/datasets/${dataset}/`, following);
      for (const [at, rows] of versions.entries()) {
        await checkRows(client, 'staff', [namespace, dataset], rows, at);
        compared += rows.length;
      }
    }
  }
  return compared;
}
