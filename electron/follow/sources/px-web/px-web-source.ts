import { statedCodes } from '#shared/codes/stated-codes.ts';
import type { Choice, SourceState } from '#shared/follow.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import { ServiceError } from '../../../connector/errors.ts';
import type { JobError } from '../../../jobs/queue/job-failure.ts';
import { fetchJson, probeDescription } from '../common/answers.ts';
import { describedEntry, entry, listing } from '../common/listing.ts';
import {
  changedMeanwhile,
  countDiffers,
  entryGone,
  malformed,
  tooMuchAsked,
  unknownParameter,
} from '../common/problems.ts';
import { asRecord, isJsonRecord, momentOf } from '../common/values.ts';
import { writeTable, writtenTableOptions } from '../common/written-file.ts';
import type { DataSource, EntryParameter, ListedColumn, ListedEntry, Listing, ListRequest } from '../data-source.ts';
import type { Web } from '../web.ts';
import { api1At } from './api-1.ts';
import { api2At } from './api-2.ts';
import type { Asking, CellsRequest, PxWebApi } from './px-web-api.ts';
import { type Block, blocksOfTable, cellCount, type PxWebTable, type PxWebVariable, tableOf } from './px-web-table.ts';

/** Maximum number of cells that are asked for at once, whatever the service allows. */
const mostCells = 500_000;
const maxBlocks = 2_000;
/** Codes of a variable that are offered for a choice. */
const maxOffered = 2_000;
const maxAnswerBytes = 512 * 2 ** 20;

/** Members of JSON-stat, of a table by its variables, and of lists of tables, folders and databases. */
const describing = /"(?:class|variables|tables|text|dbid)"/;

const apiAt = (address: URL): PxWebApi | null => api2At(address) ?? api1At(address);

function apiOf({ address }: Pick<Choice, 'address'>): PxWebApi {
  const api = apiAt(new URL(address));
  if (api === null) throw malformed('PxWeb', address);
  return api;
}

/** How to ask an address that is known to be of PxWeb. */
function asking({ protocol }: PxWebApi, web: Web): Asking {
  return { web, read: (address) => fetchJson(web, address, protocol, { gone: [400, 404, 410] }) };
}

function entryOf(id: string, table: PxWebTable): ListedEntry {
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

/** What is at an address; null if it is something else. */
async function look(api: PxWebApi, ask: ListRequest, questions: Asking): Promise<Listing | null> {
  const found = await api.look(ask, questions);
  if (found === null) return null;
  if (typeof found !== 'string') return listing('px-web', found.title, found.entries, found);
  return tableListing(found, await api.table(found, questions), await api.licence(questions));
}

interface Layout {
  readonly columns: readonly ListedColumn[];
  /** Columns that are text, whatever their values look like: all but values and periods. */
  readonly texts: readonly string[];
}

const hasUnits = ({ units }: PxWebVariable) => new Set(units.values()).size > 1;

/** A column of codes for each variable, one of labels and of units where there are any, the value, and its symbol. */
function layoutOf({ variables, unit: unitOfAll }: PxWebTable): Layout {
  const taken = new Set(variables.map(({ id }) => id));
  const own = (wanted: string, unit: string | null = null): ListedColumn => {
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
  const value = own('value', units.length === 1 ? (units[0] ?? null) : unitOfAll);
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
function* rowsOf(json: Readonly<Record<string, unknown>>, table: PxWebTable, block: Block, protocol: string, at: URL) {
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
  if (cellCount(part.variables.map(({ codes }) => codes.length)) !== expected) throw malformed(protocol, at);
  const { value, status } = json;
  if (Array.isArray(value) && value.length !== expected) throw countDiffers(at, expected, value.length);
  if (!Array.isArray(value) && !isJsonRecord(value)) throw malformed('JSON-stat', at);
  const values = value as Readonly<Record<number, unknown>>;
  const states = asRecord(Array.isArray(status) ? { ...status } : status);
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

/** The answer with the cells of a block. @param tooMany the failure if they are more than the service sends at once */
async function cellsOf(
  { address, question }: CellsRequest,
  id: string,
  protocol: string,
  { web }: Asking,
  tooMany: JobError,
) {
  const asked = question === undefined ? {} : { question };
  const answer = await web
    .get(address, { accept: 'application/json', ...asked, maxBytes: maxAnswerBytes })
    .catch((error: unknown) => {
      throw error instanceof ServiceError && error.status === 403 ? tooMany : error;
    });
  if (answer.status === 404 || answer.status === 410) throw entryGone(id, address);
  const json = answer.status === 200 ? answer.exactJson() : null;
  if (!isJsonRecord(json)) throw malformed(protocol, address);
  return { json, bytes: answer.bytes.length };
}

const stateOf = ({ updated }: PxWebTable): SourceState | null => (updated === null ? null : { updated });

export const pxWebSource: DataSource = {
  kind: 'px-web',

  async find(address, web) {
    const api = apiAt(address);
    if (api === null) return null;
    const read = (at: URL) => probeDescription(web, at, describing);
    return await look(api, { search: '', more: null }, { web, read });
  },

  async list(address, ask, web) {
    const api = apiOf({ address: address.href });
    const found = await look(api, ask, asking(api, web));
    if (found === null) throw malformed(api.protocol, address);
    return found;
  },

  async describe(choice, web) {
    const api = apiOf(choice);
    const questions = asking(api, web);
    const table = await api.table(choice.entry, questions);
    const parameters = table.variables.map(({ id, title, codes, labels }): EntryParameter => {
      const offered = codes.length > maxOffered ? [] : codes;
      return { name: id, title, values: offered.map((code) => ({ id: code, title: labels.get(code) ?? code })) };
    });
    const from = tableListing(choice.entry, table, await api.licence(questions));
    return describedEntry(entryOf(choice.entry, table), from, { columns: layoutOf(table).columns, parameters });
  },

  async state(choice, web) {
    const api = apiOf(choice);
    return stateOf(await api.table(choice.entry, asking(api, web)));
  },

  async fetch(choice, folder, web, work) {
    const api = apiOf(choice);
    const questions = asking(api, web);
    const { entry: id, address } = choice;
    const table = await api.table(id, questions);
    const { cells, codes, requests, windowMs } = await api.limits(questions);
    const selected = selectionOf(table, choice);
    const blocks = blocksOfTable(selected, Math.min(cells, mostCells), codes, maxBlocks);
    const titles = table.variables.map(({ title }) => title);
    const tooMany = tooMuchAsked(id, titles, address);
    if (blocks === null) throw tooMany;
    const total = cellCount(selected.map(({ length }) => length));
    const { columns, texts } = layoutOf(table);
    let bytes = 0;
    const names = columns.map(({ name }) => name);
    const written = await writeTable(folder, 'table.csv', names, async (file) => {
      for (const [number, block] of blocks.entries()) {
        if (number > 0 && blocks.length > requests) await work.sleep(windowMs / requests);
        const request = api.cells(id, table, block);
        const answer = await cellsOf(request, id, api.protocol, questions, tooMany);
        const rows = rowsOf(answer.json, table, block, api.protocol, request.address);
        for (const batch of batches(rows)) await file.add(batch);
        bytes += answer.bytes;
        work.report(bytes, file.rows === 0 ? null : Math.round((bytes / file.rows) * total));
      }
    });
    if (written.rows !== total) throw countDiffers(address, total, written.rows);
    // Answers say when their own cells changed, which need not be the same in all of them.
    const after = blocks.length === 1 ? table : await api.table(id, questions);
    if (after.updated !== table.updated) throw changedMeanwhile(address);
    const state = stateOf(table) ?? {};
    const stated = table.variables.flatMap(({ id, codes: own, labels }) =>
      labels.size === 0
        ? []
        : [
            statedCodes(
              id,
              own.map((code) => [code, labels.get(code) ?? code]),
            ),
          ],
    );
    return {
      files: [written.path],
      options: writtenTableOptions(texts),
      columns,
      codes: stated,
      rows: total,
      state,
      bytes,
    };
  },
};
