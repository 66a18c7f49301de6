import type { IncomingMessage } from 'node:http';

/**
 * Lets the forms of the browsable pages, which can only send POST, name another method: `?_method=PUT`. Only in
 * requests from forms, so that no other client can hide a method from a proxy that reads only the request line.
 */
export function formMethod(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded');
  const meant = /[?&]_method=(PUT|PATCH|DELETE|OPTIONS)(?:&|$)/.exec(url)?.[1];
  if (request.method === 'POST' && isForm && meant !== undefined) request.method = meant;
  return url;
}
