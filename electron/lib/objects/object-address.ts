import { readFile } from 'node:fs/promises';

export interface ObjectAddress {
  readonly bucket: string;
  /** Begins every key: empty, or ends with a slash. */
  readonly prefix: string;
  /** Address of the service, without a path. */
  readonly endpoint: string;
  readonly region: string;
}

/** A key of an object store; only from the environment or a file, never from a command line. */
export interface ObjectKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const defaultRegion = 'us-east-1';

/**
 * Parses `s3://bucket/prefix?endpoint=https://objects.example.org&region=eu`. Without an endpoint, the bucket is one of
 * Amazon's.
 * @throws {Error} with what is wrong
 */
export function parseObjectAddress(text: string): ObjectAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:') throw new Error('Expected an address such as s3://bucket/prefix?endpoint=https://host.');
  if (url.username !== '' || url.password !== '')
    throw new Error('The key belongs in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not in the address.');
  const bucket = url.host;
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) throw new Error(`"${bucket}" is not the name of a bucket.`);
  for (const name of url.searchParams.keys())
    if (name !== 'endpoint' && name !== 'region') throw new Error(`"${name}" is not an option: endpoint, region.`);
  const region = url.searchParams.get('region') ?? defaultRegion;
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/' || parsed.search !== '')
    throw new Error(`"${endpoint}" is not an endpoint such as https://objects.example.org.`);
  const path = url.pathname.split('/').filter(Boolean).join('/');
  if (!/^[\w./-]*$/.test(path)) throw new Error('The prefix may contain letters, digits, "-", "_", "." and "/".');
  return { bucket, prefix: path === '' ? '' : `${path}/`, endpoint: parsed.origin, region };
}

/** An address as text, without anything secret. */
export function objectAddressText({ bucket, prefix, endpoint, region }: ObjectAddress): string {
  return `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region })}`;
}

/**
 * The key from the variables that every tool for S3 reads, or from the file named by `AWS_SHARED_CREDENTIALS_FILE`, in
 * the profile `AWS_PROFILE` or `default`.
 * @throws {Error} if there is none
 */
export async function readObjectKey(environment: NodeJS.ProcessEnv): Promise<ObjectKey> {
  const { AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: profile = 'default' } = environment;
  const given =
    environment.AWS_ACCESS_KEY_ID === undefined && file !== undefined
      ? profileIn(await readFile(file, 'utf8'), profile)
      : {
          accessKeyId: environment.AWS_ACCESS_KEY_ID,
          secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
          sessionToken: environment.AWS_SESSION_TOKEN,
        };
  const { accessKeyId, secretAccessKey, sessionToken } = given;
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  throw new Error(
    'There is no key for the object storage: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file with them in AWS_SHARED_CREDENTIALS_FILE.',
  );
}

function profileIn(text: string, profile: string): Partial<ObjectKey> {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n').map((one) => one.trim())) {
    const equals = line.indexOf('=');
    if (line.startsWith('[') && line.endsWith(']')) section = line.slice(1, -1).trim();
    else if (section === profile && equals > 0) values.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  const [accessKeyId, secretAccessKey, sessionToken] = [
    'aws_access_key_id',
    'aws_secret_access_key',
    'aws_session_token',
  ].map((name) => values.get(name));
  return {
    ...(accessKeyId && { accessKeyId }),
    ...(secretAccessKey && { secretAccessKey }),
    ...(sessionToken && { sessionToken }),
  };
}
