import type { Records } from '../database/catalogue.ts';
import type { SourceTable } from '../database/tables.ts';
import { trashed } from '../records/trashed.ts';
import { columnsOfVersion } from '../records/version-columns.ts';
import type { AccountsDocument, DatasetDocument, NamespaceDocument, VersionDocument } from './documents.ts';

/** The id in this store's documents. */
export async function storeIdOf(records: Records): Promise<string> {
  const row = await records.selectFrom('settings').select('value').where('name', '=', 'store').executeTakeFirst();
  return row?.value ?? '';
}

async function namedUser(records: Records, id: number | null) {
  if (id === null) return null;
  const user = await records.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirst();
  return user ?? null;
}

/** The document of a namespace; null if it does not exist, is provisional, or is in the trash. */
export async function describeNamespace(records: Records, id: number): Promise<NamespaceDocument | null> {
  const row = await records
    .selectFrom('namespaces')
    .selectAll()
    .where('id', '=', id)
    .where('id', 'not in', trashed(records))
    .executeTakeFirst();
  if (row === undefined || row.provisional === 1) return null;
  const allowedGroups = await records
    .selectFrom('namespace_groups')
    .innerJoin('groups', 'groups.id', 'namespace_groups.group_id')
    .select(['groups.id', 'groups.name'])
    .where('namespace_id', '=', id)
    .orderBy('position')
    .execute();
  return {
    kind: 'namespace',
    store: await storeIdOf(records),
    id,
    slug: row.slug,
    label: row.label,
    description: row.description,
    image: row.image,
    showcaseImage: row.showcase_image,
    thumbnailImage: row.thumbnail_image,
    published: row.published === 1,
    owner: await namedUser(records, row.owner_id),
    allowedGroups: allowedGroups.map(({ id: group, name }) => ({ id: group, name })),
    created: row.created,
  };
}

/** Maximum number of changes in the document of a dataset, which is rewritten with every change. */
const maxChanges = 1000;

function followedDocument({
  allow_private: allowPrivate,
  notify,
  ...settings
}: Pick<SourceTable, 'choice' | 'every' | 'retention' | 'guards' | 'since'> & {
  readonly key: string | null;
  readonly allow_private: number;
  readonly notify: number;
  readonly paused: 'no' | 'user' | 'failures';
}) {
  return { ...settings, allowPrivate: allowPrivate === 1, notify: notify === 1 };
}

/** The document of a dataset; null if it does not exist, is provisional, or is in the trash. */
export async function describeDataset(records: Records, id: number): Promise<DatasetDocument | null> {
  const row = await records
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', id)
    .where('namespace_id', 'not in', trashed(records))
    .executeTakeFirst();
  if (row === undefined || row.provisional === 1) return null;
  const columnNotes = await records
    .selectFrom('column_notes')
    .select(['name', 'label', 'description'])
    .where('dataset_id', '=', id)
    .orderBy('name')
    .execute();
  const queries = await records.selectFrom('queries').selectAll().where('dataset_id', '=', id).orderBy('id').execute();
  const followed = await records
    .selectFrom('sources')
    .select(['choice', 'every', 'allow_private', 'retention', 'guards', 'paused', 'since', 'notify'])
    .where('dataset_id', '=', id)
    .executeTakeFirst();
  const changes = await records
    .selectFrom('source_changes')
    .select(['version_slug', 'previous_slug', 'at', 'summary', 'unread'])
    .where('dataset_id', '=', id)
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .execute();
  return {
    kind: 'dataset',
    store: await storeIdOf(records),
    id,
    namespaceId: row.namespace_id,
    slug: row.slug,
    label: row.label,
    description: row.description,
    image: row.image,
    showcaseImage: row.showcase_image,
    thumbnailImage: row.thumbnail_image,
    created: row.created,
    lastVersion: row.last_version,
    licence: row.licence,
    source: row.source,
    contact: row.contact,
    ...(row.hidden === 1 && { hidden: true }),
    ...(followed === undefined ? {} : { followed: followedDocument({ ...followed, key: row.row_key }) }),
    ...(changes.length === 0
      ? {}
      : {
          changes: changes
            .toReversed()
            .map(({ version_slug: version, previous_slug: previous, at, summary, unread }) => ({
              version,
              previous,
              at,
              summary,
              unread: unread === 1,
            })),
        }),
    columnNotes: columnNotes.map(({ name, label, description }) => ({ name, label, description })),
    queries: await Promise.all(
      queries.map(async ({ id: query, owner_id: owner, label, slug, parameters, created }) => ({
        id: query,
        owner: await namedUser(records, owner),
        label,
        slug,
        parameters,
        created,
      })),
    ),
  };
}

/** The document of a version; null if it does not exist or is not ready. */
export async function describeVersion(records: Records, id: number): Promise<VersionDocument | null> {
  const row = await records
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  const dataset = row === undefined ? null : await describeDataset(records, row.dataset_id);
  const namespace = dataset === null ? null : await describeNamespace(records, dataset.namespaceId);
  if (row === undefined || dataset === null || namespace === null) return null;
  const columns = await columnsOfVersion(records, row);
  const report = await records
    .selectFrom('imports')
    .selectAll()
    .where('dataset_id', '=', row.dataset_id)
    .where('version_slug', '=', row.slug)
    .executeTakeFirst();
  return {
    kind: 'version',
    store: await storeIdOf(records),
    key: row.key,
    id,
    datasetId: row.dataset_id,
    slug: row.slug,
    checksum: row.checksum,
    rows: row.rows,
    bytes: row.bytes,
    rejected: row.rejected,
    conversions: row.conversions,
    metadata: row.metadata,
    ...(row.author === null ? {} : { author: row.author }),
    columns: [...columns],
    report:
      report === undefined
        ? null
        : {
            message: report.message,
            badValues: report.bad_values,
            badCount: report.bad_count,
            started: report.started,
            finished: report.finished,
          },
    dataset,
    namespace,
  };
}

/** All accounts and groups, without passwords and tokens. */
export async function describeAccounts(records: Records): Promise<AccountsDocument> {
  const users = await records.selectFrom('users').selectAll().orderBy('id').execute();
  const memberships = await records.selectFrom('memberships').selectAll().orderBy('group_id').execute();
  const groups = await records.selectFrom('groups').select(['id', 'name']).orderBy('id').execute();
  return {
    kind: 'accounts',
    store: await storeIdOf(records),
    users: users.map((user) => ({
      id: user.id,
      username: user.username,
      email: user.email,
      isStaff: user.is_staff === 1,
      isActive: user.is_active === 1,
      isOperator: user.is_operator === 1,
      dateJoined: user.date_joined,
      groups: memberships.filter((one) => one.user_id === user.id).map((one) => one.group_id),
    })),
    groups: groups.map(({ id, name }) => ({ id, name })),
  };
}
