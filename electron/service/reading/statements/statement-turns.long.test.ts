import { expect, it } from 'vitest';
import { openTestStore } from '../../rows/testing/test-store.ts';
import { BusyError } from '../../work/fair-turns.ts';

it('a statement that waits too long for its turn says when to try again; previews and checks do not wait for it', async () => {
  const store = await openTestStore({ prepareAlways: false, isolated: { statementWaitMs: 1_000 } });
  let made = 0;
  const run = () => {
    made += 1;
    const sql = 'SELECT count(*) AS n FROM range(10000000000000)';
    const statement = { sql, inputs: [], geometries: [], maxRows: 10, limitMs: 20_000 };
    return store.rows.derive(`waiting-${made}`, statement, { caller: 'one' }).catch((error: unknown) => error);
  };
  // Two have a turn; whichever of the three comes last gets none.
  const all = [run(), run(), run()];
  const late = await Promise.race(all);
  expect(late).toBeInstanceOf(BusyError);
  expect(late).toMatchObject({ status: 503, retryAfter: 10 });
  expect(await store.rows.check('SELECT 1 AS one', { caller: 'one' })).toMatchObject({ tables: [] });
  const others = (await Promise.all(all)).filter((error) => error !== late);
  expect(others.map(String)).toEqual(Array(2).fill(expect.stringContaining('more than 20 seconds')));
  await store.close();
});
