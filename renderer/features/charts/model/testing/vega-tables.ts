import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { PlainRow } from './plain-table.ts';

const folder = new URL('../../../../../node_modules/vega-datasets/data/', import.meta.url);

const monthDay = /^[A-Z][a-z]{2} \d{1,2} \d{4}$/;

/** A value as a service stores it: numbers of a file of text as numbers, dates in ISO 8601. */
function stored(value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || value === '-') return value;
  if (/^-?(0|[1-9]\d*)?(\.\d+)?$/.test(value)) return Number(value);
  if (/^\d{4}\/\d{2}\/\d{2} /.test(value)) return value.replaceAll('/', '-').replace(' ', 'T');
  return monthDay.test(value) ? new Date(`${value} UTC`).toISOString().slice(0, 10) : value;
}

/** The rows of one of the tables of the package. */
export function vegaRows(file: string): PlainRow[] {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const rows = file.endsWith('.json')
    ? JSON.parse(text)
    : parse(text, { columns: true, bom: true, delimiter: file.endsWith('.tsv') ? '\t' : ',' });
  const records: PlainRow[] = Array.isArray(rows) ? rows : featureRows(rows.features);
  return records.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, stored(value)])));
}

function featureRows(features: readonly { readonly properties: PlainRow; readonly geometry: object }[]): PlainRow[] {
  return features.map(({ properties, geometry }) => ({ ...properties, geometry }));
}
