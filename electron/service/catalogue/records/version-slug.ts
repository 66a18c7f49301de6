/** The slug of a version published at an instant: `YYYYMMDDHHMMSS` and six digits of microseconds, UTC. */
export function versionSlug(at: Date, microseconds = 0): string {
  const digits = at.toISOString().replaceAll(/\D/g, '');
  return digits + String(microseconds).padStart(3, '0');
}

/** The slug one microsecond after another one. */
function following(slug: string): string {
  const instant = Date.parse(versionDatetime(slug));
  const microseconds = Number(slug.slice(17));
  return microseconds < 999 ? versionSlug(new Date(instant), microseconds + 1) : versionSlug(new Date(instant + 1));
}

/** The slug for a version published at `at`: later than `last` (empty for none), even if the clock was set back. */
export function nextVersionSlug(at: Date, microseconds: number, last: string): string {
  const slug = versionSlug(at, microseconds);
  return last === '' || slug > last ? slug : following(last);
}

/** The instant of a version's slug, to the millisecond: `datetime` of its record. */
export function versionDatetime(slug: string): string {
  const part = (from: number, to: number) => slug.slice(from, to);
  const date = `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}`;
  return `${date}T${part(8, 10)}:${part(10, 12)}:${part(12, 14)}.${part(14, 17)}Z`;
}

/** Whether a text has the form of a version's slug. */
export function isVersionSlug(text: string): boolean {
  return /^\d{20}$/.test(text);
}
