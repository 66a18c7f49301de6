import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Version } from '#shared/api/records/version.ts';
import type { Immutable } from '#shared/immutable.ts';
import { decodeMetadata } from '#shared/version-metadata.ts';
import { formatMoment, formatMomentDay, formatTime, isMidnight } from '../format/format.ts';

const VersionColumn = Type.Object({ name: Type.String(), type: Type.String() });
export type VersionColumn = Immutable<Static<typeof VersionColumn>>;

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Words = Type.String({ minLength: 1 });
const Line = Type.Object({ text: Type.String() });

/**
 * What Almanac's service writes into a version's `metadata`: base64 of a JSON object. Other services may write anything:
 * a member that is not valid is null.
 */
export function readVersionMetadata(metadata: string) {
  const parsed = decodeMetadata(metadata);
  const fields = new Map<string, unknown>(Object.entries(typeof parsed === 'object' ? (parsed ?? {}) : {}));
  const read = <Schema extends TSchema>(name: string, schema: Schema): Immutable<Static<Schema>> | null => {
    const value = fields.get(name);
    return Value.Check(schema, value) ? (value as Immutable<Static<Schema>>) : null;
  };
  return {
    rows: read('rows', Count),
    bytes: read('bytes', Count),
    source: read('source', Words),
    columns: read('columns', Type.Array(Type.Object({ name: Type.String() })))?.map(({ name }) => name) ?? null,
    schema: read('columns', Type.Array(VersionColumn))?.map(({ name, type }) => ({ name, type })) ?? null,
    /** The licence of the data, as text or address. */
    licence: read('licence', Words),
    note: read('note', Words),
    /** The account that published it, if the service shows it to this user. */
    author: read('author', Words),
    /** Whether it is sample data that came with Almanac. */
    sample: read('sample', Type.Boolean()) ?? false,
    /** Address of the original dataset if this is a copy. */
    origin: read('origin', Type.Object({ address: Words }))?.address ?? null,
    /** What stood around the table in the file. */
    lines: (read('lines', Type.Array(Type.Unknown())) ?? []).flatMap((line) =>
      Value.Check(Line, line) ? [line.text] : [],
    ),
  };
}

export type VersionMetadata = ReturnType<typeof readVersionMetadata>;

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
