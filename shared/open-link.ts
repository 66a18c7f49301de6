import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Chart } from './chart.ts';
import { ExplainedError } from './english/explained-error.ts';
import { explain } from './failures.ts';
import type { Immutable } from './immutable.ts';

/** Start of the application's own addresses: `almanac://open?…`. */
export const linkStart = 'almanac://open';

/**
 * The content of a link to Almanac. Its author is unknown: a link opens what it names but never changes anything, and a
 * service that the user has not connected to is only proposed.
 */
export const OpenLink = Type.Object({
  /** Address of the service; null for the local one. */
  service: Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]),
  /** Slug of a namespace; null if the link names only the service. */
  namespace: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]),
  /** Slug of a dataset; null if the link names only the service or a namespace. */
  dataset: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]),
  /** The row query as URL parameters: `rowQueryToParameters`, to be checked against the dataset's columns. */
  view: Type.Array(Type.Tuple([Type.String(), Type.String()]), { maxItems: 200 }),
  /** A chart to show instead of the rows. */
  chart: Type.Optional(Chart),
});
export type OpenLink = Immutable<Static<typeof OpenLink>>;

/** Longer links are refused without being parsed. */
export const maxLinkLength = 16_000;

const pair = ([name, value]: readonly [string, string]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Formats a link; the inverse of {@link parseOpenLink}. */
export function formatOpenLink({ service, namespace, dataset, view, chart }: OpenLink): string {
  const parts: [string, string][] = [];
  if (service !== null) parts.push(['service', service]);
  if (namespace !== null) parts.push(['namespace', namespace]);
  if (dataset !== null) parts.push(['dataset', dataset]);
  if (view.length > 0) parts.push(['view', view.map(pair).join('&')]);
  if (chart !== undefined) parts.push(['chart', JSON.stringify(chart)]);
  return parts.length === 0 ? linkStart : `${linkStart}?${parts.map(pair).join('&')}`;
}

/** Parses a link. @throws {ExplainedError} */
export function parseOpenLink(text: string): OpenLink {
  if (text.length > maxLinkLength) throw new ExplainedError(explain('link-too-long'));
  const found = /^almanac:\/\/open\/?(?:\?([^#]*))?$/i.exec(text);
  if (found === null) throw new ExplainedError(explain('link-unknown'));
  const parts = new Map(pairs(found[1] ?? ''));
  const service = parts.get('service') || null;
  const namespace = slug(parts.get('namespace'), 'namespace');
  const dataset = slug(parts.get('dataset'), 'dataset');
  if (service !== null && !/^https?:\/\/[^\s/@]+(\/\S*)?$/i.test(service)) {
    throw new ExplainedError(explain('link-service'));
  }
  if (dataset !== null && namespace === null) throw new ExplainedError(explain('link-without-namespace'));
  const view = pairs(parts.get('view') ?? '');
  if (view.length > 200) throw new ExplainedError(explain('link-conditions'));
  const chart = parts.get('chart');
  return { service, namespace, dataset, view, ...(chart === undefined ? {} : { chart: chartIn(chart) }) };
}

/** @throws {ExplainedError} */
function chartIn(text: string): Chart {
  try {
    const chart: unknown = JSON.parse(text);
    if (Value.Check(Chart, chart)) return chart;
  } catch {
    // Refused below, like any other text.
  }
  throw new ExplainedError(explain('link-chart'));
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
