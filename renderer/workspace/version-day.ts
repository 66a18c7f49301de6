import { formatTime } from '../lib/format/format.ts';

const timestamp = /^(\d{4})(\d\d)(\d\d)\d{12}$/;

/** The date in a version's slug (specification, Version: a timestamp of 20 digits); other slugs unchanged. */
export function versionDay(slug: string, locale: string): string {
  const [, year, month, day] = timestamp.exec(slug) ?? [];
  if (year === undefined) return slug;
  return formatTime(Date.UTC(Number(year), Number(month) - 1, Number(day)), locale);
}
