import { originIn } from '#shared/version-metadata.ts';
import { namesForCopy } from '../../../lib/copy-names.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import { inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import { type DatasetEntry, findDataset, listDatasets, moveDataset } from '../../catalogue/records/datasets.ts';
import {
  changeNamespace,
  createNamespace,
  findNamespace,
  type NamespaceEntry,
  namespaceEntries,
} from '../../catalogue/records/namespaces.ts';
import { readSetting, writeSetting } from '../../catalogue/records/settings.ts';
import { readersOfNamespace } from '../../catalogue/records/users.ts';
import { listVersions } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';

/** Whether anyone may read a dataset of another service without a token. False if unknown. */
export type IsReadableByAll = (address: string) => Promise<boolean>;

/** Keeps the ids of the copies that were checked. */
const setting = 'copies-checked';

interface PublicCopy {
  readonly dataset: DatasetEntry;
  /** Source addresses of its versions. */
  readonly origins: readonly string[];
}

/**
 * Copies used to be public whatever their origin. Each one that was not made public on request is checked once: unless
 * everyone may read the original, only the desktop's own account may read the copy from then on. A namespace that
 * contains nothing else is closed; otherwise the copy is moved out of it.
 * @returns the closed copies, as `namespace/dataset` by their present names
 */
export async function closeRestrictedCopies(
  { catalogue, announce }: Pick<ServiceDeps, 'catalogue' | 'announce'>,
  isReadableByAll: IsReadableByAll,
): Promise<string[]> {
  const { records } = catalogue;
  const checked = new Set(JSON.parse((await readSetting(records, setting)) ?? '[]') as number[]);
  const namespaces = (await namespaceEntries(records)).filter(isPublic);
  const copies = (await copiesIn(records, namespaces)).filter(({ dataset }) => !checked.has(dataset.id));
  if (copies.length === 0) return [];
  const addresses = [...new Set(copies.flatMap(({ origins }) => origins))];
  const answers = await Promise.all(
    addresses.map(async (address) => [address, await isReadableByAll(address)] as const),
  );
  const open = new Map(answers);
  const restricted = copies.filter(({ origins }) => !origins.every((address) => open.get(address)));
  const closed = await inTransaction(records, async (transaction) => {
    const names: string[] = [];
    for (const namespace of namespaces) {
      const here = restricted.filter(({ dataset }) => dataset.namespaceId === namespace.id);
      if (here.length > 0) names.push(...(await close(transaction, namespace, here)));
    }
    const ids = copies.map(({ dataset }) => dataset.id);
    await writeSetting(transaction, setting, JSON.stringify([...checked, ...ids]));
    return names;
  });
  if (closed.length > 0) announce();
  return closed;
}

/** Datasets with a version that is a copy and was not made public by the user. */
async function copiesIn(records: Records, namespaces: readonly NamespaceEntry[]): Promise<PublicCopy[]> {
  const datasets = await listDatasets(
    records,
    namespaces.map(({ id }) => id),
  );
  const versions = await listVersions(
    records,
    datasets.map(({ id }) => id),
  );
  return datasets.flatMap((dataset) => {
    const origins = versions
      .filter(({ datasetId }) => datasetId === dataset.id)
      .map(({ metadata }) => originIn(metadata))
      .filter((origin) => origin !== null && origin.public === undefined)
      .map((origin) => origin?.address ?? '');
    return origins.length === 0 ? [] : [{ dataset, origins: [...new Set(origins)] }];
  });
}

async function close(records: Records, namespace: NamespaceEntry, copies: readonly PublicCopy[]): Promise<string[]> {
  const all = await listDatasets(records, [namespace.id]);
  if (all.length === copies.length) {
    await changeNamespace(records, namespace.id, { published: false });
    return copies.map(({ dataset }) => `${namespace.slug}/${dataset.slug}`);
  }
  const moved: string[] = [];
  for (const copy of copies) moved.push(await move(records, namespace, copy));
  return moved;
}

async function move(records: Records, from: NamespaceEntry, { dataset, origins }: PublicCopy): Promise<string> {
  const host = URL.canParse(origins[0] ?? '') ? new URL(origins[0] ?? '').host : 'copies';
  for (const slug of namesForCopy(from.slug, host)) {
    const readers = await readersOfNamespace(records, slug);
    if (readers !== 'owner' && readers !== 'absent') continue;
    const home = (await findNamespace(records, slug)) ?? (await createNamespace(records, { slug, label: from.label }));
    if ((await findDataset(records, home.id, dataset.slug)) !== null) continue;
    await moveDataset(records, dataset.id, home.id);
    return `${slug}/${dataset.slug}`;
  }
  throw new Error('The names are infinite.');
}
