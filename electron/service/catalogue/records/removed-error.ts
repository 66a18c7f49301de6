/** A record was deleted before its parts were written. */
export class RemovedError extends Error {
  readonly what: 'namespace' | 'dataset' | 'version';
  constructor(what: RemovedError['what']) {
    super(`The ${what} was deleted meanwhile.`);
    this.name = 'RemovedError';
    this.what = what;
  }
}
