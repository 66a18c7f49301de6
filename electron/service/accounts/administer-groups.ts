import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { inTransaction } from '../catalogue/database/in-transaction.ts';
import {
  deleteGroup,
  ensureGroup,
  groupEntries,
  namespacesForGroupAlone,
  renameGroup,
} from '../catalogue/records/groups.ts';

/** The name in its stored form. @param own the group that may already have it @throws {ExplainedError} */
async function checkedName(records: Records, given: string, own: number | null): Promise<string> {
  const name = given.trim();
  if (name === '' || name.length > 150) {
    throw new ExplainedError(explain('group-name'), { kind: 'group-name' });
  }
  if ((await groupEntries(records)).some((group) => group.name === name && group.id !== own)) {
    throw new ExplainedError(explain('group-taken', { name }), { kind: 'group-taken' });
  }
  return name;
}

async function checkKnown(records: Records, id: number): Promise<void> {
  if ((await groupEntries(records)).some((group) => group.id === id)) return;
  throw new ExplainedError(explain('no-such-group'), { kind: 'no-such-group' });
}

/** Creates a group and returns its id. @throws {ExplainedError} */
export async function addGroup(records: Records, name: string): Promise<number> {
  return await inTransaction(records, async (transaction) =>
    ensureGroup(transaction, await checkedName(transaction, name, null)),
  );
}

/** Renames a group. @throws {ExplainedError} */
export async function changeGroup(records: Records, id: number, name: string): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await checkKnown(transaction, id);
    await renameGroup(transaction, id, await checkedName(transaction, name, id));
  });
}

/**
 * Deletes a group; its members stay. Refused if it is the only reader of a namespace, which would otherwise become
 * public.
 * @throws {ExplainedError}
 */
export async function removeGroup(records: Records, id: number): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await checkKnown(transaction, id);
    const guarded = await namespacesForGroupAlone(transaction, id);
    if (guarded.length > 0) {
      throw new ExplainedError(explain('group-guards', { datasets: guarded.join(', ') }), { kind: 'group-guards' });
    }
    await deleteGroup(transaction, id);
  });
}
