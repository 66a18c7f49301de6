import { addUser, issueToken } from '../../accounts/administer.ts';
import { createDataset } from '../../catalogue/records/datasets.ts';
import { createNamespace } from '../../catalogue/records/namespaces.ts';
import { startService } from '../../service.ts';

/** Run by `disk-full.long.test.ts`: serves the given folder until its standard input ends. */
const [, , folder = ''] = process.argv;
const service = await startService({ dataFolder: folder });
const { records } = service.deps.catalogue;
await addUser(records, { username: 'anna', password: 'correct horse battery', isStaff: true });
const namespace = await createNamespace(records, { slug: 'n', label: 'N', published: true });
await createDataset(records, { namespaceId: namespace.id, slug: 'd', label: 'D' });
process.stdout.write(`${JSON.stringify({ url: service.url, token: await issueToken(records, 'anna') })}\n`);
process.stdin.resume();
process.stdin.once('end', () => void service.close().then(() => process.exit()));
