import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseObjectAddress, readObjectKey } from '../../electron/lib/objects/object-address.ts';
import { ObjectStore } from '../../electron/lib/objects/object-store.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import type { Cluster } from './start-cluster.ts';

/** What a round finds unmarked, the next one removes; more are for marks of the same second, which the clock counts in. */
const maxRounds = 5;

/**
 * Removes from the bucket what no version needs, as the nodes do after the grace period, and compares the rest with the
 * catalogue. Nothing may be publishing meanwhile.
 * @returns what is wrong: objects that nothing names, unfinished uploads, and versions without their stored file
 */
export async function checkBucket({ ceph, postgres, database, folder }: Cluster): Promise<readonly string[]> {
  const { ALMANAC_TEST_OBJECTS: text = '', ...keys } = ceph.environment;
  const objects = { address: parseObjectAddress(text), key: await readObjectKey(keys) };
  const versions = await postgres.query<{ key: string }>(
    'select key from versions union all select key from held_versions',
    database,
  );
  const named: ReadonlySet<string> = new Set(versions.map(({ key }) => key));
  const rows = await openRowStore(path.join(folder, 'check'), {
    objects: { ...objects, garbage: { graceMs: 0, derivedMs: Number.POSITIVE_INFINITY } },
    prepareAlways: false,
  });
  const store = new ObjectStore(objects.address, objects.key);
  const namedBy = (key: string) => key.startsWith('versions/') && named.has(key.split('/')[1] ?? '');
  async function unnamed(): Promise<string[]> {
    const found: string[] = [];
    for await (const page of store.list(''))
      found.push(...page.filter(({ key }) => !namedBy(key)).map(({ key }) => `The bucket still has ${key}.`));
    for await (const page of store.listUploads(''))
      found.push(...page.map(({ key }) => `The bucket still has an unfinished upload of ${key}.`));
    return found;
  }
  try {
    let left = await unnamed();
    for (let round = 0; left.length > 0 && round < maxRounds; round += 1) {
      await rows.collectGarbage(async () => named, new AbortController().signal);
      await sleep(1_500);
      left = await unnamed();
    }
    const stored = new Set<string>();
    for await (const page of store.list('versions/')) for (const { key } of page) stored.add(key);
    const lacking = [...named].filter((key) => !stored.has(`versions/${key}/data.parquet`));
    return [...left, ...lacking.map((key) => `The bucket lacks the stored file of version ${key}.`)];
  } finally {
    await store.close();
    await rows.close();
  }
}
