const number = '[-+0-9.eE]+';

/** Name of our user-defined function for geometry collections, which can be nested. */
export const collectionFunction = 'almanac_geojson';

/** Name of our function for the centroid of anything but a point, as `x y`; empty if there is none. */
export const centroidFunction = 'almanac_centroid';

/** Expression for the centroid of a geometry as the text `x y`; NULL for a missing geometry. */
export function centroidSql(reference: string): string {
  const text = `ST_AsText(${reference})`;
  return `CASE WHEN ${reference} IS NULL THEN NULL
    WHEN starts_with(${text}, 'POINT (') THEN substr(${text}, 8, length(${text}) - 8)
    ELSE ${centroidFunction}(hex(ST_AsWKB(${reference}))) END`;
}

/**
 * Expression for the GeoJSON text of a geometry: the engine can write well-known text, whose coordinates differ from
 * GeoJSON only in their brackets. NULL for a missing geometry, and for one with a coordinate that JSON cannot
 * represent.
 */
export function geoJsonSql(reference: string): string {
  const text = `ST_AsText(${reference})`;
  const point = `'{"type":"Point","coordinates":[' || replace(substr(${text}, 8, length(${text}) - 8), ' ', ',') || ']}'`;
  // The only lower-case letters are those of NaN and infinities.
  return `CASE WHEN ${reference} IS NULL OR contains(${text}, 'n') THEN NULL
    WHEN starts_with(${text}, 'POINT (') THEN ${point}
    WHEN starts_with(${text}, 'GEOMETRYCOLLECTION') THEN ${collectionFunction}(hex(ST_AsWKB(${reference})))
    ELSE ${shapeSql(text)} END`;
}

const names = [
  ['MULTIPOLYGON', 'MultiPolygon'],
  ['MULTILINESTRING', 'MultiLineString'],
  ['MULTIPOINT', 'MultiPoint'],
  ['POLYGON', 'Polygon'],
  ['LINESTRING', 'LineString'],
  ['POINT', 'Point'],
] as const;

/** Encloses positions in brackets and makes all other brackets square; a point then has one pair too many. */
function shapeSql(text: string): string {
  const cases = names.map(([wellKnown, name]) => `WHEN starts_with(${text}, '${wellKnown}') THEN '${name}'`).join(' ');
  const body = `substr(${text}, strpos(${text}, '('))`;
  const wrapped = `regexp_replace(${body}, '${number}(?: ${number})+', '[\\0]', 'g')`;
  const square = `replace(translate(replace(${wrapped}, ', ', ','), '()', '[]'), ' ', ',')`;
  const coordinates = `CASE WHEN strpos(${text}, '(') = 0 THEN '[]'
    WHEN starts_with(${text}, 'POINT') THEN ${square}[2:-2] ELSE ${square} END`;
  return `'{"type":"' || (CASE ${cases} END) || '","coordinates":' || (${coordinates}) || '}'`;
}
