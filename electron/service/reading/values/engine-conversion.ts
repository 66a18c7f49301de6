import type { ColumnType } from '#shared/api/column.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';

/** How a value of an engine type is stored. */
export interface EngineConversion {
  readonly type: Exclude<ColumnType, 'char'>;
  readonly value: string;
  /** Shown to the user, for example "date to ISO 8601 text"; null if nothing changes. */
  readonly note: Explanation | null;
  /** The kind of dates and times that ISO 8601 can represent; missing for other values. */
  readonly moment?: MomentKind;
}

const smallIntegers = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'UTINYINT', 'USMALLINT', 'UINTEGER']);

/** Integer types that may hold more than 64 signed bits. */
const wideIntegers: ReadonlySet<string> = new Set(['UBIGINT', 'HUGEINT', 'UHUGEINT', 'BIGNUM', 'VARINT']);

/**
 * The conversion of a column of an engine type: numbers unchanged if that keeps all their digits, dates and times as
 * ISO 8601 text, everything else as lossless text.
 * @param fits whether {@link exactCondition} holds for all values
 */
export function engineConversion(engineType: string, reference: string, fits: boolean): EngineConversion {
  const base = baseOf(engineType);
  if (smallIntegers.has(base)) return { type: 'integer', value: `CAST(${reference} AS BIGINT)`, note: null };
  if (wideIntegers.has(base)) return wideInteger(engineType, reference, fits);
  if (base === 'DECIMAL') return decimal(engineType, reference, fits);
  if (base === 'BLOB') return binary(reference, fits);
  if (base.startsWith('GEOMETRY')) return { type: 'geometry', value: `CAST(${reference} AS GEOMETRY)`, note: null };
  if (base === 'DOUBLE') return { type: 'float', value: reference, note: null };
  // Via text, so that 0.1 stays 0.1 instead of 0.10000000149011612.
  if (base === 'FLOAT') return { type: 'float', value: `CAST(CAST(${reference} AS VARCHAR) AS DOUBLE)`, note: null };
  return textForm(base, engineType, reference);
}

function baseOf(engineType: string): string {
  if (/[\])]$/.test(engineType) && /^(STRUCT|MAP|UNION)|\]$/.test(engineType)) return 'NESTED';
  return (engineType.split('(', 1)[0] ?? '').trim();
}

function wideInteger(engineType: string, reference: string, fits: boolean): EngineConversion {
  if (fits) return { type: 'integer', value: `CAST(${reference} AS BIGINT)`, note: null };
  const note = explain('integers-to-text', { type: engineType.toLowerCase() });
  return { type: 'text', value: `CAST(${reference} AS VARCHAR)`, note };
}

/**
 * A decimal becomes a number only if it stays the same: an integer if it has no decimals and fits into 64 bits, a float
 * if that preserves all its digits, and otherwise its text.
 */
function decimal(engineType: string, reference: string, fits: boolean): EngineConversion {
  const [precision = 0, scale = 0] = decimalDigits(engineType);
  const type = engineType.toLowerCase();
  if (scale === 0 && (fits || precision <= maxIntegerDigits)) {
    return { type: 'integer', value: `CAST(${reference} AS BIGINT)`, note: null };
  }
  if (scale > 0 && (fits || precision <= maxDoubleDigits)) {
    return {
      type: 'float',
      value: `CAST(${reference} AS DOUBLE)`,
      note: explain('recast', { from: type, to: 'float' }),
    };
  }
  const note = explain('digits-to-text', { type });
  return { type: 'text', value: `CAST(${reference} AS VARCHAR)`, note };
}

/** Older writers do not mark texts as such: bytes are text if all are UTF-8 without control characters. */
function binary(reference: string, fits: boolean): EngineConversion {
  return fits
    ? { type: 'text', value: `decode(${reference})`, note: explain('binary-as-text') }
    : { type: 'text', value: `hex(${reference})`, note: explain('binary-to-text') };
}

/** Every decimal of up to this number of digits survives conversion to a double (IEEE 754). */
const maxDoubleDigits = 15;
/** Every integer of up to this number of digits fits into 64 bits. */
const maxIntegerDigits = 18;

function decimalDigits(engineType: string): readonly number[] {
  return engineType
    .slice(engineType.indexOf('(') + 1, -1)
    .split(',')
    .map(Number);
}

/** A condition that holds if converting a value loses nothing; null if that is true for every value. */
export function exactCondition(engineType: string, reference: string): string | null {
  if (wideIntegers.has(engineType)) return `TRY_CAST(${reference} AS BIGINT) IS NOT NULL`;
  if (engineType === 'BLOB') {
    return `NOT coalesce(regexp_matches(TRY(decode(${reference})), '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]'), true)`;
  }
  if (baseOf(engineType) !== 'DECIMAL') return null;
  const [precision = 0, scale = 0] = decimalDigits(engineType);
  if (scale === 0) return precision <= maxIntegerDigits ? null : `TRY_CAST(${reference} AS BIGINT) IS NOT NULL`;
  if (precision <= maxDoubleDigits) return null;
  return `TRY_CAST(CAST(CAST(${reference} AS DOUBLE) AS VARCHAR) AS ${engineType}) = ${reference}`;
}

const mayContainTexts = /VARCHAR|JSON|ENUM|UNION|VARIANT|BLOB|BIT/;

/** JSON text in which dates with times, which the engine writes with a space, are in ISO 8601 form. */
function isoInJson(json: string): string {
  const time = '"([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]+)?)';
  const inUtc = `regexp_replace(${json}, '${time}[+]00"', '"\\1T\\2Z"', 'g')`;
  return `regexp_replace(${inUtc}, '${time}"', '"\\1T\\2"', 'g')`;
}

function textForm(base: string, engineType: string, reference: string): EngineConversion {
  const plain = `CAST(${reference} AS VARCHAR)`;
  switch (base) {
    case 'VARCHAR':
      return { type: 'text', value: reference, note: null };
    case 'ENUM':
    case 'UUID':
      return { type: 'text', value: plain, note: null };
    case 'BOOLEAN':
      return { type: 'text', value: plain, note: explain('boolean-to-text') };
    case 'DATE':
      return { type: 'text', value: plain, note: explain('date-to-text'), moment: 'date' };
    case 'TIME':
    case 'TIME_NS':
    case 'TIME WITH TIME ZONE':
      return { type: 'text', value: plain, note: explain('time-to-text'), moment: 'time' };
    case 'TIMESTAMP WITH TIME ZONE':
      return {
        type: 'text',
        value: `replace(replace(${plain}, ' ', 'T'), '+00', 'Z')`,
        note: explain('time-to-utc-text'),
        moment: 'date-time-zone',
      };
    case 'TIMESTAMP':
    case 'TIMESTAMP_S':
    case 'TIMESTAMP_MS':
    case 'TIMESTAMP_NS':
      return { type: 'text', value: `replace(${plain}, ' ', 'T')`, note: explain('time-to-text'), moment: 'date-time' };
    case 'VARIANT': {
      const json = `CAST(CAST(${reference} AS JSON) AS VARCHAR)`;
      const text = `CASE WHEN starts_with(variant_typeof(${reference}), 'TIMESTAMP') THEN ${isoInJson(json)} ELSE ${json} END`;
      return { type: 'text', value: `nullif(${text}, 'null')`, note: explain('nested-to-text') };
    }
    case 'NESTED':
    case 'JSON': {
      const json = `CAST(to_json(${reference}) AS VARCHAR)`;
      // A text may look like the engine's form of a time; if there are no such texts, everything in that form is a
      // time.
      const value = base === 'NESTED' && !mayContainTexts.test(engineType) ? isoInJson(json) : json;
      return { type: 'text', value, note: explain('nested-to-text') };
    }
    default:
      return { type: 'text', value: plain, note: explain('recast', { from: engineType.toLowerCase(), to: 'text' }) };
  }
}
