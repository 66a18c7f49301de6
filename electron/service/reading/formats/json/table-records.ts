import { type StatedCodes, statedCodes } from '#shared/codes/stated-codes.ts';
import { explain } from '#shared/failures.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import { IngestError } from '../../reading.ts';
import type { TableShape } from '../layouts.ts';
import { clockText } from '../stated/stated-times.ts';
import { listItems, membersOf, missing, numberJson, type Raw, type RawTable, textOf } from './raw-values.ts';
import { columnsNames, columnsPath, describedNames, rowsNames } from './table-shape.ts';

/** The values of a member that is a list or an object of numbered values, by position. */
function valuesAt(values: Raw | undefined): (position: number) => Raw | undefined {
  if (values === undefined) return () => undefined;
  if (values[0] === 0x5b) {
    const items = listItems(values);
    return (position) => items[position];
  }
  const members = membersOf(values);
  return (position) => members.get(String(position));
}

/** The JSON text of an object, from the values of its members. */
export function recordText(names: readonly string[], values: readonly (Raw | undefined)[]): Buffer {
  const parts: Buffer[] = [];
  names.forEach((name, position) => {
    parts.push(Buffer.from(`${position === 0 ? '{' : ','}${JSON.stringify(name)}:`), values[position] ?? missing);
  });
  parts.push(Buffer.from(names.length === 0 ? '{}' : '}'));
  return Buffer.concat(parts);
}

/** The records of a table in a form other than a list of records. @throws {IngestError} if it is inconsistent */
export function* tableRecords(table: Buffer, path: readonly string[], shape: TableShape): Generator<Buffer> {
  const { names, rows } = readTable(tableAt(table, path), shape);
  for (const row of rows) yield recordText(names, row);
}

function tableAt(table: Buffer, path: readonly string[]): Raw {
  let text: Raw | undefined = table;
  for (const name of path) text = membersOf(text).get(name);
  return text ?? Buffer.from('{}');
}

/** The codes of the dimensions of a JSON-stat table that have labels. */
export function codesOfStatistics(table: Buffer, path: readonly string[]): StatedCodes[] {
  const text = tableAt(table, path);
  const members = membersOf(text).has('dimension') ? membersOf(text) : membersOf(membersOf(text).get('dataset'));
  const dimensions = membersOf(members.get('dimension'));
  const ids = listItems(members.get('id') ?? dimensions.get('id') ?? missing).map(textOf);
  return ids.flatMap((id) => {
    const category = membersOf(membersOf(dimensions.get(id)).get('category'));
    const { codes, labels } = categoriesOf(dimensions.get(id), null);
    if (labels === null) return [];
    const parents = [...membersOf(category.get('child'))].flatMap(([parent, children]) =>
      listItems(children).map((child) => [textOf(child), parent] as const),
    );
    const texts = (raw: Raw | undefined) => (raw === undefined ? '' : textOf(raw));
    return [
      statedCodes(
        id,
        codes.map((code, at) => [texts(code), texts(labels[at])]),
        new Map(parents),
      ),
    ];
  });
}

function readTable(text: Raw, shape: TableShape): RawTable {
  switch (shape) {
    case 'columns':
      return readColumns(membersOf(text));
    case 'split':
      return readSplit(membersOf(text));
    case 'by-column':
      return readByColumn(membersOf(text));
    case 'by-record':
      return readByRecord(membersOf(text));
    case 'statistics':
      return readStatistics(text);
    case 'bindings':
      return readBindings(text);
    case 'hits':
      return readHits(text);
    case 'visualisation':
      return readVisualisation(text);
    case 'px-web':
      return readPxWeb(text);
  }
}

function readColumns(columns: ReadonlyMap<string, Raw>): RawTable {
  const values = [...columns.values()].map(listItems);
  const lengths = new Set(values.map(({ length }) => length));
  if (lengths.size > 1) {
    const counts = [...columns.keys()].map((name, at) => `${name}: ${values[at]?.length ?? 0}`);
    throw new IngestError(explain('json-columns-uneven', { counts: counts.slice(0, 8).join(', ') }));
  }
  const count = values[0]?.length ?? 0;
  return { names: [...columns.keys()], rows: counted(count, (row) => values.map((column) => column[row])) };
}

function* counted<Value>(count: number, at: (position: number) => Value): Generator<Value> {
  for (let position = 0; position < count; position += 1) yield at(position);
}

/** Whether labels are the default ones: 0, 1, 2, … */
function isCounting(labels: readonly string[]): boolean {
  return labels.every((label, position) => label === String(position));
}

/** The column of labels before the others, if the labels are meaningful. */
function labelled(labels: readonly string[], names: readonly string[], row: (position: number) => (Raw | undefined)[]) {
  if (isCounting(labels)) return { names, rows: counted(labels.length, row) };
  const quoted = labels.map((label) => Buffer.from(JSON.stringify(label)));
  return {
    names: [unusedName('index', new Set(names)), ...names],
    rows: counted(labels.length, (position) => [quoted[position], ...row(position)]),
  };
}

/** The name of a column: a text, several texts one below the other, or a member of an object that describes it. */
function columnNameOf(column: Raw): string {
  if (column[0] === 0x5b) return listItems(column).map(textOf).join(' / ');
  if (column[0] !== 0x7b) return textOf(column);
  const members = membersOf(column);
  return textOf(members.get(describedNames.find((name) => members.get(name)?.[0] === 0x22) ?? ''));
}

function readSplit(parts: ReadonlyMap<string, Raw>): RawTable {
  const listOf = (members: readonly string[]) =>
    listItems(parts.get(members.find((name) => parts.get(name)?.[0] === 0x5b) ?? '') ?? missing);
  const rows = listOf(rowsNames).map(listItems);
  const described = columnsPath
    .slice(1)
    .reduce((part, name) => membersOf(part).get(name), parts.get(columnsPath[0] ?? ''));
  const columns = described?.[0] === 0x5b ? listItems(described) : listOf(columnsNames);
  if (described?.[0] === 0x5b && rows.every((row) => row.length === columns.length)) return readSocrata(columns, rows);
  const names = columns.map(columnNameOf);
  const index = parts.get('index');
  const labels = index === undefined ? [] : listItems(index).map(textOf);
  const uneven = rows.find((row) => row.length !== names.length);
  if (uneven !== undefined || (index !== undefined && labels.length !== rows.length)) {
    const row = uneven === undefined ? 0 : rows.indexOf(uneven) + 1;
    throw new IngestError(explain('json-split-uneven', { row, count: names.length }));
  }
  return labelled(labels.length === 0 ? rows.map((_, at) => String(at)) : labels, names, (row) => rows[row] ?? []);
}

/** Types of Socrata whose values are numbers, which it writes as texts. */
const socrataNumbers = ['number', 'double', 'money', 'percent', 'stars'];

/** The rows of Socrata's `rows.json` without the columns that it marks as hidden. */
function readSocrata(columns: readonly Raw[], rows: readonly (readonly Raw[])[]): RawTable {
  const shown = columns.flatMap((column, position) => {
    const described = membersOf(column);
    const flags = described.get('flags');
    if (flags?.[0] === 0x5b && listItems(flags).map(textOf).includes('hidden')) return [];
    const isNumber = socrataNumbers.includes(textOf(described.get('dataTypeName')));
    return [{ name: columnNameOf(column), position, isNumber }];
  });
  const typed = (value: Raw | undefined, isNumber: boolean) =>
    isNumber && value?.[0] === 0x22 ? Buffer.from(numberJson(textOf(value))) : value;
  return {
    names: shown.map(({ name }) => name),
    rows: counted(rows.length, (row) => shown.map(({ position, isNumber }) => typed(rows[row]?.[position], isNumber))),
  };
}

function readByColumn(columns: ReadonlyMap<string, Raw>): RawTable {
  const names = [...columns.keys()];
  const values = [...columns.values()].map(membersOf);
  const labels = [...new Set(values.flatMap((column) => [...column.keys()]))];
  return labelled(labels, names, (row) => values.map((column) => column.get(labels[row] ?? '')));
}

function readByRecord(records: ReadonlyMap<string, Raw>): RawTable {
  const rows = [...records.values()].map(membersOf);
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return labelled([...records.keys()], names, (row) => names.map((name) => rows[row]?.get(name)));
}

const maxCubeCells = 20_000_000;

/** JSON-stat: one record for each cell of the cube that has a value or a status; the last dimension runs fastest. */
function readStatistics(text: Raw): RawTable {
  const all = membersOf(text);
  const members = all.has('dimension') ? all : membersOf(all.get('dataset'));
  const dimensions = membersOf(members.get('dimension'));
  // Before version 2 both were within the dimensions.
  const ids = listItems(members.get('id') ?? dimensions.get('id') ?? missing).map(textOf);
  const sizes = listItems(members.get('size') ?? dimensions.get('size') ?? missing).map((size) => Number(textOf(size)));
  const count = sizes.reduce((product, size) => product * size, 1);
  const fits =
    ids.length > 0 && ids.length === sizes.length && sizes.every((size) => Number.isSafeInteger(size) && size >= 0);
  if (!fits || count > maxCubeCells) throw new IngestError(explain('json-statistics-unfit'));
  const categories = ids.map((id, at) => categoriesOf(dimensions.get(id), sizes[at] ?? 0));
  const names = ids.flatMap((id, at) => (categories[at]?.labels === null ? [id] : [id, `${id}_label`]));
  const value = valuesAt(members.get('value'));
  const status = members.get('status');
  const statusAt = status?.[0] === 0x22 ? () => status : valuesAt(status);
  const hasStatus = status !== undefined && status.toString() !== 'null';
  const taken = new Set(names);
  const finalNames = [...names, unusedName('value', taken), ...(hasStatus ? [unusedName('status', taken)] : [])];
  const strides = sizes.map((_, at) => sizes.slice(at + 1).reduce((product, size) => product * size, 1));
  function* rows() {
    for (let cell = 0; cell < count; cell += 1) {
      const found = value(cell);
      const state = hasStatus ? statusAt(cell) : undefined;
      if (found === undefined && state === undefined) continue;
      const places = categories.flatMap(({ codes, labels }, at) => {
        const position = Math.floor(cell / (strides[at] ?? 1)) % (sizes[at] ?? 1);
        return labels === null ? [codes[position]] : [codes[position], labels[position]];
      });
      yield [...places, found, ...(hasStatus ? [state] : [])];
    }
  }
  return { names: finalNames, rows: rows() };
}

interface Categories {
  readonly codes: readonly (Raw | undefined)[];
  /** Labels of the codes; null if there are none, or if they equal the codes. */
  readonly labels: readonly (Raw | undefined)[] | null;
}

/** The categories of a dimension in their order (JSON-stat 2.0, `category`). */
function categoriesOf(dimension: Raw | undefined, size: number | null): Categories {
  const category = membersOf(membersOf(dimension).get('category'));
  const index = category.get('index');
  const labels = membersOf(category.get('label'));
  let codes: string[] = [...labels.keys()];
  if (index?.[0] === 0x5b) codes = listItems(index).map(textOf);
  else if (index?.[0] === 0x7b) {
    codes = [];
    for (const [code, position] of membersOf(index)) codes[Number(textOf(position))] = code;
  }
  if (size !== null && codes.length !== size) throw new IngestError(explain('json-statistics-unfit'));
  const hasLabels = codes.some((code) => labels.has(code) && textOf(labels.get(code)) !== code);
  return {
    codes: codes.map((code) => Buffer.from(JSON.stringify(code))),
    labels: hasLabels ? codes.map((code) => labels.get(code)) : null,
  };
}

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
function readBindings(text: Raw): RawTable {
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
function readHits(text: Raw): RawTable {
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
function readVisualisation(text: Raw): RawTable {
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
    return quoted(clockText(((hour * 60 + minute) * 60 + second) * 1000));
  }
  if (!text.startsWith('"')) return value;
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0] = parts;
  const date = `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)}`;
  return quoted(type === 'date' ? date : `${date}T${clockText(((hour * 60 + minute) * 60 + second) * 1000)}`);
}

/** The JSON of PxWeb: a key of the dimensions' codes and the values in each record. */
function readPxWeb(text: Raw): RawTable {
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
