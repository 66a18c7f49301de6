import { periodsOf } from '../../../values/periods.ts';
import { clockText } from '../../stated/stated-times.ts';
import { decimalCell, momentTextCell, type SheetCell } from '../sheet.ts';

/** A cell of an OpenDocument file: attributes and displayed text (OpenDocument 1.3, part 3, 9.1.4 and 19.385). */
export interface OdsCell {
  /** `office:value-type`; LibreOffice marks errors with a type of its own. */
  readonly type: string | undefined;
  /** The value in a notation that does not depend on the language. */
  readonly value: string | undefined;
  /** The paragraphs as displayed, one per line; null without any. */
  readonly text: string | null;
  readonly isFormula: boolean;
}

/** What becomes of a cell; `uncalculated` is a formula without a result. */
export type MadeCell = SheetCell | 'error' | 'uncalculated';

/** Names of errors in spreadsheets, also those that LibreOffice numbers. */
const errorText = /^(?:#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)|Err:\d{3})$/;

/** The value of a cell: like that of the same cell in a workbook of Excel. */
export function makeOdsCell({ type, value, text, isFormula }: OdsCell): MadeCell {
  // Excel stores an error as the number 0 that is displayed as the error's name.
  const mayBeError = type === 'error' || type === 'float' || isFormula;
  if (mayBeError && errorText.test(text ?? '')) return 'error';
  switch (type) {
    case undefined:
      return isFormula && text === null ? 'uncalculated' : textCell(text);
    case 'float':
      // A code with leading zeros is displayed so.
      if (/^0\d+$/.test(text ?? '') && Number(text) === Number(value)) return textCell(text);
      return value === undefined || value.trim() === '' ? textCell(text) : decimalCell(value.trim());
    case 'percentage':
    case 'currency':
      return value === undefined || value.trim() === '' ? textCell(text) : decimalCell(value.trim());
    case 'boolean':
      return { kind: 'text', text: value === 'true' ? 'true' : 'false' };
    case 'date':
      return value === undefined ? textCell(text) : dateCell(dateText(value, text ?? ''), text ?? '');
    case 'time':
      return textCell((value === undefined ? null : timeText(value)) ?? text);
    default:
      return textCell(value ?? text);
  }
}

function textCell(text: string | null): SheetCell {
  return text === null ? null : { kind: 'text', text };
}

/** Excel writes midnight after every day: it counts only if the cell displays a time. */
function dateText(value: string, shown: string): string {
  const [seconds = '', fraction = ''] = value.split('.');
  const whole = withFraction(seconds, fraction);
  return /\d:\d/.test(shown) ? whole : whole.replace(/T00:00:00$/, '');
}

/** @param shown a month or year that ends in two or four digits may be all that is shown */
function dateCell(date: string, shown: string): SheetCell {
  const periods = /^(?:\D*|\d\d[/.-])\d\d(?:\d\d)?$/.test(shown) ? periodsOf(shown) : [];
  const part = periods.find(({ kind, text }) => (kind === 'year' || kind === 'month') && date.startsWith(text));
  return momentTextCell(date, part?.text.length ?? date.length);
}

const duration = /^PT?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d+))?S)?$/;

/** A time of day or duration (XML Schema, part 2, 3.2.6) as hours, minutes and seconds; null for another form. */
function timeText(value: string): string | null {
  const found = duration.exec(value);
  if (found === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1, 5).map((part) => Number(part ?? 0));
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return withFraction(clockText(total * 1000), found[5] ?? '');
}

/** A time with the digits of a fraction of its second, without zeros at the end. */
function withFraction(time: string, digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end === 0 ? time : `${time}.${digits.slice(0, end)}`;
}
