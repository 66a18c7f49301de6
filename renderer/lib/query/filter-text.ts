import type { TFunction } from 'i18next';
import { type Filter, type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { type DataColumn, valueKind } from '../data-column.ts';
import { operatorOf, valuesOf } from './filter-operators.ts';
import { quotedIfMissing } from './missing-words.ts';

/** A filter in words: "Delay is at least 30". */
export function filterText(t: TFunction, filter: Filter, column: DataColumn | undefined): string {
  const label = column?.label || column?.name || filter.column;
  const type = column === undefined ? 'char' : valueKind(column);
  const operator = operatorOf(filter, type);
  const condition = operator === null ? filter.lookup : t(`filters.${operator.id}`);
  if (operator?.inputs === 'none') return `${label} ${condition}`;
  if (operator?.inputs === 'box') return extentText(t, label, filter.value) ?? `${label} ${condition} ${filter.value}`;
  const values = operator === null ? [filter.value] : valuesOf(filter, operator, type);
  const labelOf = (text: string) => column?.codes?.list.get(text)?.label ?? quotedIfMissing(text);
  const value = values.map(labelOf).join(' – ');
  return `${label} ${condition} ${value}`;
}

/** The address at which any program can read the same rows. */
export function viewAddress(data: string, query: RowQuery): string {
  const parameters = rowQueryToParameters(query);
  if (parameters.length === 0 || !URL.canParse(data)) return data;
  const address = new URL(data);
  for (const [name, value] of parameters) address.searchParams.append(name, value);
  return address.href;
}

/** Degrees in words: "12.5° E", "3° S". */
function degrees(value: number, positive: string, negative: string): string {
  const rounded = Math.round(Math.abs(value) * 100) / 100;
  return `${rounded}°${rounded === 0 ? '' : ` ${value < 0 ? negative : positive}`}`;
}

/** A bounding box in words; null if the text is not one. */
function extentText(t: TFunction, column: string, value: string): string | null {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
  return t('inspect.extent', {
    column,
    west: degrees(west ?? 0, t('inspect.east'), t('inspect.west')),
    east: degrees(east ?? 0, t('inspect.east'), t('inspect.west')),
    south: degrees(south ?? 0, t('inspect.north'), t('inspect.south')),
    north: degrees(north ?? 0, t('inspect.north'), t('inspect.south')),
  });
}
