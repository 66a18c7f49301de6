import type { IncomingMessage } from 'node:http';

/**
 * Lets the forms of the browsable pages, which can only send POST, say the method that they mean: `?_method=PUT`.
 * Only for what a form sends, so that nothing else can hide a method from a proxy that reads the request line only.
 */
export function formMethod(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded');
  const meant = /[?&]_method=(PUT|PATCH|DELETE|OPTIONS)(?:&|$)/.exec(url)?.[1];
  if (request.method === 'POST' && isForm && meant !== undefined) request.method = meant;
  return url;
}
