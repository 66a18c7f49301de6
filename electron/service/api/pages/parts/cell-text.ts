import type { JsonTree } from './json-view.ts';

/** A text truncated to `maxLength` characters, without splitting a surrogate pair. */
export function shortened(text: string, maxLength: number): string {
  const characters = Array.from(text.slice(0, maxLength * 2 + 2));
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** A value of a row in a few words: a geometry by its kind and its position or size. Null for a missing value. */
export function cellText(value: JsonTree): string | null {
  switch (value.kind) {
    case 'word':
      return value.text === 'null' ? null : value.text;
    case 'number':
      return value.text;
    case 'string':
      return value.value;
    case 'array':
      return `${value.items.length} items`;
    case 'object':
      return geometryText(value);
  }
}

function geometryText(geometry: Extract<JsonTree, { kind: 'object' }>): string {
  const member = (name: string) => geometry.entries.find(([key]) => key === name)?.[1];
  const type = member('type');
  const name = type?.kind === 'string' ? type.value : 'Object';
  const coordinates = member('coordinates');
  const geometries = member('geometries');
  if (geometries?.kind === 'array') return `${name}, ${counted(geometries.items.length, 'geometry', 'geometries')}`;
  if (coordinates?.kind !== 'array') return name;
  const position = positionText(coordinates);
  return position === null
    ? `${name}, ${counted(positions(coordinates), 'position', 'positions')}`
    : `${name} ${position}`;
}

function positionText(coordinates: Extract<JsonTree, { kind: 'array' }>): string | null {
  const numbers = coordinates.items.map((item) => (item.kind === 'number' ? item.text : null));
  return numbers.length > 0 && numbers.every((number) => number !== null) ? numbers.join(', ') : null;
}

function positions(tree: JsonTree): number {
  if (tree.kind !== 'array') return 0;
  if (tree.items[0]?.kind === 'number') return 1;
  return tree.items.reduce((sum, item) => sum + positions(item), 0);
}

/** A count with its noun in singular or plural. */
function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
