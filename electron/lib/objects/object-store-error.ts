import known from './object-store-faults.json' with { type: 'json' };

/** Why an object store cannot be used. */
export type ObjectStoreFault = keyof typeof known;

/**
 * What each fault means, as the end of "The object storage …", what the operator can do, and the codes by which stores
 * name it; all others are judged by their status.
 */
const faults: Readonly<
  Record<ObjectStoreFault, { readonly meaning: string; readonly advice: string; readonly codes: readonly string[] }>
> = known;

/** A request to an object store that failed for good, after retries where these could help. */
export class ObjectStoreError extends Error {
  readonly fault: ObjectStoreFault;
  /** The meaning of the fault for a user: continues "its object storage …". */
  readonly meaning: string;

  /**
   * @param where the store, as `bucket "b" at http://127.0.0.1:9000`
   * @param detail the store's own code, or the error of the connection
   */
  constructor(fault: ObjectStoreFault, where: string, detail: string, cause?: unknown) {
    const { meaning, advice } = faults[fault];
    super(`The object storage (${where}) ${meaning}: ${detail}. ${advice}.`, { cause });
    this.name = 'ObjectStoreError';
    this.fault = fault;
    this.meaning = meaning;
  }
}

/** The fault of a response. */
export function faultOf(status: number, code: string): ObjectStoreFault {
  const named = Object.entries(faults).find(([, { codes }]) => codes.includes(code));
  if (named !== undefined) return named[0] as ObjectStoreFault;
  if (status === 507) return 'full';
  if (status === 403 || status === 401) return 'forbidden';
  return status >= 500 || status === 429 ? 'failing' : 'refused';
}
