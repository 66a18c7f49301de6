/** A copy of a store cannot be made, or cannot be taken in; the message says why and what to do. */
export class StoreCopyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StoreCopyError';
  }
}
