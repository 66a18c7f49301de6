import type { Retention } from '#shared/follow.ts';
import { versionDatetime } from '../../catalogue/records/version-slug.ts';

const dayMs = 86_400_000;

/** Monday of the week of a moment, as a number. */
const weekOf = (at: number) => Math.floor((at / dayMs + 3) / 7);

/**
 * The versions that a retention removes. The newest always stays, and with thinning also the first.
 * @param slugs of all ready versions, newest first
 * @param now milliseconds since 1970
 */
export function versionsToRemove(slugs: readonly string[], retention: Retention, now: number): string[] {
  if (retention.kind === 'all') return [];
  if (retention.kind === 'last') return slugs.slice(retention.versions);
  const kept = new Set<string>();
  const dayEnd = now - retention.days * dayMs;
  const weekEnd = dayEnd - retention.weeks * 7 * dayMs;
  return slugs.filter((slug, position) => {
    const at = Date.parse(versionDatetime(slug));
    const day = new Date(at).toISOString();
    const period = at >= dayEnd ? day.slice(0, 10) : at >= weekEnd ? `week ${weekOf(at)}` : day.slice(0, 7);
    const isNew = !kept.has(period);
    kept.add(period);
    return !isNew && position !== 0 && position !== slugs.length - 1;
  });
}
