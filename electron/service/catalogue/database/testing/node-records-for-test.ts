import { createHash } from 'node:crypto';
import pg from 'pg';
import { type NodeRecord, readNode as readWritten } from '../../../opening/node-record.ts';

export { removeNode, writeNode } from '../../../opening/node-record.ts';

/**
 * Replaces `node-record.ts` in tests that run on PostgreSQL: every data folder belongs to a node, whose catalogue is a
 * database of its own, created when the folder is first opened.
 */
export async function readNode(dataFolder: string): Promise<NodeRecord | null> {
  const written = await readWritten(dataFolder);
  if (written !== null) return written;
  const address = process.env.ALMANAC_TEST_POSTGRES;
  if (address === undefined)
    throw new Error('ALMANAC_TEST_POSTGRES is not set: run `npm run qa -- services catalogue`.');
  const node = createHash('sha256').update(dataFolder).digest('hex').slice(0, 32);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [`t_${node}`]);
    if (rows.length === 0) await client.query(`create database t_${node}`);
  } finally {
    await client.end();
  }
  const url = new URL(address);
  url.pathname = `/t_${node}`;
  // It is in the environment, as for a service.
  url.password = '';
  return { node, store: '', url: url.href, passwordFile: null };
}
