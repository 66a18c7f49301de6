import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { type Explanation, explain, mapTexts } from '#shared/failures.ts';
import { type Exact, exactText, isRecord, member } from '../../lib/exact-json.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { type CellReader, cellReader } from '../cells/cells.ts';
import { ServiceError } from '../errors.ts';
import { oneLine } from '../http/answers/explain-status.ts';
import type { AnswerOrigin } from '../http/answers/get-json.ts';

/** Throws unless an item of a page is a row of the dataset; rows are numbered from 1 within their page. */
export type CheckRow = (item: Exact, row: number, origin: AnswerOrigin) => void;

const maxMembers = 6;
const maxExcerpt = 60;

const shortened = (text: string) => excerpt(text, maxExcerpt);

/** An excerpt of a value as JSON, for a message: for objects the names of their members. */
export function excerptOf(item: Exact): string {
  if (Array.isArray(item)) return item.length === 0 ? '[]' : `[${item.length} × …]`;
  if (!isRecord(item)) return oneLine(shortened(exactText(typeof item === 'string' ? shortened(item) : item)));
  const names = Object.keys(item);
  const shown = names.slice(0, maxMembers).map((name) => `${JSON.stringify(shortened(name))}: …`);
  return oneLine(`{${[...shown, ...(names.length > maxMembers ? ['…'] : [])].join(', ')}}`);
}

/** Whether a member of a list is itself a page: an envelope or a collection with rows of its own. */
export function isPage(item: Exact, names: ReadonlySet<string>): boolean {
  if (Array.isArray(member(item, 'results')) && !names.has('results')) return true;
  return (
    member(item, 'type') === 'FeatureCollection' && Array.isArray(member(item, 'features')) && !names.has('features')
  );
}

/** The column of a list of plain values. */
const valueColumn = 'value';

function isOfValues(columns: readonly Column[]): boolean {
  return columns.some(({ name, type }) => name === valueColumn && type === '');
}

/** Whether the geometry of a Feature may belong to a column. */
function isOfGeometry({ name, type }: Column): boolean {
  return type === 'geometry' || /^(geometry|geom|the_geom|shape)$/i.test(name);
}

function isFeature(item: { [name: string]: Exact }): boolean {
  return Object.hasOwn(item, 'properties') && member(item, 'type') === 'Feature';
}

/** A Feature of another dataset has a geometry as well: if there are other columns, one of those must be present. */
function sharesFeature(item: { [name: string]: Exact }, expected: readonly Column[]): boolean {
  const properties = item.properties;
  if (isRecord(properties) && Object.keys(properties).length > 0) {
    if (expected.some(({ name }) => Object.hasOwn(properties, name))) return true;
    return expected.every(({ name, type }) => type === 'geometry' || name === 'id');
  }
  const takes = (member: string, isColumn: (column: Column) => boolean) =>
    Object.hasOwn(item, member) && expected.some(isColumn);
  return takes('geometry', isOfGeometry) || takes('id', ({ name }) => name === 'id');
}

function shares(item: { [name: string]: Exact }, expected: readonly Column[]): boolean {
  if (expected.some(({ name }) => Object.hasOwn(item, name))) return true;
  return isFeature(item) && sharesFeature(item, expected);
}

/** Whether there is a list of rows in place of a row. */
function holdsRows(item: readonly Exact[], columns: readonly Column[]): boolean {
  return item.length > 0 && item.every((one) => isRecord(one) && columns.some(({ name }) => Object.hasOwn(one, name)));
}

/**
 * An item that has nothing in common with the columns would be read as a row of missing values: it is a malformed
 * answer.
 * @param fields names of the requested columns; null for all
 * @throws {ServiceError} `malformed`, from the returned function
 */
export function rowChecker(columns: readonly Column[], fields: readonly string[] | null): CheckRow {
  const names = new Set(columns.map(({ name }) => name));
  const chosen = fields === null ? columns : columns.filter(({ name }) => fields.includes(name));
  const expected = chosen.length > 0 ? chosen : columns;
  const lengths = new Set([columns.length, fields?.length ?? columns.length]);
  // Columns that were derived from the rows of a service that names none.
  const byPosition = columns.length > 0 && columns.every(({ name, type }) => type === '' && /^column \d+$/.test(name));
  const ofValues = isOfValues(columns);
  const listed = oneLine([...names].slice(0, maxMembers).join(', '));

  function problem(item: Exact, row: number, at: string): Explanation | null {
    if (isPage(item, names)) return explain('row-is-a-page', { address: at, row, found: excerptOf(item) });
    if (columns.length === 0) return null;
    if (Array.isArray(item)) {
      if (holdsRows(item, columns)) return explain('row-is-a-page', { address: at, row, found: excerptOf(item) });
      const fits = byPosition ? item.length <= columns.length : lengths.has(item.length);
      return fits
        ? null
        : explain('row-of-other-length', { address: at, row, found: item.length, columns: columns.length });
    }
    if (isRecord(item) ? shares(item, expected) : ofValues) return null;
    return explain('row-without-columns', { address: at, row, columns: listed, found: excerptOf(item) });
  }

  return (item, row, { address, quotable }) => {
    const at = `${address.origin}${address.pathname}`;
    const reason = problem(item, row, at);
    if (reason !== null) throw new ServiceError('malformed', mapTexts(reason, quotable), at);
  };
}

/** Converts items of any form into rows by column position. */
export type RowReader = (item: Exact) => Row;

interface Target {
  readonly name: string;
  /** Position among all columns of the dataset, for rows that are arrays. */
  readonly position: number;
  readonly read: CellReader;
}

/**
 * A Feature has its geometry beside its properties: it belongs to the first geometry column without a property. Its
 * `id` belongs to a column of that name.
 */
function fromFeature(item: { [name: string]: Exact }, targets: readonly Target[], geometryName: string | null): Row {
  const properties = item.properties;
  return targets.map((target): Cell => {
    const own = member(properties, target.name);
    if (own !== undefined) return target.read(own);
    if (target.name === geometryName) return target.read(member(item, 'geometry'));
    return target.name === 'id' ? target.read(member(item, 'id')) : null;
  });
}

function fromArray(item: readonly Exact[], targets: readonly Target[], width: number): Row {
  // A service that supports `fields` sends only these; one that ignores it sends all columns.
  const chosen = item.length === targets.length && item.length !== width;
  return targets.map((target, index) => target.read(item[chosen ? index : target.position]));
}

/**
 * @param columns all columns of the dataset, in its order
 * @param fields names of the columns to return, in that order; null for all. An unknown name yields nulls.
 */
export function rowReader(columns: readonly Column[], fields: readonly string[] | null): RowReader {
  const names = fields ?? columns.map((column) => column.name);
  const targets = names.map((name, index): Target => {
    const position = fields === null ? index : columns.findIndex((column) => column.name === name);
    const type = columns[position]?.type ?? '';
    return { name, position, read: cellReader(type) };
  });
  const geometryName =
    columns.find((column) => column.type === 'geometry')?.name ?? columns.find(isOfGeometry)?.name ?? null;
  const place = Math.max(
    0,
    targets.findIndex(({ name }) => name === valueColumn),
  );
  return (item) => {
    if (Array.isArray(item)) return fromArray(item, targets, columns.length);
    if (!isRecord(item)) return targets.map((target, index) => (index === place ? target.read(item) : null));
    if (isFeature(item)) return fromFeature(item, targets, geometryName);
    return targets.map((target) => target.read(Object.hasOwn(item, target.name) ? item[target.name] : undefined));
  };
}

/** The columns of a dataset whose record names none although it has rows, derived from the first rows. */
export function columnsOf(items: readonly Exact[]): Column[] {
  const names = new Map<string, string>();
  for (const item of items) {
    if (Array.isArray(item)) for (const index of item.keys()) names.set(`column ${index + 1}`, '');
    else if (isRecord(item)) {
      const feature = isFeature(item);
      const properties = feature ? item.properties : item;
      if (isRecord(properties)) for (const name of Object.keys(properties)) names.set(name, '');
      if (feature) names.set('geometry', 'geometry');
    } else names.set(valueColumn, '');
  }
  return Array.from(names, ([name, type]) => ({ type, description: '', name, label: name }));
}
