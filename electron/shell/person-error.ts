/** An error whose message is written for the person and may be shown to them as it is. */
export class PersonError extends Error {
  override readonly name = 'PersonError';
}
