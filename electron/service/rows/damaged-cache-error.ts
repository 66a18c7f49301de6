/** A file of the cache is not what was written. It is dropped and made again: whoever reads never sees it. */
export class DamagedCacheError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`A file of the cache is damaged: ${path}.`);
    this.name = 'DamagedCacheError';
    this.path = path;
  }
}
