/** Ingests a file until it is killed: the child process of `isolated-processes.long.test.ts`. */
import { openRowStore } from '../../../opening/open-row-store.ts';

const [folder = '', path = ''] = process.argv.slice(2);
const rows = await openRowStore(folder, { prepareAlways: false });
await rows.ingest('v1', { path, format: 'csv' }, {}, {});
