/** A request refers to a record that does not exist in this service. */
export class NotFoundError extends Error {
  readonly what: 'namespace' | 'dataset' | 'version' | 'group';
  /** As in the request: a slug, or the address of a group. */
  readonly requested: string;
  constructor(what: NotFoundError['what'], requested: string) {
    super(`There is no ${what} "${requested}".`);
    this.name = 'NotFoundError';
    this.what = what;
    this.requested = requested;
  }
}
