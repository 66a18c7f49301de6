/** Why an object store cannot be used. */
export type ObjectStoreFault =
  | 'unreachable'
  | 'failing'
  | 'wrong-key'
  | 'clock'
  | 'no-bucket'
  | 'forbidden'
  | 'full'
  | 'refused';

/** What each fault means, as the end of "The object storage …", and what the operator can do. */
const words: Readonly<Record<ObjectStoreFault, readonly [meaning: string, advice: string]>> = {
  unreachable: ['does not respond', 'Check its address and whether it runs'],
  failing: ['fails', 'Its own log says why'],
  'wrong-key': ['does not accept the key', 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  clock: ['refuses requests because the clocks differ', 'Set the clocks of this machine and of the object storage'],
  'no-bucket': ['has no such bucket', 'Create the bucket, or correct its name'],
  forbidden: ['does not permit this to the key', 'Give the key the rights to list, read, write and delete objects'],
  full: ['is full', 'Give it more space, or raise the quota'],
  refused: ['refuses a request', 'Check its address and region'],
};

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
    const [meaning, advice] = words[fault];
    super(`The object storage (${where}) ${meaning}: ${detail}. ${advice}.`, { cause });
    this.name = 'ObjectStoreError';
    this.fault = fault;
    this.meaning = meaning;
  }
}

/** Codes by which S3-compatible stores name a fault; all others are judged by their status. */
const faults: readonly (readonly [fault: ObjectStoreFault, codes: readonly string[]])[] = [
  ['wrong-key', ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken', 'InvalidSecurity']],
  ['clock', ['RequestTimeTooSkewed']],
  ['no-bucket', ['NoSuchBucket']],
  ['full', ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull']],
  ['forbidden', ['AccessDenied', 'AllAccessDisabled', 'AccountProblem']],
];

/** The fault of a response. */
export function faultOf(status: number, code: string): ObjectStoreFault {
  const named = faults.find(([, codes]) => codes.includes(code));
  if (named !== undefined) return named[0];
  if (status === 507) return 'full';
  if (status === 403 || status === 401) return 'forbidden';
  return status >= 500 || status === 429 ? 'failing' : 'refused';
}
