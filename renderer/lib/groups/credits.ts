import type { TFunction } from 'i18next';
import { type AggregateQuery, aggregateQueryToParameters } from '#shared/aggregate-query.ts';
import type { Provenance } from '#shared/api/records/provenance.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import type { DataColumn } from '../data-column.ts';
import { conditionTexts } from '../query/query-text.ts';
import { readVersionMetadata } from '../versions/version-metadata.ts';

/**
 * The address at which the service returns the same groups, whatever is published later.
 * @param data address of the dataset's data
 * @param newest slug of the version that is read if the query names none; empty if the dataset has none
 */
export function groupsAddress(data: string, query: AggregateQuery, newest: string): string {
  const address = new URL(data);
  const version = query.rows.version ?? (newest === '' ? null : newest);
  const pinned = { ...query, rows: { ...query.rows, version } };
  for (const [name, value] of aggregateQueryToParameters(pinned)) address.searchParams.append(name, value);
  return address.href;
}

/**
 * The source of groups in one line: dataset, version, filters and date. The versions are slugs, of the newest one and of
 * the one that they are compared with.
 */
export function sourceText(
  t: TFunction,
  { dataset, namespaceLabel }: DatasetDetails,
  rows: RowQuery,
  columns: readonly DataColumn[],
  { newest, other = null }: { readonly newest: string; readonly other?: string | null },
): string {
  return [
    [namespaceLabel, dataset.label].filter((text) => text !== '').join(' / '),
    t('charts.atVersion', { version: rows.version ?? newest }),
    ...(other === null ? [] : [t('chartComparison.with', { version: other })]),
    ...conditionTexts(t, rows, columns),
    new Date().toISOString().slice(0, 10),
  ].join(' · ');
}

/** What the footer of a printed chart names. */
export interface FooterParts {
  readonly source: string;
  readonly licence: string;
  /** The day of the version, in words. */
  readonly version: string;
  /** Of the dataset. */
  readonly address: string;
}

const noBreak = '\u00a0';

/** The footer of a printed chart: source, licence, version and a short address, which is none of this computer alone. */
export function footerText(t: TFunction, { source, licence, version, address }: FooterParts): string {
  const short = shortAddress(address);
  return [
    ...(source === '' ? [] : [t('chartWords.sourceLine', { source })]),
    ...(licence === '' ? [] : [t('chartWords.licenceLine', { licence: withoutAddress(licence) })]),
    ...(version === '' ? [] : [t('charts.atVersion', { version }).replaceAll(' ', noBreak)]),
    ...(short === null ? [] : [short]),
  ].join(' · ');
}

/** A licence without the address of its text in brackets: it is not typed from paper. */
function withoutAddress(licence: string): string {
  const from = licence.search(/\(https?:/);
  const to = licence.indexOf(')', from);
  return from < 0 || to < 0 ? licence : `${licence.slice(0, from).trimEnd()}${licence.slice(to + 1)}`;
}

/** An address as it is printed; null for one that leads nowhere from another computer. */
function shortAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, hostname, pathname } = new URL(address);
  if (/^(localhost|127\.|0\.0\.0\.0|\[::1?\])/.test(hostname)) return null;
  return `${host}${pathname.replace(/\/(data\/)?$/, '')}`;
}

/** Source and licence of a chart for which an editor wrote none: those of the dataset. */
export function defaultWords(
  { dataset, namespaceLabel }: Pick<DatasetDetails, 'dataset' | 'namespaceLabel'>,
  version: string,
  provenance: Provenance | null,
): Pick<FooterParts, 'source' | 'licence'> {
  const own = [namespaceLabel, dataset.label].filter((text) => text !== '').join(', ');
  const metadata = dataset.versions.find(({ slug }) => slug === version)?.metadata ?? '';
  const licence = provenance?.licence || readVersionMetadata(metadata).licence;
  return { source: firstLine(provenance?.source ?? '') || own, licence: firstLine(licence ?? '') };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
