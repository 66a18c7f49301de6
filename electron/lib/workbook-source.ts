import type { Column } from '#shared/api/column.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { sourceColumnsHead, sourceFacts } from '#shared/source-formats.ts';

/** The origin of the rows of a workbook. Texts may be empty. */
export interface WorkbookSource {
  /** Whether columns are headed by their labels or by their names. */
  readonly headings: 'labels' | 'names';
  readonly label: string;
  /** Absolute address of the dataset, or `namespace/dataset` if nothing will answer there. */
  readonly address: string;
  readonly version: string;
  /** SHA-256 of the version in hexadecimal. */
  readonly checksum: string;
  readonly licence: string;
  readonly source: string;
  readonly contact: string;
  /** Parameters that select the rows; empty for all. */
  readonly query: string;
}

/** The headings of a workbook's rows, and the rows of its sheet "Source". */
export interface WorkbookSheets {
  readonly headings: readonly string[];
  readonly source?: readonly (readonly string[])[];
}

/** The parameters of a query as text; empty for all rows of a version. */
export function queryText(query: RowQuery): string {
  const parameters = rowQueryToParameters({ ...query, version: null });
  return parameters.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Labels as headings: those that several columns share get the name behind them. */
function labelHeadings(columns: readonly Column[]): string[] {
  const labels = columns.map(({ label, name }) => label || name);
  const headings = columns.map(({ name }, at) => {
    const label = labels[at] ?? name;
    return labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${name})`;
  });
  return new Set(headings).size === headings.length ? headings : columns.map(({ name }) => name);
}

/** The texts of a workbook besides its rows. */
export function describeWorkbook(columns: readonly Column[], from: WorkbookSource, rows: number): WorkbookSheets {
  const headings = from.headings === 'labels' ? labelHeadings(columns) : columns.map(({ name }) => name);
  const texts: Readonly<Record<(typeof sourceFacts)[number], string>> = {
    Dataset: from.label,
    Address: from.address,
    Version: from.version,
    Query: from.query,
    Rows: String(rows),
    Licence: from.licence,
    Source: from.source,
    Contact: from.contact,
    'SHA-256 of the version': from.checksum,
    Exported: new Date().toISOString(),
  };
  const facts = sourceFacts.map((name) => [name, texts[name]]).filter(([, text]) => text !== '');
  const described = columns.map(({ name, type, description }, at) => [headings[at] ?? name, name, type, description]);
  return { headings, source: [...facts, [], sourceColumnsHead, ...described] };
}
