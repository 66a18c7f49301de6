/** Something was deleted before what belongs to it was written. */
export class RemovedError extends Error {
  readonly what: 'namespace' | 'dataset' | 'version';
  constructor(what: RemovedError['what']) {
    super(`The ${what} was deleted meanwhile.`);
    this.name = 'RemovedError';
    this.what = what;
  }
}
