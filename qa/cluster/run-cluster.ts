import { once } from 'node:events';
import { labCommand } from '../lab-command.ts';
import { ensureBuilt } from '../run-tests.ts';
import { startCluster } from './start-cluster.ts';

/**
 * Runs a whole cluster on this computer until Ctrl+C: PostgreSQL, Ceph, nodes of the built program and HAProxy, all on
 * loopback and in a temporary folder that is removed at the end.
 * @see `npm run qa -- cluster --nodes 3 --port 17500`
 */
const values = labCommand('cluster')
  .option('--nodes <number>', 'of the program', '3')
  .option('--port <number>', 'of the balancer; the others follow it', '17500')
  .parse()
  .opts<{ nodes: string; port: string }>();
ensureBuilt();
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
