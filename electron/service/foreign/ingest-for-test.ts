/** Ingests a file in a process that is killed meanwhile: the counterpart of `foreign-processes.test.ts`. */
import { openRowStore } from '../store/open-row-store.ts';

const [folder = '', path = ''] = process.argv.slice(2);
const rows = await openRowStore(folder, { prepareAlways: false });
await rows.ingest('v1', { path, format: 'csv' }, {}, {});
