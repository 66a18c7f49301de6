import { ServiceError } from '../errors.ts';

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

/** Connecting tries every address of a host; what they failed with is inside. */
function codesOf(error: unknown): string[] {
  const inner = error instanceof AggregateError ? error.errors.map((one) => textOf(one, 'code')) : [];
  const cause = error instanceof Error && error.cause !== undefined ? codesOf(error.cause) : [];
  return [textOf(error, 'code'), ...inner, ...cause];
}

function certificateProblem(code: string, host: string): string | null {
  if (code === 'CERT_HAS_EXPIRED') {
    return `The certificate of ${host} has expired. Check the date of this computer; otherwise tell those who run the service.`;
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return `The certificate of ${host} is not valid yet. Check the date of this computer.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate belongs to another name than ${host}. Check the address; you may be talking to another computer.`;
  }
  if (certificateCodes.has(code)) {
    return `The certificate of ${host} is signed by nobody that this computer trusts. If your organisation signs its own certificates, start Almanac with NODE_EXTRA_CA_CERTS set to its certificate file.`;
  }
  return null;
}

function timeoutMessage(code: string, host: string): string | null {
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return `${host} does not answer. Check the address and your network, or try again later.`;
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return `${host} took the request but gave no answer in time. Try again later.`;
  if (code === 'UND_ERR_BODY_TIMEOUT') return `${host} stopped in the middle of its answer. Try again.`;
  return null;
}

const unreachable = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL']);
const cutOff = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNABORTED',
]);

/** What a failed exchange means, for a person; `proxy` names the proxy where one is used. */
export function explainNetworkError(error: unknown, address: URL, proxy: string | null): ServiceError {
  const where = `${address.origin}${address.pathname}`;
  const host = address.host;
  const codes = codesOf(error);
  const has = (code: string) => codes.includes(code);
  const problem = (code: ServiceError['code'], message: string, retry: boolean) =>
    new ServiceError({ code, message, where, retry, cause: error });
  if (proxy !== null && (has('UND_ERR_PRX_TLS') || /proxy/i.test(textOf(error, 'message')) || has('ECONNREFUSED'))) {
    const said = /\b(\d{3})\b/.exec(textOf(error, 'message'))?.[1] ?? '';
    const detail = said === '407' ? 'wants a sign-in' : 'did not let the request through';
    return problem('proxy', `The proxy ${proxy} ${detail}. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`, true);
  }
  if (codes.some((code) => code.startsWith('ERR_SSL') || code === 'EPROTO')) {
    return problem(
      'no-secure-connection',
      `No secure connection to ${host} could be made. It may speak plain HTTP only: try the address with http:// instead.`,
      false,
    );
  }
  for (const code of codes) {
    const certificate = certificateProblem(code, host);
    if (certificate !== null) return problem('certificate', certificate, false);
    const timeout = timeoutMessage(code, host);
    if (timeout !== null) return problem('timeout', timeout, true);
  }
  if (has('ENOTFOUND') || has('EAI_AGAIN')) {
    return problem(
      'offline',
      `There is no computer named ${address.hostname}. Check the spelling, and whether this computer is online.`,
      true,
    );
  }
  if (has('ECONNREFUSED')) {
    return problem(
      'offline',
      `Nothing answers at ${host}. Check the address and the port, or whether the service is running.`,
      true,
    );
  }
  if (codes.some((code) => unreachable.has(code))) {
    return problem('offline', `${host} cannot be reached from here. Check your network.`, true);
  }
  if (codes.some((code) => cutOff.has(code))) {
    return problem('cut-off', `${host} broke the connection off before its answer was complete. Try again.`, true);
  }
  if ((error instanceof Error && error.name === 'HTTPParserError') || has('UND_ERR_HEADERS_OVERFLOW')) {
    return problem('no-http', `What answers at ${host} does not speak HTTP. Check the port.`, false);
  }
  return problem('offline', `${host} could not be reached.`, true);
}
