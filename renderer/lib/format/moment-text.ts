import type { MomentKind } from '#shared/time/moment-kind.ts';
import { formatDataDay, formatDataMonth } from './format.ts';

const dayAndTime = /^(\d{4}-\d{2}-\d{2})T([\d:.]+)(Z|[+-][\d:]+)?$/;

/**
 * A date or time of data as people of a locale read it, with all that the text says: days and months by their names,
 * times of day by 24 hours as they are written, in the offset that they are written in. Another text stays as it is.
 */
export function momentText(text: string, kind: MomentKind, locale: string): string {
  switch (kind) {
    case 'date':
      return formatDataDay(text, locale);
    case 'month':
      return formatDataMonth(text, locale);
    case 'date-time':
    case 'date-time-zone': {
      const [, day, time, zone = ''] = dayAndTime.exec(text) ?? [];
      if (day === undefined || time === undefined) return text;
      return `${formatDataDay(day, locale)} ${time}${zone === '' ? '' : ` ${zone === 'Z' ? 'UTC' : zone}`}`;
    }
    default:
      return text;
  }
}
