import { parseObjectAddress, readObjectKey } from '../../../../lib/objects/object-address.ts';
import type { StoredVersion } from '../../../files/stored-version.ts';
import { openNode } from './node-for-test.ts';

/** A node in a process of its own, to be killed while it fetches a version: its folder, the address, the version. */
const [folder = '', address = '', version = ''] = process.argv.slice(2);
const node = await openNode(
  { objects: { address: parseObjectAddress(address), key: await readObjectKey(process.env) } },
  folder,
);
await node.rows.open(JSON.parse(version) as StoredVersion).contentDigest({});
process.stdout.write('fetched\n');
