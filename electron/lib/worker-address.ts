/**
 * Where the file of a worker thread is: `<name>.ts` beside the asking module when that runs from source, and
 * `<name>.cjs` beside the bundle that the module became part of.
 * @param name file name of the worker without its extension
 * @param asker `import.meta.url` of the module that starts it
 */
export function workerAddress(name: string, asker: string): URL {
  return new URL(asker.endsWith('.ts') ? `./${name}.ts` : `./${name}.cjs`, asker);
}
