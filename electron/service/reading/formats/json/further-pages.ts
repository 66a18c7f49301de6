import type { OutlineNode } from './json-outline.ts';

/**
 * Names by which answers refer to the page after this one: OData, Django REST framework, CKAN, Socrata, Elasticsearch
 * and others. Those of ArcGIS say that they have not all features, `exceededTransferLimit`.
 */
const next = /^@?(?:odata\.)?next(?:[_-]?(?:link|url|page|page[_-]?token|cursor|records?[_-]?url))?$/i;
const number = /^(?:page|page[_-]?(?:number|index)|current[_-]?page)$/i;
const count = /^(?:pages|total[_-]?pages|page[_-]?count|last[_-]?page|num[_-]?pages)$/i;

/** Levels of objects around the records in which such a member may be. */
const maxLevels = 3;

/**
 * What says that a JSON text is only one page of a longer answer, as it is written there: `next: "https://…"` or
 * `pages: 356`. Null if nothing does.
 */
export function furtherPages(top: OutlineNode): string | null {
  // Page information and records side by side.
  const [information, records] = top.items;
  if (top.kind === 'list')
    return information !== undefined && records?.kind === 'list' ? inObject(information, 1) : null;
  // One record alone may have any members.
  const holdsOthers = [...top.members.values()].some(({ kind }) => kind === 'list' || kind === 'object');
  return holdsOthers ? inObject(top, maxLevels) : null;
}

function inObject({ members }: OutlineNode, levels: number): string | null {
  const own = [...members].flatMap(([name, node]) => {
    const isNext = next.test(name) && node.kind === 'string' && node.text !== '""';
    const hasSeveral = count.test(name) && Number(node.text) > 1 && [...members.keys()].some((one) => number.test(one));
    const isCut = name === 'exceededTransferLimit' && node.text === 'true';
    if (isNext || hasSeveral || isCut) return `${name}: ${node.text || '…'}`;
    return name === 'links' && node.items.some(isNextLink) ? 'links: next' : [];
  });
  if (own[0] !== undefined) return own[0];
  const inner = levels === 1 ? [] : [...members.values()].filter(({ kind }) => kind === 'object');
  return inner.map((node) => inObject(node, levels - 1)).find((found) => found !== null) ?? null;
}

/** Whether an object links to the next page, as in OGC API and STAC: `{"rel": "next", "href": …}`. */
function isNextLink({ members }: OutlineNode): boolean {
  return members.get('rel')?.text === '"next"' && members.has('href');
}
