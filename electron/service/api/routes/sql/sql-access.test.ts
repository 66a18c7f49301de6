import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SqlAccess } from '#shared/query-vocabulary.ts';
import { startService } from '../../../service.ts';

/** The statuses of a statement without and with an account, and whether the service announces SQL. */
async function statusesOf(options: { sql?: SqlAccess; publicNames?: readonly string[] }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-sql-access-'));
  const service = await startService({ dataFolder: folder, samples: null, prepareRows: false, ...options });
  try {
    const token = await service.issueOperatorToken();
    const ask = async (address: string, headers: Record<string, string> = {}) =>
      await fetch(`${service.url}api/v1/${address}`, { headers });
    const sql = `sql/?sql=${encodeURIComponent('SELECT 1 AS one')}`;
    const discovery = await ask('');
    return [
      (await ask(sql)).status,
      (await ask(sql, { authorization: `Token ${token}` })).status,
      discovery.headers.get('link')?.includes('sql/') === true,
    ];
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

it('everyone may run statements on loopback addresses', async () => {
  expect(await statusesOf({})).toEqual([200, 200, true]);
});

it('accounts may if the service has a public name, or the operator says so', async () => {
  expect(await statusesOf({ publicNames: ['statistics.example.org'] })).toEqual([401, 200, true]);
  expect(await statusesOf({ sql: 'accounts' })).toEqual([401, 200, true]);
});

it('nobody may if it is off, and nothing shows it', async () => {
  expect(await statusesOf({ sql: 'off' })).toEqual([404, 404, false]);
});
