import { formatOfAddress, formatOfFile, type KnownFormat } from '../common/formats.ts';
import { asText, countOf, isJsonRecord, listOf, momentOf, proseOf } from '../common/values.ts';

/** A file of a dataset. */
export interface Distribution {
  /** Id that is unique in the catalogue, and stays the same as long as the description does. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly address: URL;
  readonly format: KnownFormat | null;
  readonly formatName: string | null;
  readonly bytes: number | null;
  readonly hash: string | null;
  readonly modified: string | null;
  readonly licence: string | null;
  readonly dataset: DatasetFacts;
}

export interface DatasetFacts {
  readonly title: string;
  readonly description: string | null;
  readonly publisher: string | null;
  readonly contact: string | null;
  readonly homepage: string | null;
}

export interface DcatCatalogue {
  readonly title: string | null;
  readonly description: string | null;
  readonly publisher: string | null;
  readonly distributions: readonly Distribution[];
  /** The next page of a catalogue in pages ("Hydra"). */
  readonly next: string | null;
}

function first(node: LinkedNode | null, ...names: readonly string[]): unknown {
  for (const name of names) {
    const values = node?.values.get(name);
    if (values !== undefined && values.length > 0) return values.length === 1 ? values[0] : values;
  }
  return null;
}

function isReference(value: unknown): value is { readonly '@id': string } {
  return isJsonRecord(value) && typeof value['@id'] === 'string';
}

/** A text, or what a referenced node is called, or its address. */
function said(graph: LinkedGraph, value: unknown): string | null {
  const text = asText(value);
  if (text !== null) return text;
  const [one] = Array.isArray(value) ? value : [value];
  const node = graph.node(one);
  const name = asText(first(node, 'title', 'prefLabel', 'label', 'name', 'fn', 'value'));
  return name ?? (isReference(one) && !one['@id'].startsWith('_:') ? one['@id'] : null);
}

function addressOf(value: unknown, base: URL): URL | null {
  const [one] = Array.isArray(value) ? value : [value];
  const text = isReference(one) ? one['@id'] : asText(one);
  if (text === null) return null;
  // Spaces and other characters stand unescaped in many catalogues.
  const url = URL.canParse(text, base.href) ? new URL(text, base) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

function contactOf(graph: LinkedGraph, node: LinkedNode): string | null {
  const [value] = node.values.get('contactPoint') ?? [];
  const contact = graph.node(value);
  const mail = said(graph, first(contact, 'hasEmail', 'email'));
  return (
    mail?.replace(/^mailto:/i, '') ?? said(graph, first(contact, 'fn', 'name', 'organization-name')) ?? asText(value)
  );
}

function factsOf(graph: LinkedGraph, node: LinkedNode, base: URL): DatasetFacts {
  return {
    title: asText(first(node, 'title', 'name')) ?? said(graph, first(node, 'identifier')) ?? node.id ?? '',
    description: proseOf(first(node, 'description')),
    publisher: said(graph, first(node, 'publisher', 'creator')),
    contact: contactOf(graph, node),
    homepage: addressOf(first(node, 'landingPage', 'page', 'url'), base)?.href ?? null,
  };
}

/** Names of formats: a text, a media type, or a URI of the lists of the Publications Office of the EU or of IANA. */
function formatNames(graph: LinkedGraph, node: LinkedNode): string[] {
  return ['format', 'mediaType', 'encodingFormat', 'fileType'].flatMap((name) =>
    (node.values.get(name) ?? []).flatMap((value) => {
      const uri = isReference(value) ? value['@id'] : null;
      return [said(graph, value), uri].filter((text) => text !== null);
    }),
  );
}

function checksumOf(graph: LinkedGraph, node: LinkedNode): string | null {
  const checksum = graph.node((node.values.get('checksum') ?? [])[0]);
  return asText(first(checksum, 'checksumValue'));
}

function distributionsOf(graph: LinkedGraph, dataset: LinkedNode, base: URL): Distribution[] {
  const facts = factsOf(graph, dataset, base);
  const datasetId = asText(first(dataset, 'identifier')) ?? dataset.id ?? facts.title;
  const nodes = (dataset.values.get('distribution') ?? [])
    .map((value) => graph.node(value))
    .filter((one) => one !== null);
  // Version 1.0 of Project Open Data has the address in the dataset itself.
  const own =
    nodes.length === 0 && (dataset.values.has('accessURL') || dataset.values.has('downloadURL')) ? [dataset] : nodes;
  const all = own.flatMap((node) => {
    const address = addressOf(first(node, 'downloadURL', 'contentUrl') ?? first(node, 'accessURL'), base);
    if (address === null) return [];
    const names = formatNames(graph, node);
    const format =
      formatOfAddress(address.href) ?? names.map((name) => formatOfFile(name)).find((one) => one !== null) ?? null;
    const title = node === dataset ? null : asText(first(node, 'title', 'name'));
    const plainName = names.map((name) => (name.includes('://') ? localName(name) : name))[0] ?? null;
    return [{ node, address, format, title, formatName: format?.label ?? plainName }];
  });
  return all.map(({ node, address, format, title, formatName }) => {
    const label = title ?? (formatName === null ? '' : formatName);
    const isOnly = all.filter((one) => one.title === title && one.formatName === formatName).length === 1;
    const named = node.id !== null && !node.id.startsWith('_:') && node.id !== dataset.id ? node.id : null;
    return {
      id: `${datasetId} ${named ?? (isOnly ? `${label} ${formatName ?? ''}`.trim() : address.href)}`
        .trim()
        .slice(0, 2000),
      title: label === '' || label === facts.title ? facts.title : `${facts.title}: ${label}`,
      description: node === dataset ? facts.description : (proseOf(first(node, 'description')) ?? facts.description),
      address,
      format,
      formatName,
      bytes: countOf(Number(asText(first(node, 'byteSize', 'contentSize')) ?? Number.NaN)),
      hash: checksumOf(graph, node),
      modified: momentOf(first(node, 'modified', 'issued') ?? first(dataset, 'modified', 'issued')),
      licence: said(graph, first(node, 'license', 'rights') ?? first(dataset, 'license', 'rights')),
      dataset: facts,
    };
  });
}

/** Reads a catalogue; null for JSON that is none. */
export function readCatalogue(json: unknown, base: URL): DcatCatalogue | null {
  const graph = readGraph(json);
  const typed = graph.nodes.filter(({ types }) => types.includes('Dataset'));
  const isPod = isJsonRecord(json) && Array.isArray(json.dataset);
  const list = isPod ? json.dataset : Array.isArray(json) ? json : [];
  const listed = (Array.isArray(list) ? list : []).map((one) => graph.node(one)).filter((one) => one !== null);
  const untyped = listed.filter(
    ({ values }) => values.has('title') && (values.has('distribution') || values.has('accessURL')),
  );
  const known = new Set([...typed, ...untyped]);
  const datasets = graph.nodes.filter((node) => known.has(node));
  const distributions = datasets.flatMap((node) => distributionsOf(graph, node, base));
  if (datasets.length === 0 || (distributions.length === 0 && typed.length === 0)) return null;
  const catalogue = graph.nodes.find(({ types }) => types.includes('Catalog') || types.includes('DataCatalog')) ?? null;
  const paged = graph.nodes.find(({ values }) => values.has('nextPage') || values.has('next')) ?? null;
  return {
    title:
      asText(first(catalogue, 'title', 'name')) ??
      (datasets.length === 1 ? factsOf(graph, datasets[0] as LinkedNode, base).title : null),
    description: proseOf(first(catalogue, 'description')),
    publisher: said(graph, first(catalogue, 'publisher')),
    distributions: [...new Map(distributions.map((one) => [one.id, one])).values()],
    next: addressOf(first(paged, 'nextPage', 'next'), base)?.href ?? null,
  };
}

/** A node with property names reduced to their local part: `title` of `dct:title` and `http://purl.org/dc/terms/title`. */
interface LinkedNode {
  readonly id: string | null;
  readonly types: readonly string[];
  readonly values: ReadonlyMap<string, readonly unknown[]>;
}

/** Nodes of a JSON-LD text by their identifiers, and all of them in order. */
interface LinkedGraph {
  readonly nodes: readonly LinkedNode[];
  /** The node that a value is or refers to; null for a literal. */
  node(value: unknown): LinkedNode | null;
}

/** What follows the last `#`, `/` or `:`, because contexts and prefixes differ between catalogues. */
function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
}

/** Nesting that no catalogue has. */
const maxDepth = 30;

/**
 * Reads JSON-LD without its context: compacted with prefixes, with terms of any context, expanded, flattened into `@graph`,
 * nested, or any mixture of them. The same node may be described in several places.
 */
export function readGraph(json: unknown): LinkedGraph {
  const all = new Map<string, Map<string, unknown[]>>();
  const types = new Map<string, Set<string>>();
  const order: string[] = [];
  const keys = new WeakMap<object, string>();
  const walk = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const one of value) walk(one, depth + 1);
    if (!isJsonRecord(value) || '@value' in value) return;
    const id = typeof value['@id'] === 'string' ? value['@id'] : typeof value.id === 'string' ? value.id : null;
    const key = id ?? `\u0000${order.length}`;
    keys.set(value, key);
    if (!all.has(key)) {
      all.set(key, new Map());
      types.set(key, new Set());
      order.push(key);
    }
    const own = all.get(key) ?? new Map<string, unknown[]>();
    for (const [name, member] of Object.entries(value)) {
      if (name === '@context' || name === '@id') continue;
      if (name === '@type' || name === 'type') {
        for (const type of listOf(member)) if (typeof type === 'string') types.get(key)?.add(localName(type));
        continue;
      }
      if (name !== '@graph') own.set(localName(name), [...(own.get(localName(name)) ?? []), ...listOf(member)]);
      walk(member, depth + 1);
    }
  };
  walk(json, 0);
  const nodes = new Map(
    order.map((key) => {
      const node: LinkedNode = {
        id: key.startsWith('\u0000') ? null : key,
        types: [...(types.get(key) ?? [])],
        values: all.get(key) ?? new Map(),
      };
      return [key, node];
    }),
  );
  return {
    nodes: [...nodes.values()],
    node(value) {
      const key = isJsonRecord(value) ? keys.get(value) : typeof value === 'string' ? value : undefined;
      return key === undefined ? null : (nodes.get(key) ?? null);
    },
  };
}
