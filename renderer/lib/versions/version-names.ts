import type { Version } from '#shared/api/records/version.ts';
import { formatMoment } from '../format/format.ts';

/** Names of the ready versions by slug: the time of publication, and the label if two share a minute. */
export function versionNames(versions: readonly Version[], locale: string): ReadonlyMap<string, string> {
  const ready = versions.filter((version) => version.ready);
  const moments = ready.map(({ datetime }) => formatMoment(datetime, locale));
  return new Map(
    ready.map(({ slug, label }, position) => {
      const moment = moments[position] ?? '';
      const isAlone = moments.indexOf(moment) === moments.lastIndexOf(moment);
      return [slug, isAlone ? moment : `${moment} · ${label}`];
    }),
  );
}
