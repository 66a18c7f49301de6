import { isNumberText } from './number-text.ts';

/** How the numbers of a file are spelled, found out from its texts. */
export interface FoundSpelling {
  readonly decimalComma: boolean;
  /** Between groups of three digits; empty for none. */
  readonly thousands: string;
}

type Column = readonly string[];

const plain = /^[-+]?\d+(\.\d*)?([eE][-+]?\d+)?$|^[-+]?\.\d+$/;
/** A comma before other than three digits, or before three after a zero, can only be a decimal one. */
const surelyDecimalComma = /^[-+]?(\d*,(\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+)$/;
const surelyDecimalPoint = /^[-+]?(\d*\.(\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+)([eE][-+]?\d+)?$/;
const separators = [',', '.', "'", '’', ' ', '\u00a0', '\u202f'] as const;

function escaped(character: string): string {
  return character === '.' ? '\\.' : character;
}

function grouped(separator: string, decimal: ',' | '.'): RegExp {
  return new RegExp(`^[-+]?\\d{1,3}(${escaped(separator)}\\d{3})+(${escaped(decimal)}\\d*)?$`);
}

/** A column of numbers, some of them in groups, the others without any separator. */
function hasGroups(column: Column, separator: string, decimal: ',' | '.'): boolean {
  const inGroups = grouped(separator, decimal);
  const whole = new RegExp(`^[-+]?\\d{1,3}(${escaped(decimal)}\\d*)?$`);
  return column.some((text) => inGroups.test(text)) && column.every((text) => inGroups.test(text) || whole.test(text));
}

/**
 * Looks for decimal commas and for what stands between thousands. `1,234` alone could be either: it is taken for a
 * thousand, unless the file's fields are separated by semicolons, as programs of countries with a decimal comma do.
 * @param columns the texts of each column, missing ones left out.
 */
export function findSpelling(columns: readonly Column[], delimiter: string): FoundSpelling {
  const numeric = columns
    .map((column) => column.map((text) => text.trim()))
    .filter((column) => column.length > 0 && column.every(isNumberText));
  const point = numeric.some((column) => column.some((text) => surelyDecimalPoint.test(text)));
  const mixed = (decimal: ',' | '.', group: string) => {
    const inGroups = grouped(group, decimal);
    return numeric.some((column) => column.some((text) => text.includes(decimal) && inGroups.test(text)));
  };
  const comma =
    mixed(',', '.') ||
    numeric.some(
      (column) => column.some((text) => surelyDecimalComma.test(text)) && !column.every((text) => plain.test(text)),
    );
  const ambiguous = delimiter === ';' && !point && numeric.some((column) => hasGroups(column, ',', '.'));
  const decimalComma = (comma || ambiguous) && !point && !mixed('.', ',');
  const decimal = decimalComma ? ',' : '.';
  const thousands = separators.find(
    (separator) => separator !== decimal && numeric.some((column) => hasGroups(column, separator, decimal)),
  );
  return { decimalComma, thousands: thousands ?? '' };
}
