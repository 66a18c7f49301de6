import { type Explanation, explain } from '#shared/failures.ts';
import { ServiceError } from '../../errors.ts';

const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
]);

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

function certificateProblem(code: string, host: string): Explanation | null {
  if (code === 'CERT_HAS_EXPIRED') {
    return explain('certificate-expired', { host });
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return explain('certificate-early', { host });
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return explain('certificate-of-another', { host });
  }
  if (certificateCodes.has(code)) {
    return explain('certificate-untrusted', { host });
  }
  return null;
}

function timeoutMessage(code: string, host: string): Explanation | null {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return explain('no-answer', { host });
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return explain('no-answer-in-time', { host });
  if (code === 'UND_ERR_BODY_TIMEOUT') return explain('answer-stopped', { host });
  return null;
}

const unreachable = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL']);
const cutOff = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNABORTED',
  'Z_BUF_ERROR',
]);

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
  for (const code of codes) {
    const certificate = certificateProblem(code, host);
    if (certificate !== null) return problem('certificate', certificate, false);
    const timeout = timeoutMessage(code, host);
    if (timeout !== null) return problem('timeout', timeout, true);
  }
  if (has('ENOTFOUND') || has('EAI_AGAIN')) {
    return problem('offline', explain('no-such-computer', { host: address.hostname }), true);
  }
  if (has('ECONNREFUSED')) {
    return problem('offline', explain('nothing-answers', { host }), true);
  }
  if (codes.some((code) => unreachable.has(code))) {
    return problem('offline', explain('unreachable', { host }), true);
  }
  if (codes.some((code) => cutOff.has(code))) {
    return problem('cut-off', explain('broken-off', { host }), true);
  }
  if (has('UND_ERR_HEADERS_OVERFLOW')) return problem('no-http', explain('head-too-long', { host }), false);
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return problem('no-http', explain('no-http', { host }), false);
  }
  return problem('offline', explain('not-reached', { host }), true);
}
