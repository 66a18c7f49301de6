import { unusedName } from '#shared/text/unused-name.ts';
import { listItems, membersOf, missing, numberJson, type Raw, type RawTable, textOf } from './raw-values.ts';

// Converts common web API responses to tables.

function quoted(text: string): Raw {
  return Buffer.from(JSON.stringify(text));
}

/** The number in a text as written, or the text itself if it is not a number. */
function numberOf(text: string): Raw {
  return Buffer.from(numberJson(text));
}

const numericTypes =
  /#(?:integer|decimal|double|float|(?:non)?(?:positive|negative)Integer|nonNegativeInteger|nonPositiveInteger|(?:unsigned)?(?:long|int|short|byte)|unsigned(?:Long|Int|Short|Byte))$/i;

/** SPARQL 1.1 Query Results JSON Format: a binding of each variable in each solution. */
export function readBindings(text: Raw): RawTable {
  const members = membersOf(text);
  const names = listItems(membersOf(members.get('head')).get('vars') ?? missing).map(textOf);
  const rows = listItems(membersOf(members.get('results')).get('bindings') ?? missing).map((binding) => {
    const bound = membersOf(binding);
    return names.map((name) => termOf(bound.get(name)));
  });
  return { names, rows };
}

function termOf(term: Raw | undefined): Raw | undefined {
  if (term === undefined) return undefined;
  const { type, value, datatype } = Object.fromEntries(
    [...membersOf(term)].map(([name, one]) => [name, one.toString('utf8').startsWith('"') ? textOf(one) : '']),
  );
  if (value === undefined) return term;
  if (type === 'bnode') return quoted(`_:${value}`);
  return datatype !== undefined && numericTypes.test(datatype) ? numberOf(value) : quoted(value);
}

/** The hits of a search in Elasticsearch or OpenSearch: the source of each, with its id. */
export function readHits(text: Raw): RawTable {
  const hits = listItems(membersOf(membersOf(text).get('hits')).get('hits') ?? missing).map(membersOf);
  const sources = hits.map((hit) => (hit.has('_source') ? membersOf(hit.get('_source')) : fieldsOf(hit.get('fields'))));
  const keys = [...new Set(sources.flatMap((source) => [...source.keys()]))];
  const indices = new Set(hits.map((hit) => hit.get('_index')?.toString('utf8')));
  const own = [...(indices.size > 1 ? ['_index'] : []), '_id'].filter((name) => hits.some((hit) => hit.has(name)));
  const names = [...own.map((name) => unusedName(name, new Set(keys))), ...keys];
  const rows = hits.map((hit, at) => [
    ...own.map((name) => hit.get(name)),
    ...keys.map((key) => sources[at]?.get(key)),
  ]);
  return { names, rows };
}

/** Fields of a hit are lists, usually of one value. */
function fieldsOf(fields: Raw | undefined): Map<string, Raw> {
  return new Map(
    [...membersOf(fields)].map(([name, list]) => {
      const [only, ...others] = list[0] === 0x5b ? listItems(list) : [list];
      return [name, only !== undefined && others.length === 0 ? only : list];
    }),
  );
}

/** The table of Google's Visualization API: columns with an id, a label and a type, rows of cells. */
export function readVisualisation(text: Raw): RawTable {
  const all = membersOf(text);
  const table = all.has('table') ? membersOf(all.get('table')) : all;
  const columns = listItems(table.get('cols') ?? missing).map(membersOf);
  const given = columns.map((column, at) => {
    const [label = '', id = ''] = ['label', 'id'].map((name) => (column.has(name) ? textOf(column.get(name)) : ''));
    return label.trim() || id || `column${at + 1}`;
  });
  const types = columns.map((column) => textOf(column.get('type')));
  const rows = listItems(table.get('rows') ?? missing).map((row) => {
    const cells = listItems(membersOf(row).get('c') ?? missing);
    return types.map((type, at) => cellOf(membersOf(cells[at]).get('v'), type));
  });
  return { names: given, rows };
}

const two = (value: number) => String(value).padStart(2, '0');

/** `Date(2020,0,31,9,30,0)`, whose months count from 0, and `[9,30,0,0]` in ISO 8601. */
function cellOf(value: Raw | undefined, type: string): Raw | undefined {
  if (value === undefined) return undefined;
  const text = value.toString('utf8');
  const numbers = /^(?:"Date\(([\d, ]+)\)"|\[([\d, ]+)\])$/.exec(text);
  if (numbers === null) return value;
  const parts = (numbers[1] ?? numbers[2] ?? '').split(',').map(Number);
  if (type === 'timeofday' && text.startsWith('[')) {
    const [hour = 0, minute = 0, second = 0] = parts;
    return quoted(`${two(hour)}:${two(minute)}:${two(second)}`);
  }
  if (!text.startsWith('"')) return value;
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = parts;
  const date = `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`;
  return quoted(type === 'date' ? date : `${date}T${two(hour)}:${two(minute)}:${two(second)}`);
}

/** The JSON of PxWeb: a key of the dimensions' codes and the values in each record. */
export function readPxWeb(text: Raw): RawTable {
  const members = membersOf(text);
  const columns = listItems(members.get('columns') ?? missing).map(membersOf);
  const isValue = (column: ReadonlyMap<string, Raw>) => textOf(column.get('type')) === 'c';
  const ordered = [...columns.filter((column) => !isValue(column)), ...columns.filter(isValue)];
  const names = ordered.map((column) => textOf(column.get(column.has('text') ? 'text' : 'code')));
  const rows = listItems(members.get('data') ?? missing).map((record) => {
    const parts = membersOf(record);
    const [key, values] = ['key', 'values'].map((name) => listItems(parts.get(name) ?? missing));
    return [...(key ?? []), ...(values ?? []).map((value) => numberOf(textOf(value)))];
  });
  return { names, rows };
}
