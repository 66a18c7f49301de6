import { type Explanation, explain } from '#shared/failures.ts';
import { nearestNames } from '../../../lib/nearest-names.ts';
import { isReadable, type StatementReader } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { findDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace, namespaceEntries } from '../../catalogue/records/namespaces.ts';
import { readableDatasets } from '../../catalogue/records/readable-dataset.ts';
import { findStoredVersion } from '../../catalogue/records/versions.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { IngestError } from '../../reading/reading.ts';
import type { NamedTable } from '../../reading/statements/statement.ts';

/** A version that a statement reads. */
export interface ResolvedInput {
  /** As the statement names it: `namespace/dataset`, perhaps with `@` and a version. */
  readonly name: string;
  readonly namespace: string;
  readonly dataset: string;
  readonly datasetId: number;
  readonly slug: string;
  readonly version: StoredVersion;
}

/** Names of the datasets among inputs, as `namespace/dataset`, each once. */
export function datasetsOf(inputs: readonly Pick<ResolvedInput, 'namespace' | 'dataset'>[]): string[] {
  return [...new Set(inputs.map(({ namespace, dataset }) => `${namespace}/${dataset}`))];
}

/** Versions that names without one stand for, by `namespace/dataset`; all others stand for the newest. */
export type PinnedVersions = ReadonlyMap<string, string>;

const inputName = /^([\w-]+)\/([\w-]+)(?:@(\d{20}))?$/;

/**
 * The second guard: finds the version that each name stands for. What the reader may not read does not exist.
 * @throws {IngestError} naming the place, and the nearest names
 */
export async function resolveInputs(
  records: Records,
  tables: readonly NamedTable[],
  reader: StatementReader,
  pinned: PinnedVersions = new Map(),
): Promise<ResolvedInput[]> {
  const resolved: ResolvedInput[] = [];
  for (const table of tables) {
    const [, namespace = '', dataset = '', slug] = inputName.exec(table.name) ?? [];
    const found = await findReadable(records, { namespace, dataset }, reader);
    if (found === null) throw new IngestError(await unknownDataset(records, table, reader));
    const version = await findStoredVersion(
      records,
      found.datasetId,
      slug ?? pinned.get(`${namespace}/${dataset}`) ?? null,
    );
    const { line, column } = table.place;
    if (version === null) throw new IngestError(explain('sql-no-version', { name: table.name, line, column }));
    // The engine has no regard to case.
    const twin = resolved.find((one) => one.name.toLowerCase() === table.name.toLowerCase());
    if (twin !== undefined) {
      throw new IngestError(explain('sql-same-name', { name: table.name, other: twin.name, line, column }));
    }
    const { slug: itsSlug, ...stored } = version;
    resolved.push({ ...found, name: table.name, namespace, dataset, slug: itsSlug, version: stored });
  }
  return resolved;
}

async function findReadable(
  records: Records,
  name: { readonly namespace: string; readonly dataset: string },
  reader: StatementReader,
): Promise<Pick<ResolvedInput, 'datasetId'> | null> {
  const namespace = await findNamespace(records, name.namespace);
  const dataset = namespace === null ? null : await findDataset(records, namespace.id, name.dataset);
  if (namespace === null || dataset === null || !isReadable(dataset, namespace, reader)) return null;
  return { datasetId: dataset.id };
}

async function unknownDataset(
  records: Records,
  { name, place: { line, column } }: NamedTable,
  reader: StatementReader,
): Promise<Explanation> {
  const namespaces = await namespaceEntries(records);
  const staff = { id: -1, username: '', isStaff: true, isOperator: true, groups: new Set<number>() };
  const readable = await readableDatasets(records, namespaces, reader.kind === 'owner' ? staff : reader.caller);
  const names = readable.map(({ namespace, dataset }) => `${namespace.slug}/${dataset.slug}`);
  const nearest = nearestNames(name.split('@', 1)[0] ?? name, names).join(', ');
  const about = { name, line, column };
  return nearest === '' ? explain('sql-no-dataset', about) : explain('sql-dataset-meant', { ...about, nearest });
}
