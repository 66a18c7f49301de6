import type { FieldErrors } from '#shared/api/page.ts';

/** An error with its response: status, body and headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { readonly detail: string } | FieldErrors;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: { readonly detail: string } | FieldErrors, headers: Record<string, string> = {}) {
    super(JSON.stringify(body));
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An error whose body is `{"detail": text}`. */
export function refusal(status: number, detail: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError(status, { detail }, headers);
}

/** Invalid input: messages by field or parameter. */
export function invalid(
  errors: Readonly<Record<string, readonly string[]>>,
  headers: ApiError['headers'] = {},
): ApiError {
  const fields: FieldErrors = Object.fromEntries(
    Object.entries(errors).map(([name, messages]): [string, string[]] => [name, [...messages]]),
  );
  return new ApiError(400, fields, headers);
}

/** Invalid input that belongs to no field. */
export function invalidRequest(message: string): ApiError {
  return invalid({ non_field_errors: [message] });
}

export function notFound(): ApiError {
  return refusal(404, 'Not found.');
}

export function forbidden(): ApiError {
  return refusal(403, 'You do not have permission to perform this action.');
}

/** Credentials are missing or wrong; `detail` says which. */
export function unauthorized(detail = 'Authentication credentials were not provided.'): ApiError {
  return refusal(401, detail, { 'WWW-Authenticate': 'Token' });
}

/** HEAD has the headers of GET, including the length of a refusal. */
export function notAllowed(method: string): ApiError {
  return refusal(405, `Method "${method === 'HEAD' ? 'GET' : method}" not allowed.`);
}

/** Unauthenticated: 401; authenticated without the right: 403. */
export function denied(caller: object | null): ApiError {
  return caller === null ? unauthorized() : forbidden();
}

export function throttled(seconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(seconds));
  return refusal(429, `Request was throttled. Expected available in ${wait} seconds.`, { 'Retry-After': String(wait) });
}
