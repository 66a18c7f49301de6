/** What a service returned to a caller at an address. */
export interface StoreAnswer {
  readonly who: string;
  /** Below `api/v1/`. */
  readonly path: string;
  readonly status: number;
  /** Parsed JSON, or text; null unless the status is 200. Addresses of the service itself begin with `/`. */
  readonly body: unknown;
}

/** A store of an earlier program as it is kept: what that program returned, and how to sign in. */
export interface KeptStore {
  /** What `--version` printed. */
  readonly program: string;
  readonly madeAt: string;
  /** Number of migrations of its catalogue. */
  readonly schema: number;
  readonly password: string;
  /** Token of each user. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly answers: readonly StoreAnswer[];
}

export const anonymous = 'anonymous';

/** Members that change by reading alone. */
const volatile = new Set(['last_login', 'views', 'queries']);

/** Reads an address of a service as a caller. @param url the service's, with a trailing slash */
export async function readAnswer(
  url: string,
  tokens: KeptStore['tokens'],
  { who, path }: Pick<StoreAnswer, 'who' | 'path'>,
): Promise<StoreAnswer> {
  const headers = who === anonymous ? {} : { Authorization: `Token ${tokens[who]}` };
  const answer = await fetch(`${url}api/v1/${path}`, { headers });
  const text = (await answer.text()).replaceAll(url, '/');
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson ? JSON.parse(text, (key, value) => (volatile.has(key) ? undefined : value)) : text;
  return { who, path, status: answer.status, body: answer.status === 200 ? body : null };
}
