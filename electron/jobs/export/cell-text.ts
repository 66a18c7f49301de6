import type { Cell, Geometry } from '#shared/cell.ts';

/** A number in JSON and CSV: the shortest text that yields the same double, including negative zero. */
export function numberText(value: number): string {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** A cell as JSON, integers with all their digits. */
export function jsonText(cell: Cell): string {
  if (typeof cell === 'bigint') return cell.toString();
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : 'null';
  return JSON.stringify(cell);
}

type Nested = readonly number[] | readonly Nested[];

/** Positions are separated by spaces, anything else is in brackets. */
function coordinatesText(value: Nested): string {
  if (typeof value[0] === 'number') return (value as readonly number[]).map(numberText).join(' ');
  return (value as readonly Nested[])
    .map((inner) => (typeof inner[0] === 'number' ? coordinatesText(inner) : `(${coordinatesText(inner)})`))
    .join(', ');
}

function dimensions(value: Nested): number {
  const [first] = value;
  return typeof first === 'number' ? value.length : first === undefined ? 2 : dimensions(first);
}

/** Well-known text (OGC 06-103r4, 7), the form of geometry in delimited files. */
export function wellKnownText(geometry: Geometry): string {
  const name = geometry.type.toUpperCase();
  if (geometry.type === 'GeometryCollection') {
    const inner = geometry.geometries.map(wellKnownText).join(', ');
    return inner === '' ? `${name} EMPTY` : `${name} (${inner})`;
  }
  const coordinates = geometry.coordinates as Nested;
  if (coordinates.length === 0) return `${name} EMPTY`;
  const height = dimensions(coordinates) > 2 ? ' Z' : '';
  return `${name}${height} (${coordinatesText(coordinates)})`;
}

/** A cell as text in a delimited file; null if it is missing. */
export function plainText(cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : null;
  return typeof cell === 'object' ? wellKnownText(cell) : String(cell);
}
