import { explain } from '#shared/failures.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { inTransaction } from '../catalogue/database/in-transaction.ts';
import {
  deleteGroup,
  ensureGroup,
  listGroups,
  namespacesForGroupAlone,
  renameGroup,
} from '../catalogue/records/groups.ts';
import { AccountError } from './account-error.ts';

/** The name in its stored form. @param own the group that may already have it @throws {AccountError} */
async function checkedName(records: Records, given: string, own: number | null): Promise<string> {
  const name = given.trim();
  if (name === '' || name.length > 150) {
    throw new AccountError('group-name', explain('group-name'));
  }
  if ((await listGroups(records)).some((group) => group.name === name && group.id !== own)) {
    throw new AccountError('group-taken', explain('group-taken', { name }));
  }
  return name;
}

async function checkKnown(records: Records, id: number): Promise<void> {
  if ((await listGroups(records)).some((group) => group.id === id)) return;
  throw new AccountError('no-such-group', explain('no-such-group'));
}

/** Creates a group and returns its id. @throws {AccountError} */
export async function addGroup(records: Records, name: string): Promise<number> {
  return await inTransaction(records, async (transaction) =>
    ensureGroup(transaction, await checkedName(transaction, name, null)),
  );
}

/** Renames a group. @throws {AccountError} */
export async function changeGroup(records: Records, id: number, name: string): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await checkKnown(transaction, id);
    await renameGroup(transaction, id, await checkedName(transaction, name, id));
  });
}

/**
 * Deletes a group; its members stay. Refused if it is the only reader of a namespace, which would otherwise become
 * public.
 * @throws {AccountError}
 */
export async function removeGroup(records: Records, id: number): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await checkKnown(transaction, id);
    const guarded = await namespacesForGroupAlone(transaction, id);
    if (guarded.length > 0) {
      throw new AccountError('group-guards', explain('group-guards', { datasets: guarded.join(', ') }));
    }
    await deleteGroup(transaction, id);
  });
}
