/** A file of the cache is damaged. It is dropped and rebuilt, so that readers never see this error. */
export class DamagedCacheError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`A file of the cache is damaged: ${path}.`);
    this.name = 'DamagedCacheError';
    this.path = path;
  }
}
