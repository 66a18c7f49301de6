import type { Records } from '../database/catalogue.ts';
import { fromRow } from '../database/row-form.ts';
import { imageColumns, trashed } from '../records/namespaces.ts';
import { readSetting } from '../records/settings.ts';
import { columnsOfVersion } from '../records/versions.ts';

/** The id in this store's documents. */
export async function storeIdOf(records: Records): Promise<string> {
  return (await readSetting(records, 'store')) ?? '';
}

async function namedUser(records: Records, id: number | null) {
  if (id === null) return null;
  const user = await records.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirst();
  return user ?? null;
}

/** The document of a namespace; null if it does not exist, is provisional, or is in the trash. */
export async function describeNamespace(records: Records, id: number) {
  const row = await records
    .selectFrom('namespaces')
    .select([...imageColumns, 'slug', 'label', 'description', 'published', 'created', 'owner_id', 'provisional'])
    .where('id', '=', id)
    .where('id', 'not in', trashed(records))
    .executeTakeFirst();
  if (row === undefined || row.provisional === 1) return null;
  const { owner_id: owner, provisional: _, ...fields } = row;
  const allowedGroups = await records
    .selectFrom('namespace_groups')
    .innerJoin('groups', 'groups.id', 'namespace_groups.group_id')
    .select(['groups.id', 'groups.name'])
    .where('namespace_id', '=', id)
    .orderBy('position')
    .execute();
  return {
    kind: 'namespace' as const,
    store: await storeIdOf(records),
    id,
    ...fromRow(fields),
    owner: await namedUser(records, owner),
    allowedGroups,
  };
}

/** Maximum number of changes in the document of a dataset, which is rewritten with every change. */
const maxChanges = 1000;

/** The document of a dataset; null if it does not exist, is provisional, or is in the trash. */
export async function describeDataset(records: Records, id: number) {
  const row = await records
    .selectFrom('datasets')
    .select([...imageColumns, 'namespace_id', 'slug', 'label', 'description', 'created', 'last_version'])
    .select(['licence', 'source', 'contact', 'hidden', 'row_key', 'provisional'])
    .where('id', '=', id)
    .where('namespace_id', 'not in', trashed(records))
    .executeTakeFirst();
  if (row === undefined || row.provisional === 1) return null;
  const { hidden, row_key: key, provisional: _, ...fields } = row;
  const columnNotes = await records
    .selectFrom('column_notes')
    .select(['name', 'label', 'description', 'codes'])
    .where('dataset_id', '=', id)
    .orderBy('name')
    .execute();
  const queries = await records
    .selectFrom('queries')
    .select(['id', 'owner_id', 'label', 'slug', 'parameters', 'created'])
    .where('dataset_id', '=', id)
    .orderBy('id')
    .execute();
  const followed = await records
    .selectFrom('sources')
    .select(['choice', 'every', 'allow_private', 'retention', 'guards', 'paused', 'since', 'notify'])
    .where('dataset_id', '=', id)
    .executeTakeFirst();
  const changes = await records
    .selectFrom('source_changes')
    .select(['version_slug as version', 'previous_slug as previous', 'at', 'summary', 'unread'])
    .where('dataset_id', '=', id)
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .execute();
  return {
    kind: 'dataset' as const,
    store: await storeIdOf(records),
    id,
    ...fromRow(fields),
    ...(hidden === 1 && { hidden: true }),
    ...(followed && { followed: { ...fromRow(followed), key } }),
    ...(changes.length > 0 && { changes: changes.toReversed().map(fromRow) }),
    columnNotes: columnNotes.map(({ codes, ...note }) => ({ ...note, ...(codes !== null && { codes }) })),
    queries: await Promise.all(
      queries.map(async ({ owner_id: owner, ...query }) => ({ ...query, owner: await namedUser(records, owner) })),
    ),
  };
}

/** The document of a version; null if it does not exist or is not ready. */
export async function describeVersion(records: Records, id: number) {
  const row = await records
    .selectFrom('versions')
    .select(['key', 'id', 'dataset_id', 'slug', 'checksum', 'rows', 'bytes', 'rejected', 'conversions', 'metadata'])
    .select('author')
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  const dataset = row === undefined ? null : await describeDataset(records, row.dataset_id);
  const namespace = dataset === null ? null : await describeNamespace(records, dataset.namespaceId);
  if (row === undefined || dataset === null || namespace === null) return null;
  const { author, ...fields } = row;
  const columns = await columnsOfVersion(records, row);
  const report = await records
    .selectFrom('imports')
    .select(['message', 'bad_values', 'bad_count', 'started', 'finished'])
    .where('dataset_id', '=', row.dataset_id)
    .where('version_slug', '=', row.slug)
    .executeTakeFirst();
  return {
    kind: 'version' as const,
    store: await storeIdOf(records),
    ...fromRow(fields),
    ...(author !== null && { author }),
    columns: [...columns],
    report: report === undefined ? null : fromRow(report),
    dataset,
    namespace,
  };
}

/** All accounts and groups, without passwords and tokens. */
export async function describeAccounts(records: Records) {
  const users = await records
    .selectFrom('users')
    .select(['id', 'username', 'email', 'is_staff', 'is_active', 'is_operator', 'date_joined'])
    .orderBy('id')
    .execute();
  const memberships = await records.selectFrom('memberships').selectAll().orderBy('group_id').execute();
  const groups = await records.selectFrom('groups').select(['id', 'name']).orderBy('id').execute();
  return {
    kind: 'accounts' as const,
    store: await storeIdOf(records),
    users: users.map((user) => ({
      ...fromRow(user),
      groups: memberships.filter((one) => one.user_id === user.id).map((one) => one.group_id),
    })),
    groups,
  };
}
