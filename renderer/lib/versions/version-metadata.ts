import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Version } from '#shared/api/records/version.ts';
import { decodeMetadata } from '#shared/version-metadata.ts';
import { formatMoment, formatMomentDay, formatTime, isMidnight } from '../format/format.ts';

/** What Almanac's service writes into a version's `metadata`; other services may write anything. */
export interface VersionMetadata {
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly source: string | null;
  /** Names of its columns. */
  readonly columns: readonly string[] | null;
  /** The licence of the data, as text or address. */
  readonly licence: string | null;
  /** What is new in it. */
  readonly note: string | null;
  /** The account that published it, if the service shows it to this user. */
  readonly author: string | null;
  /** Whether it is sample data that came with Almanac. */
  readonly sample: boolean;
  /** Address of the original dataset if this is a copy. */
  readonly origin: string | null;
  /** What stood around the table in the file. */
  readonly lines: readonly string[];
  /** The columns with their types; null if unknown. */
  readonly schema: readonly VersionColumn[] | null;
}

/** A column of a version. */
export interface VersionColumn {
  readonly name: string;
  readonly type: string;
}

const nothing: VersionMetadata = {
  rows: null,
  bytes: null,
  source: null,
  columns: null,
  schema: null,
  licence: null,
  note: null,
  author: null,
  sample: false,
  origin: null,
  lines: [],
};

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function words(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The texts of a list of lines; none if it is anything else. */
function linesIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'text' in one && typeof one.text === 'string' ? [one.text] : [],
  );
}

/** Column names from a list of columns; null if it is not one. */
function names(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const found = value.map((column: unknown) =>
    typeof column === 'object' && column !== null && 'name' in column ? column.name : null,
  );
  return found.every((name) => typeof name === 'string') ? found : null;
}

/** Columns with types from a list of columns; null if one of them is invalid. */
function schemaIn(value: unknown): readonly VersionColumn[] | null {
  if (!Array.isArray(value)) return null;
  const columns = value.flatMap((one: unknown): VersionColumn[] => {
    if (typeof one !== 'object' || one === null || !('name' in one) || !('type' in one)) return [];
    return typeof one.name === 'string' && typeof one.type === 'string' ? [{ name: one.name, type: one.type }] : [];
  });
  return columns.length === value.length ? columns : null;
}

/** Reads base64 of a JSON object; anything else gives empty metadata. */
export function readVersionMetadata(metadata: string): VersionMetadata {
  const parsed = decodeMetadata(metadata);
  if (typeof parsed !== 'object' || parsed === null) return nothing;
  const fields = new Map<string, unknown>(Object.entries(parsed));
  const origin = fields.get('origin');
  return {
    rows: count(fields.get('rows')),
    bytes: count(fields.get('bytes')),
    source: words(fields.get('source')),
    columns: names(fields.get('columns')),
    licence: words(fields.get('licence')),
    note: words(fields.get('note')),
    author: words(fields.get('author')),
    sample: fields.get('sample') === true,
    origin: typeof origin === 'object' && origin !== null && 'address' in origin ? words(origin.address) : null,
    lines: linesIn(fields.get('lines')),
    schema: schemaIn(fields.get('columns')),
  };
}

/** Cached: every key typed into the filter of the catalogue asks for all datasets. */
const rowsOf = new WeakMap<Dataset, number | null>();

/** Number of rows of a dataset's newest version; null without one, or if its metadata has none. */
export function newestRows(dataset: Dataset): number | null {
  const known = rowsOf.get(dataset);
  if (known !== undefined) return known;
  const newest = newestReady(dataset);
  const rows = newest === undefined ? null : readVersionMetadata(newest.metadata).rows;
  rowsOf.set(dataset, rows);
  return rows;
}

/** A dataset's newest version that can be read. */
export function newestReady({ versions }: Dataset): Version | undefined {
  return versions.find(({ ready }) => ready);
}

/** Slug of a dataset's newest version; empty without one. */
export function newestVersion(dataset: Dataset): string {
  return newestReady(dataset)?.slug ?? '';
}

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
