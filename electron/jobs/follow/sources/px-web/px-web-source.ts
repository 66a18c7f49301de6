import type { Choice } from '#shared/follow.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import { probeJson, readJson } from '../common/answers.ts';
import { described, entriesPerPage, entry, listing } from '../common/listing.ts';
import {
  changedMeanwhile,
  countDiffers,
  entryGone,
  malformed,
  tooMuchAsked,
  unknownParameter,
} from '../common/problems.ts';
import { countOf, isRecord, momentOf, recordOf, recordsOf, textOf } from '../common/values.ts';
import { WrittenTable, writtenTableOptions } from '../common/written-file.ts';
import type { DataSource, Entry, EntryParameter, Listing, SourceColumn, SourceState } from '../data-source.ts';
import type { Web } from '../web.ts';
import {
  configAddress,
  dataAddress,
  metadataAddress,
  type PxWebPlace,
  placeOf,
  tableAddress,
  tablesAddress,
} from './px-web-address.ts';
import { type Block, blocksOf, cellCount, type PxWebTable, type PxWebVariable, tableOf } from './px-web-table.ts';

/*
 * Facts: "PxWebApi 2.0" (https://github.com/PxTools/PxApiSpecs; the program: https://github.com/PxTools/PxWebApi).
 * `tables` lists and searches, `tables/ID` says when a table changed, `tables/ID/metadata` describes it and
 * `tables/ID/data?valueCodes[VARIABLE]=CODE,…|*` has its cells, both as JSON-stat 2.0 (https://json-stat.org/full/).
 * `config` says how many cells an answer may have, and how many requests are allowed in which time (429 beyond that).
 */
const protocol = 'PxWebApi 2';

/** If a service does not say how many cells it sends at once; and most of those that are asked for. */
const usualMaxCells = 100_000;
const mostCells = 500_000;
const maxBlocks = 2_000;
/** Codes of a variable that are offered for a choice. */
const maxOffered = 2_000;
const maxAnswerBytes = 512 * 2 ** 20;

interface Limits {
  readonly cells: number;
  /** Between two requests, if many are needed. */
  readonly pauseMs: number;
  readonly requests: number;
  readonly licence: string | null;
}

async function limitsOf(place: PxWebPlace, web: Web, signal: AbortSignal): Promise<Limits> {
  const config = recordOf(await readJson(web, configAddress(place), protocol, signal));
  const requests = countOf(config.maxCallsPerTimeWindow) || 30;
  const seconds = countOf(config.timeWindow) ?? 10;
  const cells = countOf(config.maxDataCells) || usualMaxCells;
  return {
    cells: Math.min(cells, mostCells),
    pauseMs: (seconds * 1000) / requests,
    requests,
    licence: textOf(config.license),
  };
}

async function readTable(place: PxWebPlace, id: string, web: Web, signal: AbortSignal): Promise<PxWebTable> {
  const at = metadataAddress(place, id);
  const json = await readJson(web, at, protocol, signal);
  if (json === null) throw entryGone(id, at);
  const table = tableOf(json);
  if (table === null) throw malformed(protocol, at);
  return table;
}

function chosenPlace({ address }: Pick<Choice, 'address'>): PxWebPlace {
  const place = placeOf(new URL(address));
  if (place === null) throw malformed(protocol, address);
  return place;
}

function entryOf(id: string, table: PxWebTable): Entry {
  return entry(id, table.title === '' ? id : table.title, {
    description: table.notes.length === 0 ? null : table.notes.join('\n\n'),
    format: 'JSON-stat',
    rows: cellCount(table.variables.map(({ codes }) => codes.length)),
    modified: momentOf(table.updated),
  });
}

function tableListing(id: string, table: PxWebTable, licence: string | null): Listing {
  const one = entryOf(id, table);
  return listing('px-web', one.title, [one], {
    licence,
    publisher: table.source,
    contact: table.contact,
  });
}

function periodsOf({ firstPeriod, lastPeriod }: Readonly<Record<string, unknown>>): string | null {
  const periods = new Set([textOf(firstPeriod), textOf(lastPeriod)].filter((period) => period !== null));
  return periods.size === 0 ? null : [...periods].join('–');
}

/** One page of the tables of a service; null if it is none. */
function tablesListing(place: PxWebPlace, json: unknown): Listing | null {
  if (!isRecord(json) || !Array.isArray(json.tables)) return null;
  const entries = recordsOf(json.tables).flatMap((table) => {
    const id = textOf(table.id);
    if (id === null) return [];
    return entry(id, textOf(table.label) ?? id, {
      description: [textOf(table.description), id, periodsOf(table)].filter((text) => text !== null).join(' · '),
      modified: momentOf(table.updated),
      leadsTo: tableAddress(place, id).href,
    });
  });
  const page = recordOf(json.page);
  const [number, pages] = [countOf(page.pageNumber) ?? 1, countOf(page.totalPages) ?? 1];
  const more = entries.length > 0 && number < pages ? String(number + 1) : null;
  return listing('px-web', place.base.host, entries, { searchable: true, more });
}

interface Layout {
  readonly columns: readonly SourceColumn[];
  /** Columns that are text, whatever their values look like: all but values and periods. */
  readonly texts: readonly string[];
}

const hasUnits = ({ units }: PxWebVariable) => new Set(units.values()).size > 1;

/** A column of codes for each variable, one of labels and of units where there are any, the value, and its symbol. */
function layoutOf({ variables }: PxWebTable): Layout {
  const taken = new Set(variables.map(({ id }) => id));
  const own = (wanted: string, unit: string | null = null): SourceColumn => {
    const name = unusedName(wanted, taken);
    taken.add(name);
    return { name, title: null, description: null, unit };
  };
  const texts: string[] = [];
  const columns = variables.flatMap((variable) => {
    const { id, title, labels, isTime } = variable;
    const code = { name: id, title: title === id ? null : title, description: null, unit: null };
    const others = [...(labels.size > 0 ? [own(`${id}_label`)] : []), ...(hasUnits(variable) ? [own('unit')] : [])];
    texts.push(...[...(isTime ? [] : [code]), ...others].map(({ name }) => name));
    return [code, ...others];
  });
  const units = [...new Set(variables.flatMap((variable) => [...variable.units.values()]))];
  const value = own('value', units.length === 1 ? (units[0] ?? null) : null);
  const status = own('status');
  return { columns: [...columns, value, status], texts: [...texts, status.name] };
}

/** The chosen codes of each variable: all of them unless some are named, separated by plus signs or commas. */
function selectionOf({ variables }: PxWebTable, { parameters, address }: Choice): Block {
  for (const [name, value] of Object.entries(parameters))
    if (!variables.some(({ id }) => id === name)) throw unknownParameter(name, value, address);
  return variables.map(({ id, codes }) => {
    const value = parameters[id] ?? '';
    // Some codes are sums: `1+2`.
    const named = codes.includes(value) ? [value] : value.split(/[+,]/).filter((code) => code !== '');
    const wrong = named.find((code) => !codes.includes(code));
    if (wrong !== undefined) throw unknownParameter(id, wrong, address);
    return named.length === 0 ? codes : codes.filter((code) => named.includes(code));
  });
}

/** The rows of a block's answer. @throws {JobError} if it has other cells than were asked for */
function* rowsOf(json: Readonly<Record<string, unknown>>, table: PxWebTable, block: Block, at: URL) {
  const part = tableOf(json);
  if (part === null) throw malformed('JSON-stat', at);
  const expected = cellCount(block.map(({ length }) => length));
  // The answer may have them in another order.
  const variables = table.variables.map((variable, place) => {
    const found = part.variables.findIndex(({ id }) => id === variable.id);
    const codes = part.variables[found]?.codes ?? [];
    const wanted = new Set(block[place]);
    if (codes.length !== wanted.size || codes.some((code) => !wanted.has(code))) throw malformed(protocol, at);
    const stride = cellCount(part.variables.slice(found + 1).map((one) => one.codes.length));
    return { ...variable, codes, stride, showsUnits: hasUnits(variable) };
  });
  if (part.variables.length !== variables.length) throw malformed(protocol, at);
  const { value, status } = json;
  if (Array.isArray(value) && value.length !== expected) throw countDiffers(at, expected, value.length);
  if (!Array.isArray(value) && !isRecord(value)) throw malformed('JSON-stat', at);
  const values = value as Readonly<Record<number, unknown>>;
  const states = recordOf(Array.isArray(status) ? { ...status } : status);
  for (let cell = 0; cell < expected; cell += 1) {
    const row: unknown[] = [];
    for (const { codes, stride, labels, units, showsUnits } of variables) {
      const code = codes[Math.floor(cell / stride) % codes.length] ?? '';
      row.push(code);
      if (labels.size > 0) row.push(labels.get(code) ?? code);
      if (showsUnits) row.push(units.get(code) ?? null);
    }
    row.push(values[cell] ?? null, states[cell] ?? null);
    yield row;
  }
}

/** Rows that are written at once. */
const batchRows = 10_000;

function* batches<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    if (batch.push(row) < batchRows) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** When a table changed; null where the service does not say. */
async function changeOf(place: PxWebPlace, id: string, web: Web, signal: AbortSignal): Promise<SourceState | null> {
  const at = tableAddress(place, id);
  const json = await readJson(web, at, protocol, signal);
  if (json === null) throw entryGone(id, at);
  const updated = textOf(recordOf(json).updated);
  return updated === null ? null : { updated };
}

export const pxWebSource: DataSource = {
  kind: 'px-web',

  async find(address, web, signal) {
    const place = placeOf(address);
    if (place === null) return null;
    if (place.table === null) {
      return tablesListing(place, await probeJson(web, tablesAddress(place, '', 1, entriesPerPage), signal));
    }
    const table = tableOf(await probeJson(web, metadataAddress(place, place.table), signal));
    if (table === null) return null;
    return tableListing(place.table, table, (await limitsOf(place, web, signal)).licence);
  },

  async list(address, { search, more }, web, signal) {
    const place = chosenPlace({ address: address.href });
    if (place.table !== null) {
      const { licence } = await limitsOf(place, web, signal);
      return tableListing(place.table, await readTable(place, place.table, web, signal), licence);
    }
    const at = tablesAddress(place, search, countOf(more) ?? 1, entriesPerPage);
    const found = tablesListing(place, await readJson(web, at, protocol, signal));
    if (found === null) throw malformed(protocol, at);
    return found;
  },

  async describe(choice, web, signal) {
    const place = chosenPlace(choice);
    const table = await readTable(place, choice.entry, web, signal);
    const { licence } = await limitsOf(place, web, signal);
    const parameters = table.variables.map(({ id, title, codes, labels }): EntryParameter => {
      const offered = codes.length > maxOffered ? [] : codes;
      return { name: id, title, values: offered.map((code) => ({ id: code, title: labels.get(code) ?? code })) };
    });
    return described(entryOf(choice.entry, table), tableListing(choice.entry, table, licence), {
      columns: layoutOf(table).columns,
      parameters,
    });
  },

  state(choice, web, signal) {
    return changeOf(chosenPlace(choice), choice.entry, web, signal);
  },

  async fetch(choice, folder, web, work) {
    const place = chosenPlace(choice);
    const { entry: id, address } = choice;
    const state = (await changeOf(place, id, web, work.signal)) ?? {};
    const table = await readTable(place, id, web, work.signal);
    const limits = await limitsOf(place, web, work.signal);
    const selected = selectionOf(table, choice);
    const blocks = blocksOf(selected, limits.cells, maxBlocks);
    if (blocks === null) {
      const titles = table.variables.map(({ title }) => title);
      throw tooMuchAsked(id, titles, address);
    }
    const total = cellCount(selected.map(({ length }) => length));
    const { columns, texts } = layoutOf(table);
    let bytes = 0;
    const names = columns.map(({ name }) => name);
    const written = await WrittenTable.create(folder, 'table.csv', names, async (file) => {
      for (const [number, block] of blocks.entries()) {
        if (number > 0 && blocks.length > limits.requests) await work.sleep(limits.pauseMs);
        const at = dataAddress(place, id, table, block);
        const answer = await web.get(at, { accept: 'application/json', signal: work.signal, maxBytes: maxAnswerBytes });
        if (answer.status === 404 || answer.status === 410) throw entryGone(id, at);
        const json = answer.status === 200 ? answer.exactJson() : null;
        if (!isRecord(json)) throw malformed(protocol, at);
        for (const rows of batches(rowsOf(json, table, block, at))) await file.add(rows);
        bytes += answer.bytes.length;
        work.report(bytes, file.rows === 0 ? null : Math.round((bytes / file.rows) * total));
      }
    });
    if (written.rows !== total) throw countDiffers(address, total, written.rows);
    // Answers say when their own cells changed, which need not be the same in all of them.
    const after = blocks.length === 1 ? state : ((await changeOf(place, id, web, work.signal)) ?? {});
    if (after.updated !== state.updated) throw changedMeanwhile(address);
    return { files: [written.path], options: writtenTableOptions(texts), columns, rows: total, state, bytes };
  },
};
