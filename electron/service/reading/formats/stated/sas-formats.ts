import type { StatedValue } from './stated-table.ts';
import { dayText, momentText } from './stated-times.ts';

const epoch1960 = Date.UTC(1960, 0, 1);
const dates =
  /^(?:DATE|DDMMYY[BCDNPS]?|MMDDYY[BCDNPS]?|YYMMDD[BCDNPS]?|E8601DA|B8601DA|IS8601DA|WEEKDATE|WEEKDATX|WORDDATE|WORDDATX|EURDFDD|EURDFDE|JULIAN|NLDATE\w*|DAY|MONYY|YYMM\w?|YYQ\w?|YEAR|MONTH)$/i;
const moments = /^(?:DATETIME|E8601DT|B8601DT|IS8601DT|DATEAMPM|NLDATM\w*|MDYAMPM|TODSTAMP)$/i;
const times = /^(?:TIME|HHMM|E8601TM|B8601TM|IS8601TM|TIMEAMPM|TOD|NLTIM\w*|MMSS)$/i;

/** A number as its format shows it: days, or seconds, since 1960 are dates and times. */
export function sasTime(value: number, format: string): StatedValue {
  const [name = ''] = format.split(/(?<=[a-z])[\d.]/i, 1);
  if (dates.test(name)) return dayText(value, epoch1960);
  if (moments.test(name)) return momentText(epoch1960 + value * 1000, 'datetime');
  return times.test(name) ? momentText(value * 1000, 'time') : value;
}
