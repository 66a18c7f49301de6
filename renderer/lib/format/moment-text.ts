import type { MomentKind } from '#shared/time/moment-kind.ts';
import { type DayLength, formatDataDay, formatDataMonth } from './format.ts';

const dayAndTime = /^(\d{4}-\d{2}-\d{2})T([\d:.]+)(Z|[+-][\d:]+)?$/;

/**
 * A date or time in the data, formatted for a locale without loss: names of days and months, 24-hour times as written,
 * in their own offset. Other texts are returned unchanged.
 */
export function momentText(text: string, kind: MomentKind, locale: string, length: DayLength = 'medium'): string {
  switch (kind) {
    case 'date':
      return formatDataDay(text, locale, length);
    case 'month':
      return formatDataMonth(text, locale);
    case 'date-time':
    case 'date-time-zone': {
      const [, day, time, zone = ''] = dayAndTime.exec(text) ?? [];
      if (day === undefined || time === undefined) return text;
      return `${formatDataDay(day, locale, length)} ${time}${zone === '' ? '' : ` ${zone === 'Z' ? 'UTC' : zone}`}`;
    }
    default:
      return text;
  }
}
