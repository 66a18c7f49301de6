import { type AggregateQuery, aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import { RowQueryError } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import type { GroupAnswerParts } from '../backend/statistics/answer-groups.ts';
import type { Source } from '../connector/source.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import { type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import { type RowOptions, readCondition, readRowQuery, rowParameters } from './running/addresses/row-options.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printRemark } from './running/output/print-result.ts';
import { readRows } from './running/output/read-rows.ts';
import { type RowFormat, rowsLine, rowsText } from './running/output/rows-text.ts';
import { UsageFailure } from './running/run.ts';
import { withDataset } from './running/with-source.ts';

interface QueryOptions extends AccessOptions, RowOptions {
  readonly groupBy?: string;
  readonly aggregate?: readonly string[];
  readonly derive?: readonly string[];
  readonly having?: readonly string[];
  readonly limit?: number;
  readonly maxRows: number;
  readonly format?: RowFormat;
}

/** Groups per request. */
const pageSize = 10_000;

/** `almanac query`: groups and aggregates the rows of a dataset. */
export const queryAction: CommandAction = { run: query };

async function query(address: string, options: QueryOptions): Promise<void> {
  const found = readDatasetAddress(address, options.service);
  const named = { ...found, version: options.version ?? found.version };
  const { openQueryHelpers } = await import('./running/query-helpers.ts');
  const helpers = openQueryHelpers(options);
  try {
    await withDataset(named, options, async (source) => {
      if (!isGrouped(named, options)) return await printRows(source, named, options);
      const groupQuery = await readQuery(source, named, options);
      const { groups, basis } = await readAll(helpers.parts, source, named, groupQuery, options);
      const values = [...groupQuery.aggregates, ...(groupQuery.derived ?? [])];
      const names = [...groupQuery.keys.map(({ text }) => text), ...values.map(({ name }) => name)];
      print(options, names, groups);
      const note = noteOf(basis);
      if (note !== null) printRemark(note);
    });
  } finally {
    await helpers.close();
  }
}

function isGrouped({ parameters }: NamedDataset, { groupBy, aggregate, derive, having }: QueryOptions): boolean {
  const ofAddress = parameters.some(([name]) => /^_(group_by$|aggregate__|derive__|having__)/.test(name));
  return ofAddress || groupBy !== undefined || aggregate !== undefined || derive !== undefined || having !== undefined;
}

async function printRows(source: Source, named: NamedDataset, options: QueryOptions): Promise<void> {
  const { dataset } = await source.readDataset(named);
  const columns = dataset.columns.map(({ name }) => name);
  const rowQuery = readRowQuery(named, options, new Set(columns));
  const { rows, count } = await readRows(source, named, rowQuery, options.limit ?? options.maxRows);
  print(options, rowQuery.fields ?? columns, rows);
  if (options.limit === undefined && count !== null && rows.length < count)
    printRemark(`the first ${rows.length} of ${count} rows; --max-rows reads more, and export all`);
}

function print({ format, json }: QueryOptions, names: readonly string[], rows: readonly Row[]): void {
  const chosen = format ?? (process.stdout.isTTY ? 'table' : 'csv');
  process.stdout.write(json === true ? `${rowsLine(names, rows)}\n` : rowsText(chosen, names, rows));
}

/** Which rows the groups were calculated from, unless it was all rows of the service. */
function noteOf(basis: RowBasis): string | null {
  switch (basis.kind) {
    case 'all':
      return null;
    case 'copy':
      return `from the copy ${basis.reference.namespace}/${basis.reference.dataset} on this computer`;
    case 'part':
      return basis.of === null
        ? `from the first ${basis.rows} rows; --max-rows reads more`
        : `from the first ${basis.rows} of ${basis.of} rows; --max-rows reads more`;
  }
}

/** @throws {UsageFailure} naming the invalid option */
async function readQuery(source: Source, named: NamedDataset, options: QueryOptions): Promise<AggregateQuery> {
  const { storedType } = await import('#shared/api/column.ts');
  const { dataset } = await source.readDataset(named);
  const parameters = [
    ...named.parameters.filter(([name]) => name !== 'limit' && name !== 'offset' && name !== '_format'),
    ...(options.groupBy === undefined ? [] : [['_group_by', options.groupBy] as const]),
    ...(options.aggregate ?? []).map((text) => assigned('--aggregate', text, '_aggregate__')),
    ...(options.derive ?? []).map((text) => assigned('--derive', text, '_derive__')),
    ...(options.having ?? []).map((text) => assigned('--having', text, '_having__')),
    ...rowParameters(options),
    ...(named.version === null ? [] : [['version', named.version] as const]),
  ];
  try {
    const columns = dataset.columns.map(({ name, type }) => ({ name, type: storedType(type) }));
    return aggregateQueryFromParameters(parameters, columns);
  } catch (error) {
    if (error instanceof RowQueryError) throw new UsageFailure(`${optionOf(error.parameter)}: ${error.message}`);
    throw error;
  }
}

function assigned(option: string, text: string, prefix: string): readonly [name: string, value: string] {
  const [name, value] = readCondition(option, text);
  return [`${prefix}${name}`, value];
}

function optionOf(parameter: string): string {
  if (parameter === '_group_by') return '--group-by';
  if (parameter === '_join') return '--any';
  if (parameter === '_collation') return '--collation';
  if (parameter.startsWith('_aggregate__')) return `--aggregate ${parameter.slice('_aggregate__'.length)}`;
  if (parameter.startsWith('_derive__')) return `--derive ${parameter.slice('_derive__'.length)}`;
  if (parameter.startsWith('_having__')) return `--having ${parameter.slice('_having__'.length)}`;
  return parameter === 'ordering' || parameter === 'fields' ? `--${parameter}` : `--filter ${parameter}`;
}

async function readAll(
  parts: GroupAnswerParts,
  source: Source,
  named: NamedDataset,
  query: AggregateQuery,
  { limit = Number.POSITIVE_INFINITY, maxRows }: QueryOptions,
): Promise<{ readonly groups: readonly Row[]; readonly basis: RowBasis }> {
  const { answerGroups } = await import('../backend/statistics/answer-groups.ts');
  const groups: Row[] = [];
  for (;;) {
    const size = Math.min(pageSize, limit - groups.length);
    const question = { source, name: named, query, offset: groups.length, limit: size, maxRows };
    const page = await answerGroups(parts, question, neverAborted);
    groups.push(...page.groups);
    if (page.groups.length < size || groups.length >= limit) return { groups, basis: page.basis };
  }
}
