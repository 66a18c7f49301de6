import { type Explanation, explain, type FailureKind } from '#shared/failures.ts';
import { ServiceError } from '../../errors.ts';
import networkErrors from './network-errors.json' with { type: 'json' };

type HostReason = Extract<Explanation, { readonly values: { readonly host: string | number } }>['code'];

/** What codes of Node, its HTTP client and OpenSSL mean: the first one that fits an error explains it. */
const meanings = networkErrors as readonly {
  readonly codes: readonly string[];
  readonly kind: FailureKind;
  readonly reason: HostReason;
  readonly retry: boolean;
}[];

function textOf(error: unknown, name: 'code' | 'message'): string {
  const value =
    typeof error === 'object' && error !== null && name in error ? (error as { [key: string]: unknown })[name] : '';
  return typeof value === 'string' ? value : '';
}

/** Connecting tries every address of a host; the individual errors are nested. */
function codesOf(error: unknown): string[] {
  const inner = error instanceof AggregateError ? error.errors.map((one) => textOf(one, 'code')) : [];
  const cause = error instanceof Error && error.cause !== undefined ? codesOf(error.cause) : [];
  return [textOf(error, 'code'), ...inner, ...cause];
}

/** Explains a network error to the user; `proxy` names the proxy if one is used. */
export function explainNetworkError(error: unknown, address: URL, proxy: string | null): ServiceError {
  const where = `${address.origin}${address.pathname}`;
  const host = address.host;
  const codes = codesOf(error);
  const has = (code: string) => codes.includes(code);
  const problem = (kind: ServiceError['kind'], reason: Explanation, retry: boolean) =>
    new ServiceError(kind, reason, where, { retry, cause: error });
  const isProxy =
    has('UND_ERR_PRX_TLS') ||
    has('ECONNREFUSED') ||
    /proxy/i.test(textOf(error, 'message')) ||
    codes.some((code) => code.startsWith('UND_ERR_SOCKS5'));
  if (proxy !== null && isProxy) {
    const said = /\b(\d{3})\b/.exec(textOf(error, 'message'))?.[1] ?? '';
    const wantsSignIn = said === '407' || codes.some((code) => code.startsWith('UND_ERR_SOCKS5_AUTH'));
    return problem('proxy', explain(wantsSignIn ? 'proxy-wants-sign-in' : 'proxy-refused', { proxy }), true);
  }
  if (codes.some((code) => code.startsWith('ERR_SSL') || code === 'EPROTO')) {
    return problem('no-secure-connection', explain('no-secure-connection', { host }), false);
  }
  const meaning = meanings.find((one) => one.codes.some(has));
  if (meaning !== undefined) {
    const { kind, reason, retry } = meaning;
    return problem(kind, explain(reason, { host: has('ENOTFOUND') ? address.hostname : host }), retry);
  }
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return problem('no-http', explain('no-http', { host }), false);
  }
  return problem('offline', explain('not-reached', { host }), true);
}
