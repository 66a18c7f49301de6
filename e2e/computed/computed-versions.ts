import type { ComputedTable } from './computed-tables.ts';

/** A version of a computed table. */
export interface ComputedVersion {
  readonly slug: string;
  readonly datetime: string;
  /** It contains this many of the first rows. */
  readonly rows: number;
}

const only: ComputedVersion = { slug: '20260101000000000000', datetime: '2026-01-01T00:00:00.000Z', rows: 0 };

/** The versions of a table, newest first: a single one, or one per month since January 2000, each a row longer. */
export function versionsOf({ rows, growsMonthly = false }: ComputedTable): readonly ComputedVersion[] {
  if (!growsMonthly) return [{ ...only, rows }];
  return Array.from({ length: rows }, (_, month): ComputedVersion => {
    const datetime = new Date(Date.UTC(2000, month)).toISOString();
    return { slug: datetime.replaceAll(/\D/g, '').padEnd(20, '0'), datetime, rows: month + 1 };
  }).reverse();
}

/** The version that an address requests, by default the newest; undefined if there is no such version. */
export function requestedVersion(table: ComputedTable, query: URLSearchParams): ComputedVersion | undefined {
  const versions = versionsOf(table);
  const slug = query.get('version');
  return slug === null ? versions[0] : versions.find((version) => version.slug === slug);
}

/** The metadata of a version as Almanac's own service writes it: base64 of a JSON object. */
export function metadataOf({ columns, growsMonthly }: ComputedTable, { rows }: ComputedVersion): string {
  if (!growsMonthly) return '';
  const description = { rows, columns: columns.map(({ name, type }) => ({ name, type })) };
  return Buffer.from(JSON.stringify(description)).toString('base64');
}
