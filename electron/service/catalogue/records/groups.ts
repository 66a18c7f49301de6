import { inTransaction, type Records } from '../database/catalogue.ts';

export interface GroupEntry {
  readonly id: number;
  readonly name: string;
  /** Ids of its members, in the order of their accounts. */
  readonly users: readonly number[];
}

/** All groups with their members, oldest first. */
export async function groupEntries(records: Records): Promise<GroupEntry[]> {
  const groups = await records.selectFrom('groups').selectAll().orderBy('id').execute();
  const members = await records.selectFrom('memberships').selectAll().orderBy('user_id').execute();
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    users: members.filter((member) => member.group_id === group.id).map((member) => member.user_id),
  }));
}

/** The group with this name, created if necessary. */
export async function ensureGroup(records: Records, name: string): Promise<number> {
  const known = await records.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirst();
  if (known !== undefined) return known.id;
  const made = await records.insertInto('groups').values({ name }).returning('id').executeTakeFirstOrThrow();
  return made.id;
}

/** Makes a user a member of exactly these groups. */
export async function setMemberships(records: Records, userId: number, groups: readonly number[]): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await transaction.deleteFrom('memberships').where('user_id', '=', userId).execute();
    const values = [...new Set(groups)].map((group) => ({ user_id: userId, group_id: group }));
    if (values.length > 0) await transaction.insertInto('memberships').values(values).execute();
  });
}

export async function renameGroup(records: Records, id: number, name: string): Promise<void> {
  await records.updateTable('groups').set({ name }).where('id', '=', id).execute();
}

/** Deletes a group; its members stay. */
export async function deleteGroup(records: Records, id: number): Promise<void> {
  await records.deleteFrom('groups').where('id', '=', id).execute();
}

/** Labels of the namespaces that only this group may read. */
export async function namespacesForGroupAlone(records: Records, id: number): Promise<string[]> {
  const rows = await records
    .selectFrom('namespace_groups')
    .innerJoin('namespaces', 'namespaces.id', 'namespace_groups.namespace_id')
    .select(['namespaces.id', 'namespaces.label', 'namespace_groups.group_id'])
    .execute();
  const alone = rows.filter((row) => rows.filter((other) => other.id === row.id).length === 1);
  return alone.filter((row) => row.group_id === id).map((row) => row.label);
}
