import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { type CellReader, cellReader } from './cells.ts';
import { type Exact, isRecord, member } from './exact-json.ts';
import { isOfGeometry, valueColumn } from './row-shape.ts';

/** Converts items of any form into rows by column position. */
export type RowReader = (item: Exact) => Row;

interface Target {
  readonly name: string;
  /** Position among all columns of the dataset, for rows that are arrays. */
  readonly position: number;
  readonly read: CellReader;
  readonly isGeometry: boolean;
}

function isFeature(item: { [name: string]: Exact }): boolean {
  return Object.hasOwn(item, 'properties') && member(item, 'type') === 'Feature';
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
    return { name, position, read: cellReader(type), isGeometry: type === 'geometry' };
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
