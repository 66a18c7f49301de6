import type { ColumnType } from '#shared/api/column.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { NumberReading, UnitSign } from './number-reading.ts';

/** The test and the conversion of a text to a type. */
export interface TextConversion {
  /** True or NULL if the text, if any, can be read as the type. */
  readonly valid: string;
  /** The value; only evaluated if `valid` holds. */
  readonly value: string;
  readonly quick?: QuickConversion;
}

/** The fast path for typical values. */
export type QuickConversion =
  /** An attempt that fails no statement; a condition on its result decides whether it is used. */
  | { readonly kind: 'tried'; readonly attempt: string; readonly stands: (attempted: string) => string }
  /** A value that must only be evaluated if the condition holds. */
  | { readonly kind: 'known'; readonly holds: string; readonly value: string };

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
/** Well-known text, perhaps after an SRID as in PostGIS: an invalid one would fail the statement in a cast. */
const wellKnownText = `^\\s*(?:SRID=[0-9]+;)?\\s*(?:${simpleShape}|${collection})\\s*$`;

/** The number format of a delimited file. */
export interface NumberSpelling {
  readonly decimalComma: boolean;
  /** The separator of groups of three digits; empty for none. */
  readonly thousands: string;
  /** Whether U+2212 is a minus sign too. */
  readonly typesetMinus?: true;
  /** The sign of a unit that a number may have at one of its ends. */
  readonly unitSign?: UnitSign;
}

/** The notation in which programs exchange numbers. */
export const plainNumbers: NumberSpelling = { decimalComma: false, thousands: '' };

const integerInner = (reference: string) => `TRY_CAST(trim(${reference}) AS BIGINT)`;

/** The text in the format of programs; what is not a number in this format remains invalid. */
function respelled(written: string, { decimalComma, thousands, typesetMinus, unitSign }: NumberSpelling): string {
  const mark = decimalComma ? ',' : '\\.';
  const signed = typesetMinus ? `replace(${written}, '\u2212', '-')` : written;
  const reference = unitSign === undefined ? signed : withoutUnit(signed, unitSign);
  let text = reference;
  if (thousands !== '') {
    const indian = thousands === ',' ? '|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}' : '';
    const between = quoteLiteral(
      `\\s*[-+]?(?:[1-9][0-9]{0,2}(?:${escapePattern(thousands)}[0-9]{3})+${indian})(?:${mark}[0-9]*)?\\s*`,
    );
    text = `CASE WHEN regexp_full_match(${reference}, ${between}) THEN replace(${reference}, ${quoteLiteral(thousands)}, '') ELSE ${reference} END`;
  }
  // In that notation a point has another meaning, or none.
  return decimalComma ? `CASE WHEN contains(${text}, '.') THEN 'x' ELSE replace(${text}, ',', '.') END` : text;
}

/** A text without the sign of a unit at one of its ends, such as the percent sign of `5 %`. */
function withoutUnit(reference: string, unitSign: UnitSign): string {
  const sign = escapePattern(unitSign);
  return `regexp_replace(trim(${reference}), '^([-+]?)\\s*${sign}\\s*|\\s*${sign}$', '\\1')`;
}

function escapePattern(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Any whole number: of a requested integer, signs and leading zeros may be lost. */
const anyInteger = '[-+]?[0-9]+';

/** The conversion to an integer of a text in a notation. @param spelling pattern of the notation */
function integer(reference: string, spelling: string): TextConversion {
  const plain = `TRY_CAST(${reference} AS BIGINT)`;
  // The engine rounds '1.5' to 2 and reads '1_1' as 11; a value that converts back to the same text has lost nothing.
  const exact = (attempted: string) => `${attempted}::VARCHAR = ${reference}`;
  const spelled = `regexp_full_match(${reference}, '\\s*${spelling}\\s*') AND ${integerInner(reference)} IS NOT NULL`;
  return {
    valid: `(CASE WHEN ${exact(plain)} THEN true ELSE ${spelled} END)`,
    value: `coalesce(${plain}, ${integerInner(reference)})`,
    quick: { kind: 'tried', attempt: plain, stands: exact },
  };
}

/** The conversion to a requested number: digits may be lost. The engine would also read '1_1'. */
function float(reference: string): TextConversion {
  const plain = `TRY_CAST(${reference} AS DOUBLE)`;
  const number = (attempted: string) => `(${attempted} IS NOT NULL AND NOT contains(${reference}, '_'))`;
  return { valid: number(plain), value: plain, quick: { kind: 'tried', attempt: plain, stands: number } };
}

/** Every number of up to this length survives conversion to a double (IEEE 754: 15 digits). */
const surelyExact = 15;
/** A double needs no more digits (IEEE 754). */
const doubleDigits = 17;
/**
 * A number with so many decimals is a double that a program printed with a digit more or less than the shortest text of
 * it: the same double is stored. Amounts have fewer, and none of their digits may change.
 */
const printedDecimals = 9;
/** Up to here a double represents all whole numbers. */
const maxWhole = '9007199254740993';

/**
 * A number of a column whose values are all in this format, if the nearest double preserves its digits: formatted with
 * as many decimals it is the same text again, or as a program may print that double. Leading zeros indicate codes.
 */
function exactFloat(reference: string, { plusSigns, exponents, areDoubles }: NumberReading): TextConversion {
  const plain = `TRY_CAST(${reference} AS DOUBLE)`;
  const sign = plusSigns ? '[-+]?' : '-?';
  const exponent = exponents ? '([eE][-+]?[0-9]{1,3})?' : '';
  const text = `ltrim(trim(${reference}), '+')`;
  const grammar = `regexp_full_match(${reference}, '\\s*${sign}((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)${exponent}\\s*')`;
  const decimals = `CASE WHEN contains(${text}, '.') THEN strlen(${text}) - strpos(${text}, '.') ELSE 0 END`;
  const again = `printf('%.*f', CAST(least(${decimals}, 60) AS INTEGER), ${plain})`;
  // Many programs write no zero before the point.
  const complete = `regexp_replace(${text}, '^(-?)\\.', '\\10.')`;
  const digits = `strlen(regexp_replace(regexp_replace(${text}, '[eE].*$', ''), '^-?0*\\.?0*|\\.', '', 'g'))`;
  const exact = `CASE WHEN ${digits} <= ${surelyExact} THEN true WHEN contains(lower(${text}), 'e') THEN ${digits} <= ${doubleDigits} ELSE ${areDoubles ? `(abs(${plain}) < ${maxWhole} OR NOT contains(${text}, '.'))` : `abs(${plain}) < ${maxWhole}`} AND (${again} = ${complete} OR (${digits} <= ${doubleDigits} AND ${decimals} >= ${printedDecimals})) END`;
  // Values that are too small for a double would become zero.
  const nonzero = `regexp_matches(regexp_replace(${text}, '[eE].*$', ''), '[1-9]')`;
  const inRange = exponents ? `isfinite(${plain}) AND (${plain} <> 0 OR NOT ${nonzero})` : `isfinite(${plain})`;
  return {
    valid: `(${grammar} AND ${inRange} AND ${exact})`,
    value: plain,
    quick: { kind: 'tried', attempt: plain, stands: (attempted) => usualFloat(reference, attempted, exponents) },
  };
}

/**
 * Cases that certainly satisfy {@link exactFloat}, decided by comparisons only: the full expression takes several times
 * as long. The engine also reads joined digits, words and leading zeros. Doubles with all their digits convert back
 * unchanged.
 */
function usualFloat(reference: string, attempted: string, exponents: boolean): string {
  const begins = `${reference} >= '-' AND ${reference} < ':'`;
  const coded = ['', '-'].map((sign) => `(${reference} >= '${sign}00' AND ${reference} < '${sign}0:')`).join(' OR ');
  const plain = `${begins} AND NOT (${coded}) AND NOT contains(${reference}, '_')`;
  const written = exponents
    ? `${attempted} <> 0`
    : `NOT contains(${reference}, 'e') AND NOT contains(${reference}, 'E')`;
  const same = `abs(${attempted}) < ${maxWhole} AND ${attempted}::VARCHAR = ${reference}`;
  return `(isfinite(${attempted}) AND ${written} AND CASE WHEN strlen(${reference}) <= ${surelyExact} THEN ${plain} ELSE ${same} END)`;
}

/** An integer of a column whose values are all in this format, with a unique notation. */
function uniqueInteger({ plusSigns }: NumberReading): string {
  return `(0|${plusSigns ? '[-+]?' : '-?'}[1-9][0-9]*)`;
}

/** How a text becomes a number if the values of its column determined the format: without loss. */
export function numberConversion(reference: string, type: 'integer' | 'float', reading: NumberReading): TextConversion {
  const text = `(${respelled(reference, reading)})`;
  return orEmpty(reference, type === 'integer' ? integer(text, uniqueInteger(reading)) : exactFloat(text, reading));
}

/** Whether a text is a number in this format: typical values in the faster way. */
export function numberTest(reference: string, type: 'integer' | 'float', reading: NumberReading): string {
  const { valid, quick } = numberConversion(reference, type, reading);
  return quick?.kind === 'tried' ? `(CASE WHEN ${quick.stands(quick.attempt)} THEN true ELSE ${valid} END)` : valid;
}

/** The well-known text of a GeoJSON geometry (RFC 7946, 3.1); a collection may contain anything but another one. */
function geoJsonText(reference: string): string {
  const json = `TRY_CAST(${reference} AS JSON)`;
  const parts = `list_transform(CAST(${json}->'geometries' AS JSON[]), part -> ${simpleGeoJsonText('CAST(part AS VARCHAR)')})`;
  const collection = `('GEOMETRYCOLLECTION' || CASE WHEN len(${parts}) = 0 THEN ' EMPTY' ELSE '(' || array_to_string(${parts}, ', ') || ')' END)`;
  return `CASE WHEN ${json}->>'type' = 'GeometryCollection' THEN ${collection} ELSE ${simpleGeoJsonText(reference)} END`;
}

function simpleGeoJsonText(reference: string): string {
  const json = `TRY_CAST(${reference} AS JSON)`;
  const place = `'\\[\\s*(${number})\\s*,\\s*(${number})\\s*(?:,\\s*(${number})\\s*)?\\]'`;
  const coordinates = `CAST(${json}->'coordinates' AS VARCHAR)`;
  const positions = `regexp_replace(${coordinates}, ${place}, '\\1 \\2 \\3', 'g')`;
  const height = `CASE WHEN regexp_matches(${coordinates}, '\\[\\s*${number}\\s*,\\s*${number}\\s*,') THEN ' Z' ELSE '' END`;
  const kind = `upper(${json}->>'type')`;
  const text = `CASE WHEN ${coordinates} = '[]' THEN ' EMPTY' WHEN ${kind} = 'POINT' THEN '(' || ${positions} || ')' ELSE translate(${positions}, '[]', '()') END`;
  return `(${kind} || ${height} || ${text})`;
}

/**
 * Whether all coordinates of a geometry's text are finite, so that JSON can represent them: the engine accepts `NaN`
 * and `inf`, and numbers beyond doubles become infinite. Finite ones do not have hundreds of digits.
 */
function isFiniteText(reference: string): string {
  return `(NOT regexp_matches(${reference}, 'nan|inf|e[+]?0*[1-9][0-9]{2}|[0-9]{300}', 'i'))`;
}

/**
 * Like {@link isFiniteText}, for names of geometries in capitals: a text without any of these letters needs no pattern,
 * which would take several times as long.
 */
function isFiniteGeometry(reference: string): string {
  const letters = [...'aAfFeE'].map((letter) => `NOT contains(${reference}, '${letter}')`);
  return `CASE WHEN strlen(${reference}) < 300 AND ${letters.join(' AND ')} THEN true ELSE ${isFiniteText(reference)} END`;
}

/** Well-known text, the hexadecimal form of well-known binary, or GeoJSON. */
function geometry(reference: string): TextConversion {
  // Only the header distinguishes a geometry from a long number: byte order, then a type (ISO 19125, with the flags of
  // PostGIS).
  const header = `regexp_full_match(${reference}, '\\s*(01[0-9A-F]{2}(00|03|07|0B)00(00|20|40|80|A0|C0|E0)|00(00|20|40|80|A0|C0|E0)00(00|03|07|0B)[0-9A-F]{2})[0-9A-F]+\\s*', 'i')`;
  const decoded = `TRY(ST_GeomFromWKB(unhex(trim(${reference}))))`;
  const isBinary = `(${header} AND ${decoded} IS NOT NULL AND ${isFiniteText(`ST_AsText(${decoded})`)})`;
  const isGeoJson = `(ltrim(${reference}) LIKE '{%')`;
  const fits = (text: string) =>
    `coalesce(regexp_matches(${text}, '${wellKnownText}', 'i') AND ${isFiniteText(text)}, false)`;
  return {
    valid: `(CASE WHEN ${isGeoJson} THEN ${fits(geoJsonText(reference))} ELSE ${fits(reference)} OR ${isBinary} END)`,
    value: `CASE WHEN ${reference} = '' THEN NULL WHEN ${isBinary} THEN ST_GeomFromWKB(unhex(trim(${reference}))) WHEN ${isGeoJson} THEN CAST(${geoJsonText(reference)} AS GEOMETRY) ELSE CAST(regexp_replace(${reference}, '^\\s*SRID=[0-9]+;', '', 'i') AS GEOMETRY) END`,
  };
}

/** A faster path for points, the most common geometry: only geometries other than a plain point take the slow one. */
function anyGeometry(reference: string): TextConversion {
  const { valid, value } = geometry(reference);
  const plainPoint = `(regexp_full_match(${reference}, 'POINT ?\\(${number} ${number}\\)') AND ${isFiniteText(reference)})`;
  return {
    valid: `(CASE WHEN ${plainPoint} THEN true ELSE ${valid} END)`,
    value: `CASE WHEN ${plainPoint} THEN CAST(${reference} AS GEOMETRY) ELSE ${value} END`,
    // Well-known text begins with a capital from G to P; an invalid one makes the statement fail by itself.
    quick: {
      kind: 'known',
      holds: `${reference} >= 'G' AND ${reference} < 'Q' AND ${isFiniteGeometry(reference)}`,
      value: `CAST(${reference} AS GEOMETRY)`,
    },
  };
}

/** Whether a text may be a geometry: cheap to evaluate for every column, unlike {@link textConversion}. */
export function looksLikeGeometry(reference: string): string {
  return `regexp_matches(${reference}, '^\\s*(SRID=|POINT|LINESTRING|POLYGON|MULTI|GEOMETRYCOLLECTION|0[01][0-9A-F]{8}|[{])', 'i')`;
}

/**
 * How a text becomes a type that was requested, or that its format states. An empty text is a missing value for every
 * type except text.
 */
export function textConversion(reference: string, type: ColumnType, numbers: NumberSpelling): TextConversion {
  switch (type) {
    case 'integer':
      return orEmpty(reference, integer(`(${respelled(reference, numbers)})`, anyInteger));
    case 'float':
      return orEmpty(reference, float(`(${respelled(reference, numbers)})`));
    case 'geometry':
      return orEmpty(reference, anyGeometry(reference));
    case 'char':
    case 'text':
      return { valid: 'true', value: reference };
  }
}

function orEmpty(reference: string, { valid, value, quick }: TextConversion): TextConversion {
  return { valid: `(${reference} = '' OR ${valid})`, value, ...(quick ? { quick } : {}) };
}
