import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Stands for `worker-address.ts` where tests run the built program (`ALMANAC_COMMAND_LINE`): threads and disposable
 * processes start from its bundles, in a third of the time that their sources take.
 */
export function workerAddress(name: string): URL {
  return pathToFileURL(path.join(path.dirname(process.env.ALMANAC_COMMAND_LINE ?? ''), `${path.basename(name)}.cjs`));
}
