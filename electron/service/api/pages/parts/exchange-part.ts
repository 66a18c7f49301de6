import { type Html, html } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { type JsonTree, jsonView } from './json-view.ts';

/**
 * The request and the response as a program sees them: request line, status, headers and the JSON with live links.
 * @param isWhole whether `tree` is the complete response
 */
export function exchangePart(context: PageContext, tree: JsonTree | null, isWhole: boolean): Html {
  const { request, response } = context;
  const body = tree === null ? null : jsonView(tree);
  // Other representations of the address are only known for GET.
  const formats = request.method === 'GET' ? context.formats : [];
  return html`<section class="exchange"><h2>Request and response</h2>
<div class="card">
<div class="request"><span class="method">${request.method}</span> <code>${addressOf(request.url).href}</code>
<ul class="actions">${otherMethod(context)}${formats.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}</ul></div>
<div class="response"><p class="status${response.status >= 400 ? ' bad' : ''}">HTTP ${response.status} ${response.reason}</p>
<dl>${response.headers.map(([name, value]) => html`<dt>${name}:</dt><dd>${value}</dd>`)}</dl></div>
${body?.markup ?? html`<p class="note">The response has no body.</p>`}
${body?.cut || !isWhole ? html`<p class="note">The response is truncated here; open it as JSON to see all of it.</p>` : null}
</div></section>`;
}

/** An address without the parameter for a form's method. */
function addressOf(url: string): URL {
  const address = new URL(url);
  if (address.searchParams.has('_method')) address.searchParams.delete('_method');
  return address;
}

/** A link from GET to OPTIONS, and from any other method back to GET. */
function otherMethod({ request, allow }: PageContext): Html | null {
  const url = addressOf(request.url);
  if (request.method !== 'GET') return allow.includes('GET') ? html`<li><a href="${url.href}">GET</a></li>` : null;
  if (!allow.includes('OPTIONS')) return null;
  url.searchParams.set('_method', 'OPTIONS');
  return html`<li><form method="post" action="${url.href}"><button type="submit" class="link">OPTIONS</button></form></li>`;
}

/** Position of the page in its list, with links to the next and the previous one. */
export function pagingPart(paging: PageContext['paging']): Html | null {
  if (paging === null) return null;
  const { count, limit, offset, next, previous } = paging;
  if (count === 0) return html`<p class="paging">Nothing here yet.</p>`;
  const last = Math.min(offset + limit, count);
  const shown = last > offset ? `${(offset + 1).toLocaleString('en')}–${last.toLocaleString('en')} of ` : 'None of ';
  return html`<nav class="paging" aria-label="Pages"><span>${shown}${count.toLocaleString('en')}</span>
${previous === null ? null : html`<a class="button" rel="prev" href="${previous}">Previous</a>`}
${next === null ? null : html`<a class="button" rel="next" href="${next}">Next</a>`}</nav>`;
}
