import type { Cell } from '#shared/cell.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { type Exact, exactText, maxDigits } from './exact-json.ts';
import { readGeometry } from './geometry.ts';

/** Converts a service's value for a column of one type into a cell. */
export type CellReader = (value: Exact | undefined) => Cell;

const digits = /^[+-]?\d+$/;

/** An integer without loss; one of too many digits stays text. */
function exactInteger(text: string): number | bigint | string {
  if (text.length > maxDigits) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Anything but text and numbers is kept as its JSON text, so that nothing is lost. */
function plain(value: Exact | undefined): Cell {
  if (value === undefined) return null;
  if (typeof value === 'number') return finite(value);
  return typeof value === 'object' && value !== null ? exactText(value) : value;
}

function finite(value: number): Cell {
  return Number.isFinite(value) ? value : null;
}

function integer(value: Exact | undefined): Cell {
  // Some services send long integers as text.
  if (typeof value === 'string' && digits.test(value)) return exactInteger(value);
  return plain(value);
}

function float(value: Exact | undefined): Cell {
  if (typeof value === 'bigint') return finite(Number(value));
  if (typeof value === 'string' && isDecimalText(value)) {
    // Decimals are sent as text; one with more digits than a double has stays text, unrounded.
    const [mantissa = ''] = value.split(/[eE]/, 1);
    const significant = mantissa.replace(/\D/g, '').replace(/^0+/, '').length;
    return significant <= 15 ? finite(Number(value)) : value;
  }
  return plain(value);
}

function text(value: Exact | undefined): Cell {
  const cell = plain(value);
  return typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : cell;
}

function geometry(value: Exact | undefined): Cell {
  if (value === undefined || value === null || value === '') return null;
  // Unknown values are shown as they are instead of being hidden.
  return readGeometry(value) ?? plain(value);
}

function unknown(value: Exact | undefined): Cell {
  const shape = typeof value === 'object' && value !== null ? readGeometry(value) : null;
  return shape ?? plain(value);
}

/** The reader for a column type of the specification; values of any other type are taken as they are. */
export function cellReader(type: string): CellReader {
  if (type === 'integer') return integer;
  if (type === 'float') return float;
  if (type === 'char' || type === 'text') return text;
  return type === 'geometry' ? geometry : unknown;
}
