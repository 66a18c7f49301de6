import type { Version } from '#shared/api/records/version.ts';
import { formatMoment, formatMomentDay, formatTime, isMidnight } from '../format/format.ts';

/**
 * Names of the ready versions by slug: the time of publication, the day alone where all of them were published at
 * midnight, and the label if two share a minute.
 */
export function versionNames(versions: readonly Version[], locale: string): ReadonlyMap<string, string> {
  const ready = versions.filter((version) => version.ready);
  const format = ready.every(({ datetime }) => isMidnight(datetime)) ? formatMomentDay : formatMoment;
  const moments = ready.map(({ datetime }) => format(datetime, locale));
  return new Map(
    ready.map(({ slug, label }, position) => {
      const moment = moments[position] ?? '';
      const isAlone = moments.indexOf(moment) === moments.lastIndexOf(moment);
      return [slug, isAlone ? moment : `${moment} · ${label}`];
    }),
  );
}

const timestamp = /^(\d{4})(\d\d)(\d\d)\d{12}$/;

/** The date in a version's slug (specification, Version: a timestamp of 20 digits); other slugs unchanged. */
export function versionDay(slug: string, locale: string): string {
  const [, year, month, day] = timestamp.exec(slug) ?? [];
  if (year === undefined) return slug;
  return formatTime(Date.UTC(Number(year), Number(month) - 1, Number(day)), locale);
}
