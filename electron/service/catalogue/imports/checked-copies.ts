import type { Records } from '../database/catalogue.ts';

const setting = 'copies-checked';

/** Ids of copies for which it was checked whether everyone may read the original. */
export async function checkedCopies(records: Records): Promise<ReadonlySet<number>> {
  const row = await records.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst();
  return new Set(row === undefined ? [] : (JSON.parse(row.value) as number[]));
}

export async function noteCheckedCopies(records: Records, ids: Iterable<number>): Promise<void> {
  const value = JSON.stringify([...(await checkedCopies(records)), ...ids]);
  await records
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
