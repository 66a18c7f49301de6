/** The store cannot be used; the message says why and what to do. */
export class StoreProblemError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreProblemError';
  }
}
