import type { ColumnType } from '#shared/api/column.ts';

/** What a text is tested for and turned into on the way to a type. */
export interface TextConversion {
  /** True or NULL where the text, if any, can be read as the type. */
  readonly valid: string;
  /** The value; only asked where `valid` holds. */
  readonly value: string;
}

const number = '[-+]?[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?';
const position = `${number}(?:\\s+${number}){1,3}`;
const list = `\\(\\s*${position}(?:\\s*,\\s*${position})*\\s*\\)`;
const lists = `\\(\\s*${list}(?:\\s*,\\s*${list})*\\s*\\)`;
const listsOfLists = `\\(\\s*${lists}(?:\\s*,\\s*${lists})*\\s*\\)`;
const pointList = `\\(\\s*\\(?\\s*${position}\\s*\\)?(?:\\s*,\\s*\\(?\\s*${position}\\s*\\)?)*\\s*\\)`;
const simpleShape = [
  `POINT\\s*(?:Z|M|ZM)?\\s*(?:\\(\\s*${position}\\s*\\)|EMPTY)`,
  `MULTIPOINT\\s*(?:Z|M|ZM)?\\s*(?:${pointList}|EMPTY)`,
  `LINESTRING\\s*(?:Z|M|ZM)?\\s*(?:${list}|EMPTY)`,
  `(?:POLYGON|MULTILINESTRING)\\s*(?:Z|M|ZM)?\\s*(?:${lists}|EMPTY)`,
  `MULTIPOLYGON\\s*(?:Z|M|ZM)?\\s*(?:${listsOfLists}|EMPTY)`,
].join('|');
const collection = `GEOMETRYCOLLECTION\\s*(?:Z|M|ZM)?\\s*(?:\\(\\s*(?:${simpleShape})(?:\\s*,\\s*(?:${simpleShape}))*\\s*\\)|EMPTY)`;
/** Well-known text, with the SRID in front that PostGIS writes; DuckDB's own cast fails whole statements on a bad one. */
const wellKnownText = `^\\s*(?:SRID=[0-9]+;)?\\s*(?:${simpleShape}|${collection})\\s*$`;

const integerInner = (reference: string) => `TRY_CAST(trim(${reference}) AS BIGINT)`;

function integer(reference: string, codesAreText: boolean): TextConversion {
  const digits = codesAreText ? '(0|[1-9][0-9]*)' : '[0-9]+';
  const plain = `TRY_CAST(${reference} AS BIGINT)`;
  // The engine rounds '1.5' to 2 and reads '007' as 7; what comes back as it went in has lost nothing.
  const exact = `${plain}::VARCHAR = ${reference}`;
  const spelled = `regexp_full_match(${reference}, '\\s*[-+]?${digits}\\s*') AND ${integerInner(reference)} IS NOT NULL`;
  return {
    valid: `(CASE WHEN ${exact} THEN true ELSE ${spelled} END)`,
    value: `coalesce(${plain}, ${integerInner(reference)})`,
  };
}

function float(reference: string, decimalComma: boolean, found: boolean): TextConversion {
  const spelled = decimalComma ? `replace(${reference}, ',', '.')` : reference;
  const plain = `TRY_CAST(${spelled} AS DOUBLE)`;
  if (!found) return { valid: `(${plain} IS NOT NULL)`, value: plain };
  // A number with zeros in front is a code, and a whole number beyond 64 bits more likely an identifier than a
  // measure: as a double either would lose digits.
  const code = `(${reference} > '0' AND ${reference} < '1' AND regexp_full_match(${reference}, '0[0-9]+'))`;
  const identifier = `(strlen(${reference}) > 18 AND regexp_full_match(${reference}, '\\s*[-+]?[0-9]+\\s*') AND ${integerInner(reference)} IS NULL)`;
  return { valid: `(${plain} IS NOT NULL AND NOT ${code} AND NOT ${identifier})`, value: plain };
}

/** Well-known text, or the hexadecimal form of well-known binary. */
function geometry(reference: string): TextConversion {
  const isBinary = `regexp_full_match(${reference}, '\\s*0[01][0-9A-Fa-f]{8,}\\s*')`;
  return {
    valid: `(regexp_matches(${reference}, '${wellKnownText}', 'i') OR ${isBinary})`,
    value: `CASE WHEN ${isBinary} THEN ST_GeomFromWKB(unhex(trim(${reference}))) ELSE CAST(regexp_replace(${reference}, '^\\s*SRID=[0-9]+;', '', 'i') AS GEOMETRY) END`,
  };
}

/** A quicker spelling for points, which most geometry is: only what is no plain point takes the long way. */
function anyGeometry(reference: string): TextConversion {
  const { valid, value } = geometry(reference);
  const plainPoint = `regexp_full_match(${reference}, 'POINT ?\\(${number} ${number}\\)')`;
  return {
    valid: `(CASE WHEN ${plainPoint} THEN true ELSE ${valid} END)`,
    value: `CASE WHEN ${plainPoint} THEN CAST(${reference} AS GEOMETRY) ELSE ${value} END`,
  };
}

/**
 * How a text becomes a type.
 * @param found true where the type was found out from the values rather than asked for: then nothing may be lost by it
 */
export function textConversion(
  reference: string,
  type: ColumnType,
  found: boolean,
  decimalComma: boolean,
): TextConversion {
  switch (type) {
    case 'integer':
      return integer(reference, found);
    case 'float':
      return float(reference, decimalComma, found);
    case 'geometry':
      return anyGeometry(reference);
    case 'char':
    case 'text':
      return { valid: 'true', value: reference };
  }
}
