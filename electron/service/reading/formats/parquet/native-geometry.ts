/**
 * Encodings of GeoParquet 1.1 ("Native encodings (based on GeoArrow)"): the lists around a position, and the keyword in
 * well-known text.
 */
const encodings: Readonly<Record<string, { readonly lists: number; readonly word: string }>> = {
  point: { lists: 0, word: 'POINT' },
  linestring: { lists: 1, word: 'LINESTRING' },
  multipoint: { lists: 1, word: 'MULTIPOINT' },
  polygon: { lists: 2, word: 'POLYGON' },
  multilinestring: { lists: 2, word: 'MULTILINESTRING' },
  multipolygon: { lists: 3, word: 'MULTIPOLYGON' },
};

/**
 * SQL expression for the geometry that a column holds as nested lists of numbers, if the file's metadata says so and
 * the column's type agrees; null for any other column. Measures (m) are dropped.
 * @param encoding as in the `geo` metadata
 */
export function nativeGeometrySql(encoding: unknown, engineType: string, reference: string): string | null {
  const found = encodings[String(encoding)];
  if (found === undefined) return null;
  const { lists, word } = found;
  const position = /^STRUCT\((x DOUBLE, y DOUBLE(?:, z DOUBLE)?(?:, m DOUBLE)?)\)((?:\[\])*)$/.exec(engineType);
  if (position === null || (position[2] ?? '').length !== lists * 2) return null;
  const hasAltitude = position[1]?.includes('z DOUBLE') === true;
  const isEmpty = lists === 0 ? `isnan(${reference}.x)` : `len(${reference}) = 0`;
  const text = hasAltitude ? `${word} Z ` : word;
  const body =
    lists === 0 ? `'(' || ${positionSql(reference, hasAltitude)} || ')'` : listSql(reference, lists, hasAltitude);
  return `CASE WHEN ${reference} IS NULL THEN NULL WHEN ${isEmpty} THEN CAST('${word} EMPTY' AS GEOMETRY) ELSE CAST('${text}' || ${body} AS GEOMETRY) END`;
}

function listSql(reference: string, lists: number, hasAltitude: boolean): string {
  const item = `p${lists}`;
  const one = lists === 1 ? positionSql(item, hasAltitude) : listSql(item, lists - 1, hasAltitude);
  return `'(' || array_to_string(list_transform(${reference}, lambda ${item}: ${one}), ', ') || ')'`;
}

function positionSql(reference: string, hasAltitude: boolean): string {
  const numbers = ['x', 'y', ...(hasAltitude ? ['z'] : [])].map((name) => `CAST(${reference}.${name} AS VARCHAR)`);
  return numbers.join(" || ' ' || ");
}
