import { PostgresLeases } from '../../../cluster/postgres/leases.ts';

/**
 * Takes a lease in a process of its own, to be killed or stopped: the address of the database, the name of the lease.
 */
const [url = '', name = ''] = process.argv.slice(2);
const lease = await new PostgresLeases({ url, label: 'test', node: 'holder' }).tryTake(name);
process.stdout.write(lease === null ? 'held by another\n' : 'taken\n');
lease?.lost.addEventListener('abort', () => process.stdout.write('lost\n'));
// Until it is killed.
setInterval(() => {}, 1000);
