import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { printable, printableCell } from '#shared/text/printable.ts';
import { readProvenance } from '../../connector/editing/provenance.ts';
import { readDatasetAddress } from '../running/addresses/dataset-address.ts';
import { type RowOptions, readRowQuery } from '../running/addresses/row-options.ts';
import type { CommandAction } from '../running/help/define-command.ts';
import type { AccessOptions } from '../running/options.ts';
import { type ReadRows, readRows } from '../running/output/read-rows.ts';
import { alignedLines, type RowFormat, rowsLine, rowsText } from '../running/output/rows-text.ts';
import { counted, rowCount } from '../running/row-count.ts';
import { CommandFailure } from '../running/run.ts';
import { withDataset } from '../running/with-source.ts';

interface ShowOptions extends AccessOptions, RowOptions {
  readonly limit: number;
  readonly format: RowFormat;
}

/** `almanac show`: prints what a dataset is, and its first rows. */
export const showAction: CommandAction = { run: show };

async function show(address: string, options: ShowOptions): Promise<void> {
  const named = readDatasetAddress(address, options.service);
  const name = `${named.namespace}/${named.dataset}`;
  await withDataset(named, options, async (source) => {
    const { dataset } = await source.readDataset(named);
    const query = readRowQuery(named, options, new Set(dataset.columns.map((column) => column.name)));
    const known = dataset.versions.some(({ slug }) => query.version === null || slug === query.version);
    if (query.version !== null && !known)
      throw new CommandFailure(`${name} has no version ${query.version}.`, 'not-found');
    const hasRows = dataset.versions.some(({ ready }) => ready);
    const found = hasRows ? await readRows(source, named, query, options.limit) : noRows;
    const names = query.fields ?? dataset.columns.map((column) => column.name);
    const { licence } = (await readProvenance(source, named)) ?? { licence: '' };
    if (options.json === true) process.stdout.write(jsonOf(name, dataset, licence, names, found));
    else if (options.format !== 'table') process.stdout.write(rowsText(options.format, names, found.rows));
    else
      process.stdout.write(
        `${headOf(name, dataset, licence, found)}\n${rowsText('table', names, found.rows)}${rest(found)}`,
      );
  });
}

const noRows: ReadRows = { rows: [], count: 0, version: null };

function headOf(name: string, dataset: Dataset, licence: string, { version }: ReadRows): string {
  const { label, description, columns, versions, hidden } = dataset;
  const lines = [
    label === '' || label === dataset.slug ? name : `${name}: ${label}`,
    ...(description === '' ? [] : [description]),
    ...(hidden === true ? ['Hidden: only those who may write in its namespace see it'] : []),
    version === null ? 'No rows yet' : `Version ${version}, of ${counted(versions.length, 'version')}`,
    ...(licence === '' ? [] : [`Licence: ${licence}`]),
    'Columns:',
  ];
  return printable(`${lines.join('\n')}\n`) + alignedLines(columns.map(columnCells), () => false);
}

function columnCells({ name, type, label, description }: Column): string[] {
  const about = [label === name ? '' : label, description].filter((text) => text !== '').join('. ');
  return [`  ${printableCell(name)}`, type, printableCell(about)];
}

function rest({ rows, count }: ReadRows): string {
  return count === null || count <= rows.length ? '' : `… of ${rowCount(count)}\n`;
}

function jsonOf(name: string, dataset: Dataset, licence: string, names: readonly string[], found: ReadRows): string {
  const { label, description, columns, hidden = false } = dataset;
  const { version, count } = found;
  const record = { ok: true, dataset: name, label, description, licence, hidden, version, count, columns };
  // The rows are text already: numbers beyond the safe integers keep all digits.
  return `${JSON.stringify(record).slice(0, -1)},"rows":${rowsLine(names, found.rows)}}\n`;
}
