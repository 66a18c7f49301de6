/** A file of the cache is damaged. It is removed and rebuilt, so that callers never see this error. */
export class DamagedCacheError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`A file of the cache is damaged: ${path}.`);
    this.name = 'DamagedCacheError';
    this.path = path;
  }
}
