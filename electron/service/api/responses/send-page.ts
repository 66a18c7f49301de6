import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { toolVersion } from '../../../lib/tool-version.ts';
import type { PageContext, PageLink } from '../pages/page-context.ts';
import { renderPage } from '../pages/render-page.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { csrfTokenFor } from '../plugins/forgery.ts';
import { methodOf } from '../plugins/rare-methods.ts';
import { type Answer, type PageExtras, renderingsOf } from '../resources/resource.ts';

type PagedAnswer = Extract<Answer, { kind: 'record' | 'json' }>;

/** Sends a response as a browsable page. */
export async function sendPage(
  exchange: Exchange,
  reply: FastifyReply,
  answer: PagedAnswer,
  allow: string,
): Promise<FastifyReply> {
  const extras = answer.page === undefined ? {} : await answer.page();
  const nonce = randomBytes(16).toString('base64');
  const html = renderPage(pageContext(exchange, reply, answer, { allow, extras, nonce }));
  reply.code(answer.status ?? 200).headers({ Vary: 'Accept, Cookie', Allow: allow, ...answer.headers });
  reply.headers(pageHeaders(nonce));
  return reply.send(html);
}

/**
 * The headers of every HTML page of the service: nothing is loaded from other origins.
 * @param more what else its policy says: by default it has forms, and no scripts
 */
export function pageHeaders(nonce: string, more: readonly string[] = ["form-action 'self'"]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...more,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
  };
}

function pageContext(
  exchange: Exchange,
  reply: FastifyReply,
  answer: PagedAnswer,
  { allow, extras, nonce }: { readonly allow: string; readonly extras: PageExtras; readonly nonce: string },
): PageContext {
  const { request, links } = exchange;
  const status = answer.status ?? 200;
  const resource = request.routeOptions.config.resource;
  const json = answer.kind === 'json' ? answer.json.toString('utf8') : JSON.stringify(answer.record);
  const jsonHeaders = { 'Content-Type': 'application/json', Vary: 'Accept', Allow: allow, ...answer.headers };
  const here = `${links.base}${request.url}`;
  const method = methodOf(request);
  return {
    title: resource?.name ?? reasonOf(status),
    description: resource?.description ?? '',
    breadcrumbs: breadcrumbs(exchange),
    // HEAD has the headers of GET, including the length.
    request: { method: method === 'HEAD' ? 'GET' : method, url: here },
    response: { status, reason: reasonOf(status), headers: Object.entries(jsonHeaders), json },
    formats: (resource === undefined ? [] : renderingsOf(resource)).map((rendering) => ({
      label: rendering.format,
      url: withFormat(here, rendering.format),
    })),
    allow: allow.split(', '),
    username: exchange.session === null ? null : (exchange.caller?.username ?? null),
    csrfToken: exchange.session === null ? null : csrfTokenFor(exchange, reply),
    login: `${links.base}/auth/login/?next=${encodeURIComponent(request.url)}`,
    logout: `${links.base}/auth/logout/?next=${encodeURIComponent(request.url)}`,
    forms: extras.forms ?? [],
    paging: extras.paging ?? null,
    details: extras.details ?? (status >= 400 ? { kind: 'error', status } : { kind: 'plain' }),
    home: links.root,
    tool: `Almanac ${toolVersion}`,
    nonce,
  };
}

function withFormat(address: string, format: string): string {
  const url = new URL(address);
  url.searchParams.set('_format', format);
  return url.href;
}

function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? '';
}

/** Parts of a path that are not resources themselves. */
const waypoints: ReadonlySet<string> = new Set(['version', 'auth', 'token']);

/** The path from the root of the API to the address of a request, inclusive. */
function breadcrumbs(exchange: Exchange): PageLink[] {
  const path = exchange.address.slice(exchange.links.base.length);
  const parts = path.split('/').filter((part) => part !== '');
  let address = `${exchange.links.base}/`;
  const crumbs: PageLink[] = [];
  for (const part of parts) {
    address += `${part}/`;
    if (!waypoints.has(part)) crumbs.push({ label: decodePart(part), url: address });
  }
  return crumbs;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
