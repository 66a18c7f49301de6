import type { Static } from 'typebox';
import type { Immutable } from './immutable.ts';
import { aligned, decimalOf, isDecimalText } from './number/decimal.ts';
import type { AggregateQuerySchema, AggregateSchema, DerivationSchema, GroupKeySchema } from './query-schemas.ts';
import {
  aggregateFunctionNames,
  aggregateFunctions,
  derivationForms,
  deriveFunctionNames,
  havingLookups,
  keyFunctionNames,
  keyFunctions,
} from './query-vocabulary.ts';
import {
  everyRow,
  type Filter,
  joinList,
  type Lookup,
  RowQueryError,
  readList,
  rowQueryFromParameters,
  rowQueryToParameters,
} from './row-query.ts';

/**
 * Statistics over the rows that a query selects: the extension of the API in the style of the LIBRE query language
 * (`_group_by`, `_aggregate__<name>`, `_having__<name>__<lookup>`).
 */
export type AggregateQuery = Immutable<Static<typeof AggregateQuerySchema>>;

export type GroupKey = Immutable<Static<typeof GroupKeySchema>>;
export type KeyFunction = keyof typeof keyFunctions;

export type Aggregate = Immutable<Static<typeof AggregateSchema>>;
export type AggregateFunction = keyof typeof aggregateFunctions;

/** A comparison of groups with each other. */
export type Derivation = Immutable<Static<typeof DerivationSchema>>;

/** A condition on the aggregate of that name. */
export type Having = AggregateQuery['having'][number];
export type HavingLookup = Having['lookup'];

/** By the key or the aggregate of that name, missing values last in both directions. */
export type GroupOrder = AggregateQuery['ordering'][number];

/** Maximum number of keys per request. */
export const maxKeys = 8;
/** Maximum number of aggregates per request. */
export const maxAggregates = 32;
/** Maximum number of derivations per request. */
export const maxDerivations = 32;
/** Maximum number of groups per response. */
export const maxGroups = 1_000_000;

const groupBy = '_group_by';
const aggregatePrefix = '_aggregate__';
const derivePrefix = '_derive__';
const havingPrefix = '_having__';

/** The properties of a column that grouping needs. */
interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

type Parameters = readonly (readonly [name: string, value: string])[];

/** Whether parameters request groups instead of rows. */
export function requestsGroups(parameters: Parameters): boolean {
  return parameters.some(([name]) => isGroupParameter(name));
}

/** Whether a parameter belongs to grouping. */
export function isGroupParameter(name: string): boolean {
  return name === groupBy || [aggregatePrefix, derivePrefix, havingPrefix].some((prefix) => name.startsWith(prefix));
}

/**
 * Reads the parameters of a URL that requests groups.
 * @throws {RowQueryError} naming the parameter that cannot be understood
 */
export function aggregateQueryFromParameters(parameters: Parameters, columns: readonly TypedColumn[]): AggregateQuery {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const ofRows = parameters.filter(([name]) => !isGroupParameter(name) && name !== 'ordering');
  const rows = rowQueryFromParameters(ofRows, new Set(types.keys()));
  if (rows.fields !== null) {
    throw new RowQueryError(
      'fields',
      `Groups have no fields: ${groupBy} and ${aggregatePrefix}… determine what is returned.`,
    );
  }
  if (rows.collation !== undefined) throw new RowQueryError('_collation', 'Groups are ordered by code point.');
  const keys = readKeys(parameters, types);
  const aggregates = readAggregates(parameters, types, keys);
  if (keys.length === 0 && aggregates.length === 0) {
    throw new RowQueryError(groupBy, `Name at least one key, or an aggregate by ${aggregatePrefix}<name>.`);
  }
  const derived = readDerivations(parameters, types, keys, aggregates);
  const values = [...aggregates, ...derived];
  const having = readHaving(parameters, values);
  const ordering = readOrdering(parameters, keys, values);
  return { rows, keys, aggregates, ...(derived.length > 0 && { derived }), having, ordering };
}

/** The URL parameters of this request to `data/`; the inverse of {@link aggregateQueryFromParameters}. */
export function aggregateQueryToParameters(query: AggregateQuery): [name: string, value: string][] {
  const parameters = rowQueryToParameters({ ...everyRow, ...query.rows, ordering: [], fields: null });
  if (query.keys.length > 0) parameters.push([groupBy, query.keys.map(({ text }) => text).join(',')]);
  for (const aggregate of query.aggregates) {
    parameters.push([`${aggregatePrefix}${aggregate.name}`, aggregateText(aggregate)]);
  }
  for (const derivation of query.derived ?? []) {
    parameters.push([`${derivePrefix}${derivation.name}`, derivationText(derivation)]);
  }
  for (const { name, lookup, value } of query.having) parameters.push([`${havingPrefix}${name}__${lookup}`, value]);
  if (query.ordering.length > 0) {
    parameters.push(['ordering', orderingText(query.ordering, new Set(query.keys.map(({ text }) => text)))]);
  }
  return parameters;
}

/** An ordering of groups as a URL parameter. @param keys texts of the keys, which are written unchanged */
export function orderingText(ordering: readonly GroupOrder[], keys: ReadonlySet<string>): string {
  const terms = ordering.map(({ name, descending }) => {
    return (descending ? '-' : '') + (keys.has(name) ? name : quoted(name));
  });
  return terms.join(',');
}

/** A function with its argument, as in a URL: `Quantile(delay,0.9)`. */
export function aggregateText(aggregate: Aggregate): string {
  if (aggregate.function === 'Share') return 'Share(*)';
  if (aggregate.column === null) return `${aggregate.function}(*)`;
  const more = aggregate.function === 'Quantile' ? `,${aggregate.probability}` : '';
  return `${aggregate.function}(${quoted(aggregate.column)}${more})`;
}

/** A comparison with its arguments, as in a URL: `Change(people,Year(day),1)`. */
export function derivationText(derivation: Derivation): string {
  const { function: by, of } = derivation;
  const given = [quoted(of)];
  if ('key' in derivation) given.push(derivation.key);
  if ('steps' in derivation) given.push(String(derivation.steps));
  if ('base' in derivation) given.push(quoted(derivation.base));
  if ('keys' in derivation) given.push(...derivation.keys);
  if ('by' in derivation)
    given.push(quoted(derivation.by), ...(derivation.scale === 1 ? [] : [String(derivation.scale)]));
  return `${by}(${given.join(',')})`;
}

/** The text of a key, as in a URL: `Bin(delay,10)`. */
export function keyText(
  key: GroupKey extends infer Key ? (Key extends unknown ? Omit<Key, 'text'> : never) : never,
): string {
  const column = quoted(key.column);
  if (key.function === null) return column;
  const more: number[] = [];
  if ('width' in key) more.push(key.width, ...(key.origin === 0 ? [] : [key.origin]));
  if ('degrees' in key) more.push(key.degrees);
  if ('level' in key) more.push(key.level);
  return `${key.function}(${[column, ...more].join(',')})`;
}

/** Names with brackets are quoted too, because brackets enclose arguments here. */
function quoted(name: string): string {
  return /[()]/.test(name) ? `"${name.replaceAll('"', '""')}"` : joinList([name]);
}

interface Item {
  readonly text: string;
  readonly call: { readonly name: string; readonly given: readonly string[] } | null;
  /** The name, if it is a plain item. */
  readonly name: string;
}

/**
 * Splits a list at its commas; commas within quotes and brackets belong to an item.
 * @throws {RowQueryError} for unclosed quotes or brackets
 */
function readItems(parameter: string, text: string): Item[] {
  return splitOutside(parameter, text).map((written) => {
    const call = /^([A-Za-z]+)\((.*)\)$/s.exec(written);
    const [, name = '', inner = ''] = call ?? [];
    if (call === null) return { text: written, call: null, name: unquoted(parameter, written) };
    const given = inner === '' ? [] : splitOutside(parameter, inner).map((item) => unquoted(parameter, item.trim()));
    return { text: written, call: { name, given }, name: written };
  });
}

function splitOutside(parameter: string, text: string): string[] {
  const items: string[] = [];
  let from = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (letter === ',' && depth === 0) {
      items.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth < 0) break;
  }
  if (isQuoted) throw new RowQueryError(parameter, 'A quotation mark is not closed.');
  if (depth !== 0) throw new RowQueryError(parameter, 'The brackets do not match. A name with brackets is quoted.');
  return [...items, text.slice(from)];
}

function unquoted(parameter: string, text: string): string {
  if (!text.startsWith('"')) return text;
  if (!/^"(?:[^"]|"")*"$/.test(text)) {
    throw new RowQueryError(parameter, `A quoted name ends with its quotation mark: ${text}`);
  }
  return text.slice(1, -1).replaceAll('""', '"');
}

function readKeys(parameters: Parameters, types: ReadonlyMap<string, string>): GroupKey[] {
  const written = parameters.filter(([name]) => name === groupBy).map(([, value]) => value);
  const items = written.filter((value) => value !== '').flatMap((value) => readItems(groupBy, value));
  if (items.length > maxKeys) throw new RowQueryError(groupBy, `A request has at most ${maxKeys} keys.`);
  const keys = items.map((item) => readKey(item, types));
  const repeated = keys.find(({ text }, at) => keys.findIndex((other) => other.text === text) !== at);
  if (repeated !== undefined) throw new RowQueryError(groupBy, `The key ${repeated.text} is named twice.`);
  return keys;
}

function readKey({ text, call, name }: Item, types: ReadonlyMap<string, string>): GroupKey {
  // A column may be named like a call of an unknown function; one named like a known one must be quoted.
  if (call === null || (!isKeyFunction(call.name) && types.has(text))) {
    const column = call === null ? name : text;
    if (typeOf(groupBy, types, column) === 'geometry') {
      throw new RowQueryError(groupBy, `${column} is geometry, which is grouped by Cell(column,degrees).`);
    }
    return { text, column, function: null };
  }
  if (!isKeyFunction(call.name)) {
    throw new RowQueryError(
      groupBy,
      `There is no function "${call.name}". Known functions: ${keyFunctionNames.join(', ')}.`,
    );
  }
  const [column, ...given] = call.given;
  if (column === undefined) throw new RowQueryError(groupBy, `${call.name} needs a column.`);
  assertTaken(groupBy, call.name, keyFunctions[call.name], column, typeOf(groupBy, types, column));
  const numbers = given.map((one) => readExactNumber(groupBy, call.name, one));
  const [first, second = 0] = numbers;
  if (call.name === 'Bin') {
    assertCount(groupBy, 'Bin(column,width) or Bin(column,width,origin)', numbers.length, 1, 2);
    return { text, column, function: call.name, width: positive(groupBy, 'width', first), origin: second };
  }
  if (call.name === 'Cell') {
    assertCount(groupBy, 'Cell(column,degrees)', numbers.length, 1, 1);
    return { text, column, function: call.name, degrees: positive(groupBy, 'size', first) };
  }
  if (call.name === 'Level') {
    assertCount(groupBy, 'Level(column,level)', numbers.length, 1, 1);
    if (first === undefined || !Number.isSafeInteger(first) || first < 1) {
      throw new RowQueryError(groupBy, 'The level is a whole number from 1, which is the highest.');
    }
    return { text, column, function: call.name, level: first };
  }
  assertCount(groupBy, `${call.name}(column)`, numbers.length, 0, 0);
  return { text, column, function: call.name };
}

function readAggregates(
  parameters: Parameters,
  types: ReadonlyMap<string, string>,
  keys: readonly GroupKey[],
): Aggregate[] {
  const written = parameters.filter(([name]) => name.startsWith(aggregatePrefix));
  const aggregates: Aggregate[] = [];
  for (const [parameter, value] of written) {
    const name = parameter.slice(aggregatePrefix.length);
    if (name === '') throw new RowQueryError(parameter, 'An aggregate needs a name.');
    if (aggregates.some((other) => other.name === name)) {
      throw new RowQueryError(parameter, `The aggregate ${name} is named twice.`);
    }
    if (keys.some(({ text }) => text === name)) throw new RowQueryError(parameter, `${name} is a key as well.`);
    if (aggregates.length === maxAggregates) {
      throw new RowQueryError(parameter, `A request has at most ${maxAggregates} aggregates.`);
    }
    aggregates.push(readAggregate(parameter, name, value, types));
  }
  return aggregates;
}

function readAggregate(parameter: string, name: string, value: string, types: ReadonlyMap<string, string>): Aggregate {
  const [item, ...more] = readItems(parameter, value);
  const call = item?.call ?? null;
  if (call === null || more.length > 0)
    throw new RowQueryError(parameter, 'Write a function with its column: Sum(column).');
  if (!isAggregateFunction(call.name)) {
    const known = aggregateFunctionNames.join(', ');
    throw new RowQueryError(parameter, `There is no function "${call.name}". Known functions: ${known}.`);
  }
  const [column, ...given] = call.given;
  if (call.name === 'Share') {
    if (given.length > 0 || (column !== undefined && column !== '*')) {
      throw new RowQueryError(parameter, 'Share counts rows: write Share(*).');
    }
    return { name, function: 'Share' };
  }
  if (column === undefined) throw new RowQueryError(parameter, `${call.name} needs a column.`);
  if (call.name === 'Count' && column === '*' && !types.has('*')) {
    assertCount(parameter, 'Count(*)', given.length, 0, 0);
    return { name, function: 'Count', column: null };
  }
  assertTaken(
    parameter,
    `${name}: ${call.name}`,
    aggregateFunctions[call.name],
    column,
    typeOf(parameter, types, column),
  );
  if (call.name === 'Quantile') {
    assertCount(parameter, 'Quantile(column,p)', given.length, 1, 1);
    const probability = readNumber(parameter, call.name, given[0] ?? '');
    if (probability < 0 || probability > 1) throw new RowQueryError(parameter, 'The quantile lies between 0 and 1.');
    return { name, function: call.name, column, probability };
  }
  assertCount(parameter, `${call.name}(column)`, given.length, 0, 0);
  return { name, function: call.name, column };
}

type Named = Pick<Aggregate, 'name'>;

function isDeriveFunction(name: string): name is Derivation['function'] {
  return Object.hasOwn(derivationForms, name);
}

function readDerivations(
  parameters: Parameters,
  types: ReadonlyMap<string, string>,
  keys: readonly GroupKey[],
  aggregates: readonly Aggregate[],
): Derivation[] {
  const numeric = new Map(aggregates.map((aggregate) => [aggregate.name, isNumeric(aggregate, types)]));
  const taken = new Set([...keys.map(({ text }) => text), ...numeric.keys()]);
  const derived: Derivation[] = [];
  for (const [parameter, value] of parameters.filter(([name]) => name.startsWith(derivePrefix))) {
    const name = parameter.slice(derivePrefix.length);
    if (name === '') throw new RowQueryError(parameter, 'A derivation needs a name.');
    if (taken.has(name)) throw new RowQueryError(parameter, `${name} is a key or another value as well.`);
    if (derived.length === maxDerivations) {
      throw new RowQueryError(parameter, `A request has at most ${maxDerivations} derivations.`);
    }
    derived.push(readDerivation({ parameter, keys: new Set(keys.map(({ text }) => text)), numeric }, name, value));
    numeric.set(name, true);
    taken.add(name);
  }
  return derived;
}

function isNumeric(aggregate: Aggregate, types: ReadonlyMap<string, string>): boolean {
  if (aggregate.function === 'Share' || aggregate.column === null) return true;
  if (aggregate.function === 'Count' || aggregate.function === 'CountDistinct') return true;
  return ['integer', 'float'].includes(types.get(aggregate.column) ?? '');
}

interface DerivationScope {
  readonly parameter: string;
  readonly keys: ReadonlySet<string>;
  /** The values so far, and whether they are numbers. */
  readonly numeric: ReadonlyMap<string, boolean>;
}

function readDerivation(scope: DerivationScope, name: string, text: string): Derivation {
  const { parameter } = scope;
  const [, by = '', inner = ''] = /^([A-Za-z]+)\((.*)\)$/s.exec(text) ?? [];
  if (!isDeriveFunction(by)) {
    const known = deriveFunctionNames.join(', ');
    throw new RowQueryError(parameter, `There is no function "${by === '' ? text : by}". Known functions: ${known}.`);
  }
  const [first = '', second, third, ...more] = splitOutside(parameter, inner).map((item) => item.trim());
  const refused = () => new RowQueryError(parameter, `Write ${derivationForms[by]}.`);
  const of = readValue(scope, by, first);
  const plain = (given: string | undefined) => {
    if (given === undefined || given === '') throw refused();
    return unquoted(parameter, given);
  };
  if (by === 'ShareOf' || by === 'Rank') {
    const among = [second, third, ...more].flatMap((key) => (key === undefined ? [] : [readKeyName(scope, key)]));
    return { name, function: by, of, keys: among };
  }
  if (more.length > 0 || second === undefined) throw refused();
  if (by === 'Per') {
    const scale = third === undefined ? 1 : readNumber(parameter, by, third);
    return { name, function: by, of, by: readValue(scope, by, second), scale };
  }
  const key = readKeyName(scope, second);
  if (by === 'Cumulative') {
    if (third !== undefined) throw refused();
    return { name, function: by, of, key };
  }
  if (by === 'Index') return { name, function: by, of, key, base: plain(third) };
  const steps = Number(plain(third));
  if (!Number.isInteger(steps) || steps < 1 || steps > maxSteps) {
    throw new RowQueryError(parameter, `${by}: the number of steps is a whole number from 1 to ${maxSteps}.`);
  }
  return { name, function: by, of, key, steps };
}

/** Maximum number of steps of a derivation: hours of a century. */
const maxSteps = 1_000_000;

/** @throws {RowQueryError} for a name of no number */
function readValue({ parameter, numeric }: DerivationScope, by: string, given: string): string {
  const name = numeric.has(given) ? given : unquoted(parameter, given);
  const isNumber = numeric.get(name);
  if (isNumber === undefined) {
    throw new RowQueryError(parameter, `There is no aggregate "${name}" before this derivation.`);
  }
  if (!isNumber) throw new RowQueryError(parameter, `${by} takes numbers, and ${name} is none.`);
  return name;
}

function readKeyName({ parameter, keys }: DerivationScope, given: string): string {
  if (keys.has(given)) return given;
  throw new RowQueryError(parameter, `"${given}" is no key of this request; write it as in ${groupBy}.`);
}

function readHaving(parameters: Parameters, aggregates: readonly Named[]): Having[] {
  return parameters.flatMap(([parameter, value]) => {
    if (!parameter.startsWith(havingPrefix)) return [];
    const rest = parameter.slice(havingPrefix.length);
    if (aggregates.some(({ name }) => name === rest)) return [{ name: rest, lookup: 'exact' as const, value }];
    const split = rest.lastIndexOf('__');
    const name = rest.slice(0, split);
    const lookup = rest.slice(split + 2);
    if (split <= 0 || !aggregates.some((aggregate) => aggregate.name === name)) {
      throw new RowQueryError(parameter, `There is no aggregate "${split > 0 ? name : rest}".`);
    }
    if (!isHavingLookup(lookup)) {
      throw new RowQueryError(parameter, `There is no lookup "${lookup}". Known lookups: ${havingLookups.join(', ')}.`);
    }
    if (lookup === 'in' || lookup === 'range') readList(parameter, value);
    return [{ name, lookup, value }];
  });
}

function readOrdering(parameters: Parameters, keys: readonly GroupKey[], aggregates: readonly Named[]): GroupOrder[] {
  const byText = new Set([...keys.map(({ text }) => text), ...aggregates.map(({ name }) => name)]);
  const named = (text: string) => {
    if (byText.has(text)) return text;
    const name = text.startsWith('"') ? unquoted('ordering', text) : text;
    return byText.has(name) ? name : null;
  };
  const written = parameters.filter(([name]) => name === 'ordering').map(([, value]) => value);
  const terms = written.flatMap((value) => splitOutside('ordering', value)).filter((term) => term !== '');
  return terms.map((term) => {
    const up = named(term);
    if (up !== null) return { name: up, descending: false };
    const down = term.startsWith('-') ? named(term.slice(1)) : null;
    if (down !== null) return { name: down, descending: true };
    throw new RowQueryError(
      'ordering',
      `"${term.replace(/^-/, '')}" is neither a key nor an aggregate of this request.`,
    );
  });
}

function typeOf(parameter: string, types: ReadonlyMap<string, string>, column: string): string {
  const type = types.get(column);
  if (type === undefined) throw new RowQueryError(parameter, `There is no column "${column}".`);
  return type;
}

function assertTaken(
  parameter: string,
  name: string,
  { types, wants }: { readonly types: readonly string[]; readonly wants: string },
  column: string,
  type: string,
): void {
  if (!types.includes(type)) throw new RowQueryError(parameter, `${name} takes ${wants}, ${column} is ${type}`);
}

function assertCount(parameter: string, form: string, count: number, minimum: number, maximum: number): void {
  if (count < minimum || count > maximum) throw new RowQueryError(parameter, `Write ${form}.`);
}

function readNumber(parameter: string, name: string, text: string): number {
  const value = isDecimalText(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new RowQueryError(parameter, `${name}: "${text}" is not a number.`);
  return value;
}

/** Bins are calculated as decimals are, so that no digit may be lost. */
function readExactNumber(parameter: string, name: string, text: string): number {
  const value = readNumber(parameter, name, text);
  // Only the number that was read is compared: the text's exponent may be anything.
  const written = Math.abs(value) === 0 ? (text.split(/e/i)[0] ?? '') : text;
  const { digits } = aligned(decimalOf(written), decimalOf(value));
  if (digits[0] !== digits[1]) throw new RowQueryError(parameter, `${name}: "${text}" has too many digits.`);
  return value;
}

function positive(parameter: string, what: string, value: number | undefined): number {
  if (value === undefined || value <= 0) throw new RowQueryError(parameter, `The ${what} must be greater than 0.`);
  return value;
}

function isKeyFunction(name: string): name is KeyFunction {
  return Object.hasOwn(keyFunctions, name);
}

function isAggregateFunction(name: string): name is AggregateFunction {
  return Object.hasOwn(aggregateFunctions, name);
}

function isHavingLookup(text: string): text is HavingLookup {
  return havingLookups.some((lookup) => lookup === text);
}

/** A condition on an aggregate as a filter on a column of the groups. */
export function havingFilter({ name, lookup, value }: Having): Filter {
  return { column: name, lookup: lookup satisfies Lookup, value };
}
