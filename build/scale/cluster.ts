import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startCluster } from './start-cluster.ts';

/**
 * Runs a whole cluster on this computer until Ctrl+C: PostgreSQL, Ceph, nodes of the built program and HAProxy, all on
 * loopback and in a temporary folder that is removed at the end.
 * @see `npm run cluster -- --nodes 3 --port 17500`
 */
const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '3' }, port: { type: 'string', default: '17500' } },
});
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.error('Starting PostgreSQL, object storage, nodes and HAProxy: about half a minute.');
const cluster = await startCluster(Number(values.port), Number(values.nodes));
const token = cluster.addStaff('admin');
console.log(`address  ${cluster.url}
account  admin, token ${token}
nodes    ${cluster.nodes.map(({ url }) => url).join(' ')}
logs     ${cluster.folder}
Ctrl+C stops everything and removes it.`);
await stopped;
console.error('Stopping.');
await cluster.stop();
