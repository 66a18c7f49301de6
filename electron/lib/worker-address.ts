/**
 * URL of the file of a worker thread: `<name>.ts` beside the module that starts it when that runs from source, and
 * `<name>.cjs` beside the bundle that contains that module.
 * @param name file name of the worker without its extension
 * @param importer `import.meta.url` of the module that starts it
 */
export function workerAddress(name: string, importer: string): URL {
  return new URL(importer.endsWith('.ts') ? `./${name}.ts` : `./${name}.cjs`, importer);
}
