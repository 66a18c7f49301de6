import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { statedCodes } from '#shared/codes/stated-codes.ts';
import type { Choice, SourceState } from '#shared/follow.ts';
import { ServiceError } from '../../../connector/errors.ts';
import type { JobError } from '../../../jobs/queue/job-failure.ts';
import { probe, probeAnew } from '../common/answers.ts';
import { describedEntry, entry, listing, listingPage, matching } from '../common/listing.ts';
import { looksLike } from '../common/looks-like.ts';
import { countDiffers, entryGone, malformed, tooMuchAsked } from '../common/problems.ts';
import { beginningOf } from '../common/received-file.ts';
import { writtenTableOptions } from '../common/written-file.ts';
import type {
  DataSource,
  EntryParameter,
  Fetched,
  FetchWork,
  ListedColumn,
  ListedEntry,
  Listing,
} from '../data-source.ts';
import type { Web } from '../web.ts';
import { labelCsv } from './labelled-csv.ts';
import { type SdmxPlace, type SdmxService, sdmxPlace } from './sdmx-address.ts';
import {
  constraintAddress,
  dataQuery,
  flowsAddress,
  isTooMuch,
  preparationIn,
  structureAccept,
  structureAddress,
  waitUntilPrepared,
} from './sdmx-requests.ts';
import {
  type Component,
  type Dataflow,
  type FlowStructure,
  readConstraint,
  readDataflows,
  readStructure,
} from './structure.ts';

/*
 * Facts: "SDMX RESTful web services" of the SDMX Technical Working Group (https://github.com/sdmx-twg/sdmx-rest; version 1.5
 * for SDMX 2.1, version 2 for SDMX 3.0), "SDMX-CSV Data Message" (https://github.com/sdmx-twg/sdmx-csv), Eurostat's "API -
 * Detailed guidelines" (annotations `OBS_COUNT` and `UPDATE_DATA`; only the newest values are kept; large answers are
 * prepared first), the ECB's "API: Data", and OECD's "API best practices and recommendations" (`contentconstraint`, at most 20
 * queries a minute).
 */
const protocol = 'SDMX';

/** Most bytes of a structure: code lists of regions and products are long. */
const maxStructureBytes = 256 * 2 ** 20;

/** More codes than this are not offered as a list. */
const maxOffered = 5000;

/** Lists of dataflows, which take long and change seldom. */
const recent = new LRUCache<string, readonly Dataflow[]>({ max: 4, ttl: 10 * 60_000 });

async function readText(web: Web, address: URL, service: SdmxService): Promise<string | null> {
  const answer = await web.get(address, { accept: structureAccept(service), maxBytes: maxStructureBytes });
  if (answer.status === 404 || answer.status === 410) return null;
  if (answer.status !== 200) throw malformed(protocol, address);
  return answer.text();
}

async function openFlows(service: SdmxService, web: Web): Promise<readonly Dataflow[]> {
  const known = recent.get(service.base.href);
  if (known !== undefined) return known;
  const address = flowsAddress(service);
  const flows = readDataflows((await readText(web, address, service)) ?? '');
  if (flows === null) throw malformed(protocol, address);
  recent.set(service.base.href, flows);
  return flows;
}

async function openStructure(place: SdmxPlace, web: Web): Promise<FlowStructure> {
  const address = structureAddress(place);
  const id = place.flow?.id ?? '';
  const xml = await readText(web, address, place.service);
  if (xml === null) throw entryGone(id, address);
  const structure = readStructure(xml, id);
  if (structure === null) throw malformed(protocol, address);
  return structure;
}

function idOf({ agency, id }: Dataflow): string {
  return `${agency}:${id}`;
}

function entryOf(flow: Dataflow): ListedEntry {
  const { name, description, observations, updated } = flow;
  const date = updated === null ? Number.NaN : Date.parse(updated.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return entry(idOf(flow), name, {
    description,
    format: 'SDMX-CSV',
    rows: observations,
    modified: Number.isNaN(date) ? null : new Date(date).toISOString(),
  });
}

/** The page or address of the service; a dataflow is found anew from its own. */
function flowAddress({ base, version }: SdmxService, { agency, id }: Dataflow): string {
  const path = version === '3.0' ? 'structure/dataflow' : 'dataflow';
  return new URL(`${path}/${encodeURIComponent(agency)}/${encodeURIComponent(id)}`, base).href;
}

function flowsListing(service: SdmxService, flows: readonly Dataflow[], search: string, more: string | null): Listing {
  const all = flows.map((flow) => ({ ...entryOf(flow), leadsTo: flowAddress(service, flow) }));
  const page = listingPage(matching(all, search), more);
  return listing('sdmx', service.base.host, page.entries, {
    homepage: service.base.href,
    searchable: true,
    more: page.more,
  });
}

function flowListing({ flow }: FlowStructure, { service }: SdmxPlace): Listing {
  return listing('sdmx', flow.name, [entryOf(flow)], {
    description: flow.description,
    publisher: flow.agency,
    homepage: flowAddress(service, flow),
  });
}

function parametersOf({ components }: FlowStructure): EntryParameter[] {
  const dimensions = components.filter(({ kind }) => kind === 'dimension');
  const coded = dimensions.map(({ id, name, codes }) => ({
    name: id,
    title: name ?? id,
    values: codes.size > maxOffered ? [] : [...codes].map(([code, title]) => ({ id: code, title })),
  }));
  const hasTime = components.some(({ kind }) => kind === 'time');
  const times = hasTime ? ['startPeriod', 'endPeriod'] : [];
  return [...coded, ...times.map((name) => ({ name, title: name, values: [] }))];
}

function columnOf(name: string, component: Component | null, isLabel: boolean): ListedColumn {
  const title = component?.name ?? null;
  return {
    name,
    title: title === name ? null : title,
    description: isLabel ? null : (component?.description ?? null),
    unit: null,
  };
}

function expectedColumns({ components }: FlowStructure): ListedColumn[] {
  return components.flatMap((component) => {
    const own = columnOf(component.id, component, false);
    return component.codes.size === 0 ? [own] : [own, columnOf(`${component.id}_label`, component, true)];
  });
}

/** The place of a choice: the address may be of all dataflows, of which the entry names one. */
function placeOf({ address, entry: chosen }: Choice): SdmxPlace {
  const place = sdmxPlace(new URL(address));
  if (place === null) throw malformed(protocol, address);
  const [agency = '', id = ''] = chosen.includes(':') ? chosen.split(':') : ['', chosen];
  if (place.flow !== null && place.flow.id.toUpperCase() === id.toUpperCase()) {
    return { ...place, flow: { ...place.flow, agency: place.flow.agency ?? agency } };
  }
  return {
    ...place,
    key: null,
    start: null,
    end: null,
    flow: { agency: agency === '' ? null : agency, id, version: null },
  };
}

async function stateOf(
  { service }: SdmxPlace,
  { flow }: FlowStructure,
  web: Web,
): Promise<{ readonly state: SourceState | null; readonly observations: number | null }> {
  const { updated, observations } = flow;
  if (updated !== null) return { state: { updated, observations }, observations };
  if (service.version === '3.0') return { state: null, observations };
  const answer = await probeAnew(web, constraintAddress(service, flow), structureAccept(service));
  const constraint = answer === null ? null : readConstraint(answer.text());
  if (constraint === null) return { state: null, observations };
  return {
    state: { validFrom: constraint.validFrom, observations: constraint.observations },
    observations: constraint.observations,
  };
}

/** Names the dimensions with the most codes: those to narrow first. */
function tooMuch({ flow, components }: FlowStructure, address: URL): JobError {
  const dimensions = components.filter(({ kind, codes }) => kind === 'dimension' && codes.size > 1);
  const largest = dimensions.toSorted((one, other) => other.codes.size - one.codes.size).slice(0, 3);
  const choices = largest.map(({ id, name, codes }) => `${name ?? id} (${codes.size})`);
  return tooMuchAsked(flow.name, choices, address);
}

interface SdmxRequest {
  readonly place: SdmxPlace;
  readonly structure: FlowStructure;
  readonly parameters: Choice['parameters'];
}

/** Downloads SDMX-CSV in the first way in which the service sends it. */
async function receive({ place, structure, parameters }: SdmxRequest, folder: string, web: Web, work: FetchWork) {
  const dimensions = structure.components.filter(({ kind }) => kind === 'dimension');
  const { requests, isWhole } = dataQuery(place, structure.flow, dimensions, parameters);
  const target = path.join(folder, 'data.sdmx');
  let last = requests[0]?.address ?? place.service.base;
  for (const { address, accept } of requests) {
    last = address;
    const download = async (at: URL) => {
      const found = await web.download(at, target, {
        headers: { accept },
        report: (bytes, total) => work.report(bytes, total),
      });
      const start = await beginningOf(target);
      const isText = looksLike(start, found.contentType ?? '') === 'text';
      if (!isText && isTooMuch(start.toString('utf8'))) throw tooMuch(structure, address);
      return isText
        ? { found, preparation: null }
        : { found: null, preparation: preparationIn(start.toString('utf8')) };
    };
    try {
      let { found, preparation } = await download(address);
      if (preparation !== null) {
        const { name } = structure.flow;
        const ready = await waitUntilPrepared(
          place.service,
          preparation,
          { entry: name, requested: address },
          web,
          work,
        );
        ({ found, preparation } = await download(ready));
      }
      if (found !== null) return { target, bytes: found.bytes, address, isWhole };
    } catch (error) {
      throw error instanceof ServiceError && error.status === 413 ? tooMuch(structure, address) : error;
    }
    await rm(target);
  }
  throw malformed('SDMX-CSV', last);
}

async function fetchFlow(choice: Choice, folder: string, web: Web, work: FetchWork): Promise<Fetched> {
  const place = placeOf(choice);
  const structure = await openStructure(place, web);
  const { state, observations } = await stateOf(place, structure, web);
  const { target, bytes, address, isWhole } = await receive(
    { place, structure, parameters: choice.parameters },
    folder,
    web,
    work,
  );
  const file = path.join(folder, `${structure.flow.id.replace(/[^\w-]+/g, '-')}.csv`);
  const written = await labelCsv(target, file, structure.components).catch((error: unknown) => {
    // A record that is not complete: the answer was cut off without an error.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw malformed('SDMX-CSV', address);
    throw error;
  });
  if (written === null) throw malformed('SDMX-CSV', address);
  await rm(target);
  // The count may be older than the data, but data never have fewer observations than were counted before.
  if (isWhole && observations !== null && written.rows < observations)
    throw countDiffers(address, observations, written.rows);
  const texts = written.columns.filter(
    ({ component, isLabel }) => isLabel || (component !== null && component.codes.size > 0),
  );
  return {
    files: [file],
    options: writtenTableOptions(texts.map(({ name }) => name)),
    columns: written.columns.map(({ name, component, isLabel }) => columnOf(name, component, isLabel)),
    codes: written.columns.flatMap(({ name, component, isLabel }) =>
      isLabel || component === null || component.codes.size === 0
        ? []
        : [statedCodes(name, component.codes, component.parents)],
    ),
    rows: written.rows,
    state: state ?? {},
    bytes,
  };
}

export const sdmxSource: DataSource = {
  kind: 'sdmx',

  async find(address, web) {
    const place = sdmxPlace(address);
    if (place === null) return null;
    const at = place.flow === null ? flowsAddress(place.service) : structureAddress(place);
    const answer = await probe(web, at, structureAccept(place.service));
    if (answer === null) return null;
    if (place.flow !== null) {
      const structure = readStructure(answer.text(), place.flow.id);
      return structure === null ? null : flowListing(structure, place);
    }
    const flows = readDataflows(answer.text());
    return flows === null ? null : flowsListing(place.service, flows, '', null);
  },

  async list(address, { search, more }, web) {
    const place = sdmxPlace(address);
    if (place === null) throw malformed(protocol, address);
    if (place.flow !== null) return flowListing(await openStructure(place, web), place);
    return flowsListing(place.service, await openFlows(place.service, web), search, more);
  },

  async describe(choice, web) {
    const place = placeOf(choice);
    const structure = await openStructure(place, web);
    return describedEntry(entryOf(structure.flow), flowListing(structure, place), {
      columns: expectedColumns(structure),
      parameters: parametersOf(structure),
    });
  },

  async state(choice, web) {
    const place = placeOf(choice);
    return (await stateOf(place, await openStructure(place, web), web)).state;
  },

  fetch: fetchFlow,
};
