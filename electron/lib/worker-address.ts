import { basename } from 'node:path';

/**
 * URL of the file of a worker thread. A bundle has all of them beside it, whatever their folders in the source are.
 * @param name path of the worker without its extension, from the folder of the module that starts it
 * @param importer `import.meta.url` of the module that starts it
 */
export function workerAddress(name: string, importer: string): URL {
  return new URL(importer.endsWith('.ts') ? `${name}.ts` : `./${basename(name)}.cjs`, importer);
}
