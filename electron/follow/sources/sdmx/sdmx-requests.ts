import { findAll, readXmlTree } from '../../../lib/xml-tree.ts';
import { withParameters } from '../common/address-path.ts';
import { malformed, stillPreparing, unknownParameter } from '../common/problems.ts';
import type { FetchWork } from '../data-source.ts';
import type { Web } from '../web.ts';
import type { SdmxPlace, SdmxService } from './sdmx-address.ts';
import type { Component, Dataflow } from './structure.ts';

/** How services differ from the standard, as their documentation says. */
interface Deviations {
  /** The agency whose dataflows are listed. */
  readonly agency?: string;
  /** Data are asked for by the plain identifier, and everything without a key. */
  readonly plain?: boolean;
  /** Parameters that select SDMX-CSV instead of the `Accept` header. */
  readonly csv?: Readonly<Record<string, string>>;
}

const deviations: Readonly<Record<string, Deviations>> = {
  'esploradati.istat.it': { agency: 'IT1' },
  'ec.europa.eu': { agency: 'ESTAT', plain: true, csv: { format: 'SDMX-CSV' } },
};

function deviationsOf({ base }: SdmxService): Deviations {
  return deviations[base.hostname] ?? {};
}

/** Media types of structures in XML. */
export function structureAccept({ version }: SdmxService): string {
  return version === '3.0'
    ? 'application/vnd.sdmx.structure+xml;version=3.0.0, application/vnd.sdmx.structure+xml;q=0.9, application/xml;q=0.5'
    : 'application/vnd.sdmx.structure+xml;version=2.1, application/vnd.sdmx.structure+xml;q=0.9, application/xml;q=0.5';
}

/** Address of all dataflows of a service, without their details. */
export function flowsAddress(service: SdmxService): URL {
  const { agency } = deviationsOf(service);
  const path =
    service.version === '3.0' ? `structure/dataflow/${agency ?? '*'}/*/~` : `dataflow/${agency ?? 'all'}/all/latest`;
  return withParameters(new URL(path, service.base), { detail: 'allstubs' });
}

/** Address of one dataflow with everything that describes it. */
export function structureAddress({ service, flow }: SdmxPlace): URL {
  const agency = flow?.agency ?? deviationsOf(service).agency ?? (service.version === '3.0' ? '*' : 'all');
  const [latest, folder] = service.version === '3.0' ? ['~', 'structure/dataflow'] : ['latest', 'dataflow'];
  const path = [agency, flow?.id ?? '', flow?.version ?? latest].map(encodeURIComponent).join('/');
  return withParameters(new URL(`${folder}/${path}`, service.base), { references: 'descendants' });
}

/** Address of the actual content of a dataflow as a constraint, which services on the .Stat Suite publish. */
export function constraintAddress({ base }: SdmxService, { agency, id }: Dataflow): URL {
  return new URL(`contentconstraint/${encodeURIComponent(agency)}/${encodeURIComponent(`CR_A_${id}`)}`, base);
}

/** Codes that a parameter selects; separated by `+` or `,`. */
function codesIn(value: string): string[] {
  return value
    .split(/[+,]/)
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

/**
 * The key of the chosen codes, in the order of the dimensions; null for everything.
 * @throws {JobError} for a dimension or code that the dataflow does not have
 */
function keyOf(
  { service, key }: SdmxPlace,
  dimensions: readonly Component[],
  parameters: Readonly<Record<string, string>>,
): string | null {
  const chosen = Object.entries(parameters).filter(
    ([name, value]) => !/^(?:startPeriod|endPeriod)$/.test(name) && value.trim() !== '',
  );
  if (chosen.length === 0) return key;
  const isNew = service.version === '3.0';
  for (const [name, value] of chosen) {
    const dimension = dimensions.find(({ id }) => id.toUpperCase() === name.toUpperCase());
    if (dimension === undefined) throw unknownParameter(name, value, service.base);
    const wrong = codesIn(value).find((code) => dimension.codes.size > 0 && !dimension.codes.has(code));
    if (wrong !== undefined) throw unknownParameter(name, wrong, service.base);
  }
  return dimensions
    .map(({ id }) => {
      const [, value = ''] = chosen.find(([name]) => name.toUpperCase() === id.toUpperCase()) ?? [];
      const codes = codesIn(value);
      return codes.length === 0 ? (isNew ? '*' : '') : codes.join(isNew ? ',' : '+');
    })
    .join('.');
}

function keySegment(key: string | null, everything: string): string {
  return key === null ? everything : key.replace(/[^\w.+,*@$:~-]/g, encodeURIComponent);
}

/** A way to ask for SDMX-CSV. */
export interface DataRequest {
  readonly address: URL;
  readonly accept: string;
}

export interface DataQuery {
  /** The requests in the order in which to try them: services differ in how they are asked for SDMX-CSV. */
  readonly requests: readonly DataRequest[];
  /** Everything is asked for, so that the service's own count of observations applies. */
  readonly isWhole: boolean;
}

/** @throws {JobError} for a parameter that the dataflow does not have */
export function dataQuery(
  place: SdmxPlace,
  flow: Dataflow,
  dimensions: readonly Component[],
  parameters: Readonly<Record<string, string>>,
): DataQuery {
  const { service } = place;
  const { plain = false, csv } = deviationsOf(service);
  const key = keyOf(place, dimensions, parameters);
  const start = parameters.startPeriod?.trim() || place.start;
  const end = parameters.endPeriod?.trim() || place.end;
  const version = place.flow?.version ?? flow.version;
  const isNew = service.version === '3.0';
  const path = isNew
    ? `data/dataflow/${encodeURIComponent(flow.agency)}/${encodeURIComponent(flow.id)}/${encodeURIComponent(version)}/${keySegment(key, '*')}`
    : plain
      ? `data/${encodeURIComponent(flow.id)}${key === null ? '' : `/${keySegment(key, '')}`}`
      : `data/${[flow.agency, flow.id, version].map(encodeURIComponent).join(',')}/${keySegment(key, 'all')}`;
  const times = isNew
    ? {
        'c[TIME_PERIOD]':
          [start === null ? null : `ge:${start}`, end === null ? null : `le:${end}`]
            .filter((one) => one !== null)
            .join('+') || null,
      }
    : { startPeriod: start, endPeriod: end };
  const all = withParameters(new URL(path, service.base), times);
  const accept = isNew ? 'application/vnd.sdmx.data+csv;version=2.0.0' : 'application/vnd.sdmx.data+csv;version=1.0.0';
  const variants = csv === undefined ? [{}, { format: 'csvdata' }, { format: 'csv' }] : [csv];
  return {
    requests: variants.map((variant) => ({
      address: withParameters(all, variant),
      accept: `${accept}, application/vnd.sdmx.data+csv;q=0.9, text/csv;q=0.8`,
    })),
    isWhole: key === null && start === null && end === null,
  };
}

/*
 * Facts: Eurostat's "API - Detailed guidelines - Asynchronous API": a large extraction is answered with `queued`, an `id` and
 * its `status`; `1.0/async/status/ID` says `SUBMITTED`, `PROCESSING`, `AVAILABLE`, `EXPIRED` or `UNKNOWN_REQUEST`, and
 * `1.0/async/data/ID` has the data once they are available. Extractions of more than 5,000,000 cells fail with 413,
 * `EXTRACTION_TOO_BIG`.
 */

/** The first pause between two questions, which doubles up to the longest one. */
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/** What is not ready after this time is fetched by the next check: the service keeps what it has prepared. */
const maxWaitMs = 15 * 60_000;

/** What a service says instead of sending data. */
interface Preparation {
  readonly id: string;
  readonly status: string;
}

/** @param start of an answer @returns null if it is no such message */
export function preparationIn(start: string): Preparation | null {
  if (!/SUBMITTED|PROCESSING|AVAILABLE|EXPIRED|UNKNOWN_REQUEST/.test(start)) return null;
  const xml = readXmlTree(start);
  if (xml === null) return null;
  const [id, status] = ['id', 'status'].map((name) => findAll(xml, name)[0]?.text.trim() ?? '');
  return id === undefined || id === '' || status === undefined ? null : { id, status };
}

/** Whether an answer says that too much was asked for. */
export function isTooMuch(start: string): boolean {
  return /<(?:\w+:)?faultcode>\s*413\s*</.test(start) || start.includes('EXTRACTION_TOO_BIG');
}

/** Where prepared answers are, beside the interface that they were asked of; null if the service documents no such place. */
function asyncAddress({ base }: SdmxService, what: 'status' | 'data', id: string): URL | null {
  const root = /^(.*\/)sdmx\/(?:2\.1|3\.0)\/$/.exec(base.pathname)?.[1];
  return root === undefined ? null : new URL(`${root}1.0/async/${what}/${encodeURIComponent(id)}`, base);
}

/**
 * Waits until a service has prepared its answer, asking less and less often.
 * `entry` is what a person calls the data, `requested` the address of the request.
 * @returns the address of the data
 * @throws {JobError} if they are not ready after a quarter of an hour, or were given up
 */
export async function waitUntilPrepared(
  service: SdmxService,
  { id }: Preparation,
  { entry, requested }: { readonly entry: string; readonly requested: URL },
  web: Web,
  { sleep }: FetchWork,
): Promise<URL> {
  const at = asyncAddress(service, 'status', id);
  const data = asyncAddress(service, 'data', id);
  if (at === null || data === null) throw stillPreparing(entry, requested);
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; waitedMs + pauseMs <= maxWaitMs; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await sleep(pauseMs);
    waitedMs += pauseMs;
    const answer = await web.get(at, { accept: 'application/xml' });
    const status = answer.status === 200 ? preparationIn(answer.text())?.status : undefined;
    // The format is asked for as it was at first.
    if (status === 'AVAILABLE') return withParameters(data, { format: requested.searchParams.get('format') });
    if (status === undefined) throw malformed('SDMX', at);
    if (status !== 'SUBMITTED' && status !== 'PROCESSING') break;
  }
  throw stillPreparing(entry, requested);
}
