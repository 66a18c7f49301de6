import { type Static, type TSchema, Type } from 'typebox';
import { Chart } from './chart.ts';
import { ExplainedError } from './english/explained-error.ts';
import { explain } from './failures.ts';
import type { Immutable } from './immutable.ts';
import { parseAs } from './parse-as.ts';
import { oneOf, orNull } from './schema-parts.ts';
import { Summary } from './summary.ts';

/** Start of the application's own addresses: `almanac://open?…`. */
export const linkStart = 'almanac://open';

/** Path of the window at a service that serves it to browsers; its addresses have the same parameters. */
export const webLinkPath = 'app/';

/** The views of a dataset, in the order of their tabs and keys. The last one is missing where nothing can be mapped. */
export const linkedViews = ['rows', 'columns', 'charts', 'summary', 'versions', 'about', 'map'] as const;

const slugs = Type.String({ maxLength: 200 });
const degrees = Type.Number({ minimum: -540, maximum: 540 });

/** What a link shows besides rows; each part is missing where it is as in a new tab. */
export const LinkedParts = Type.Partial(
  Type.Object({
    tab: oneOf(...linkedViews),
    /** The charts over the rows, if there are any but `chart`. */
    charts: Type.Array(Chart, { maxItems: 50 }),
    summary: Summary,
    /** Centre (longitude, latitude) and zoom of the map. */
    map: Type.Object({ center: Type.Tuple([degrees, degrees]), zoom: Type.Number({ minimum: -2, maximum: 30 }) }),
    /** The versions that are compared, by their slugs. */
    compared: Type.Object({ before: slugs, after: slugs }),
  }),
);
export type LinkedParts = Immutable<Static<typeof LinkedParts>>;

/**
 * The content of a link to Almanac. Its author is unknown: a link opens what it names but never changes anything, and a
 * service that the user has not connected to is only proposed.
 */
export const OpenLink = Type.Object({
  /** Address of the service; null for the local one. */
  service: orNull(Type.String({ maxLength: 2000 })),
  /** Slug of a namespace; null if the link names only the service. */
  namespace: orNull(Type.String({ minLength: 1, maxLength: 200 })),
  /** Slug of a dataset; null if the link names only the service or a namespace. */
  dataset: orNull(Type.String({ minLength: 1, maxLength: 200 })),
  /** The row query as URL parameters: `rowQueryToParameters`, to be checked against the dataset's columns. */
  view: Type.Array(Type.Tuple([Type.String(), Type.String()]), { maxItems: 200 }),
  /** A chart to show instead of the rows. */
  chart: Type.Optional(Chart),
  parts: Type.Optional(LinkedParts),
});
export type OpenLink = Immutable<Static<typeof OpenLink>>;

/** Longer links are refused without being parsed. */
export const maxLinkLength = 16_000;

const pair = ([name, value]: readonly [string, string]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Formats a link; the inverse of {@link parseOpenLink}. */
export function formatOpenLink(link: OpenLink): string {
  const { service } = link;
  const parameters = [...(service === null ? [] : [pair(['service', service])]), linkParameters(link)];
  const query = parameters.filter((each) => each !== '').join('&');
  return query === '' ? linkStart : `${linkStart}?${query}`;
}

/** Formats a link that opens in any browser. @param service address of a service that serves the window */
export function formatWebLink(service: string, link: OpenLink): string {
  const query = linkParameters(link);
  return `${service}${webLinkPath}${query === '' ? '' : `?${query}`}`;
}

/** What a link opens at its service, as the query of an address; {@link readLinkParameters} reads it. */
export function linkParameters({ namespace, dataset, view, chart, parts = {} }: Omit<OpenLink, 'service'>): string {
  const pairs: [string, string][] = [];
  if (namespace !== null) pairs.push(['namespace', namespace]);
  if (dataset !== null) pairs.push(['dataset', dataset]);
  if (view.length > 0) pairs.push(['view', view.map(pair).join('&')]);
  if (chart !== undefined) pairs.push(['chart', JSON.stringify(chart)]);
  if (Object.keys(parts).length > 0) pairs.push(['show', JSON.stringify(parts)]);
  return pairs.map(pair).join('&');
}

/** Address of the window at a service, and what it shows there. */
const webLink = /^(https?:\/\/[^\s/@?#]+\/(?:[^\s?#]*\/)?)app\/(?:\?([^#]*))?$/i;

/** Whether a text is meant as a link, which may still be damaged. */
export function isOpenLink(text: string): boolean {
  return /^almanac:/i.test(text) || (text.length <= maxLinkLength && webLink.test(text));
}

/** Parses a link. @throws {ExplainedError} */
export function parseOpenLink(text: string): OpenLink {
  if (text.length > maxLinkLength) throw new ExplainedError(explain('link-too-long'));
  const web = webLink.exec(text);
  if (web !== null) return { ...readLinkParameters(web[2] ?? ''), service: web[1] ?? null };
  const found = /^almanac:\/\/open\/?(?:\?([^#]*))?$/i.exec(text);
  if (found === null) throw new ExplainedError(explain('link-unknown'));
  const service = new Map(pairs(found[1] ?? '')).get('service') || null;
  if (service !== null && !/^https?:\/\/[^\s/@]+(\/\S*)?$/i.test(service)) {
    throw new ExplainedError(explain('link-service'));
  }
  return { ...readLinkParameters(found[1] ?? ''), service };
}

/** Reads what {@link linkParameters} made. @throws {ExplainedError} */
export function readLinkParameters(query: string): Omit<OpenLink, 'service'> {
  const parts = new Map(pairs(query));
  const namespace = slug(parts.get('namespace'), 'namespace');
  const dataset = slug(parts.get('dataset'), 'dataset');
  if (dataset !== null && namespace === null) throw new ExplainedError(explain('link-without-namespace'));
  const view = pairs(parts.get('view') ?? '');
  if (view.length > 200) throw new ExplainedError(explain('link-conditions'));
  const chart = parts.get('chart');
  const shown = parts.get('show');
  return {
    namespace,
    dataset,
    view,
    ...(chart !== undefined && { chart: partIn(Chart, chart) }),
    ...(shown !== undefined && { parts: partIn(LinkedParts, shown) }),
  };
}

/** @throws {ExplainedError} */
function partIn<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  const part = parseAs(schema, text);
  if (part === null) throw new ExplainedError(explain('link-chart'));
  return part;
}

function pairs(text: string): [string, string][] {
  if (text === '') return [];
  return text.split('&').map((part) => {
    const [name = '', ...value] = part.split('=');
    return [decoded(name), decoded(value.join('='))];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ExplainedError(explain('link-damaged'));
  }
}

/** Slugs of services consist of letters, digits, `-`, `_` and `.`; anything else would belong to another address. */
function slug(text: string | undefined, what: 'namespace' | 'dataset'): string | null {
  if (!text) return null;
  if (!/^[\p{L}\p{N}_.-]{1,200}$/u.test(text) || /^\.+$/.test(text)) {
    throw new ExplainedError(explain(`link-${what}`));
  }
  return text;
}
