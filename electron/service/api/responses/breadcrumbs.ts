import type { PageLink } from '../pages/page-context.ts';
import type { Exchange } from '../plugins/exchange.ts';

/** Parts of a path that are not resources themselves. */
const waypoints: ReadonlySet<string> = new Set(['version', 'auth', 'token']);

/** The path from the root of the API to the address of a request, inclusive. */
export function breadcrumbs(exchange: Exchange): PageLink[] {
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
