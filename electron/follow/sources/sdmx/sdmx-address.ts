import { above, addressPath, parameterOf } from '../common/address-path.ts';

export interface SdmxService {
  /** Address of the interface, with a slash at its end. */
  readonly base: URL;
  /** Version of the standard; 3.0 has version 2 of the REST interface. */
  readonly version: '2.1' | '3.0';
}

export interface SdmxPlace {
  readonly service: SdmxService;
  /** The dataflow that is named; null for all of them. */
  readonly flow: { readonly agency: string | null; readonly id: string; readonly version: string | null } | null;
  /** The dimensions that the address selects; null for all. */
  readonly key: string | null;
  readonly start: string | null;
  readonly end: string | null;
}

/** Pages for people, and the service behind them. */
const eurostat = 'https://ec.europa.eu/eurostat/api/dissemination/sdmx/2.1/';
const oecd = 'https://sdmx.oecd.org/public/rest/';
const ecb = 'https://data-api.ecb.europa.eu/service/';
const istat = 'https://esploradati.istat.it/SDMXWS/rest/';

function place(
  base: string | URL,
  version: SdmxService['version'],
  flow: SdmxPlace['flow'],
  known: Partial<SdmxPlace> = {},
): SdmxPlace {
  return { service: { base: new URL(base), version }, flow, key: null, start: null, end: null, ...known };
}

function pageOf(address: URL): SdmxPlace | null {
  const { parts, lower } = addressPath(address);
  const after = (name: string) => parts[lower.indexOf(name) + 1];
  const isUnder = (name: string) => lower.includes(name) && after(name) !== undefined;
  switch (address.hostname.replace(/^www\./, '')) {
    case 'ec.europa.eu': {
      if (lower[0] !== 'eurostat' || lower.includes('sdmx')) return null;
      const last = parts.findLast((part) => /^[a-z][a-z0-9]*_[a-z0-9_]+$/i.test(part)) ?? null;
      const named = isUnder('view')
        ? after('view')
        : isUnder('page')
          ? after('page')
          : isUnder('data')
            ? after('data')
            : isUnder('-')
              ? after('-')
              : last;
      // A person's own view of a table has an identifier behind the table's.
      const table = named?.replace(/__custom_\d+$/i, '').toUpperCase() ?? '';
      return /^[A-Z0-9_$]+$/.test(table) ? place(eurostat, '2.1', { agency: 'ESTAT', id: table, version: null }) : null;
    }
    case 'data-explorer.oecd.org': {
      const id = parameterOf(address, 'df[id]');
      return place(
        oecd,
        '2.1',
        id === null ? null : { agency: parameterOf(address, 'df[ag]'), id, version: parameterOf(address, 'df[vs]') },
      );
    }
    case 'data.ecb.europa.eu': {
      if (!isUnder('datasets')) return lower.includes('datasets') ? place(ecb, '2.1', null) : null;
      const flow = { agency: 'ECB', id: (after('datasets') ?? '').toUpperCase(), version: null };
      const series = parts[lower.indexOf('datasets') + 2]?.toUpperCase();
      return place(
        ecb,
        '2.1',
        flow,
        series?.startsWith(`${flow.id}.`) === true ? { key: series.slice(flow.id.length + 1) } : {},
      );
    }
    case 'esploradati.istat.it':
      return lower[0] === 'databrowser' ? place(istat, '2.1', null) : null;
    default:
      return null;
  }
}

const resources = [
  'data',
  'dataflow',
  'datastructure',
  'structure',
  'availableconstraint',
  'availability',
  'codelist',
  'contentconstraint',
  'conceptscheme',
  'categoryscheme',
];
const roots = /^(?:rest|sdmx|sdmxapi|service|ws|v1|v2|2\.1|3\.0|public)$/;

function known(text: string | undefined): string | null {
  return text === undefined || ['all', '*', '~', '+', 'latest', ''].includes(text.toLowerCase()) ? null : text;
}

/**
 * "SDMX RESTful web services": 2.1 has `data/AGENCY,FLOW,VERSION/KEY` and `dataflow/AGENCY/ID/VERSION`, 3.0 has
 * `data/dataflow/AGENCY/ID/VERSION/KEY` and `structure/dataflow/AGENCY/ID/VERSION`; the names of the folders before them differ.
 */
export function sdmxPlace(address: URL): SdmxPlace | null {
  const page = pageOf(address);
  if (page !== null) return page;
  const path = addressPath(address);
  const { parts, lower } = path;
  const resource = lower.findIndex((part, at) => at > 0 && resources.includes(part) && roots.test(lower[at - 1] ?? ''));
  if (resource < 0) {
    const last = lower.at(-1) ?? '';
    const isRoot = /^(?:rest|sdmx|sdmxapi|2\.1|3\.0)$/.test(last) && lower.some((part) => part.includes('sdmx'));
    const isOfHost = last === 'rest' && /sdmx/.test(address.hostname);
    if (!isRoot && !isOfHost) return null;
    return place(above(address, path, parts.length), last === '3.0' ? '3.0' : '2.1', null);
  }
  const base = above(address, path, resource);
  const [kind, first, second, third, fourth, fifth] = [lower[resource], ...parts.slice(resource + 1)];
  const isNew =
    (kind === 'data' || kind === 'structure' || kind === 'availability') &&
    ['dataflow', 'datastructure', '*'].includes(first?.toLowerCase() ?? '');
  const folder = lower[resource - 1] ?? '';
  const version = isNew || folder === '3.0' ? '3.0' : '2.1';
  const times = { start: parameterOf(address, 'startPeriod'), end: parameterOf(address, 'endPeriod') };
  if (isNew) {
    const id = known(third);
    const flow = id === null ? null : { agency: known(second), id, version: known(fourth) };
    return place(base, '3.0', flow, { key: kind === 'structure' ? null : known(fifth), ...times });
  }
  if (kind === 'data' || kind === 'availableconstraint') {
    const [agency, id, flowVersion] = (first ?? '').includes(',') ? (first ?? '').split(',') : [undefined, first];
    const flow = known(id) === null ? null : { agency: known(agency), id: id ?? '', version: known(flowVersion) };
    const key = known(second);
    return place(base, version, flow, { key: key !== null && /^\.*$/.test(key) ? null : key, ...times });
  }
  if (kind === 'dataflow') {
    const id = known(second);
    return place(base, version, id === null ? null : { agency: known(first), id, version: known(third) });
  }
  return place(base, version, null);
}
