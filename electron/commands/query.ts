import { type Command, InvalidArgumentError } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type AggregateQuery, aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { storedType } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { RowQueryError } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { printable } from '#shared/text/printable.ts';
import { acquireStore, withStore } from '../backend/acquire-store.ts';
import { answerGroups, type GroupAnswerParts } from '../backend/statistics/answer-groups.ts';
import type { Limits } from '../connector/http/limits.ts';
import { exactText } from '../connector/rows/exact-json.ts';
import type { Source } from '../connector/source.ts';
import { placesFor } from '../lib/app-paths.ts';
import { type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import { alignedLines } from './running/aligned-lines.ts';
import { localConnection, type ServiceChoice, tokenFor } from './running/job-session.ts';
import { openQueryHelpers, type QueryHelpers } from './running/query-helpers.ts';
import { CommandFailure } from './running/run.ts';
import { addWaitOptions, waitsOf } from './running/waiting.ts';

const formats = ['table', 'csv', 'tsv', 'json', 'ndjson'] as const;
type Format = (typeof formats)[number];

interface QueryOptions extends ServiceChoice {
  readonly groupBy?: string;
  readonly aggregate?: readonly string[];
  readonly having?: readonly string[];
  readonly filter?: readonly string[];
  readonly any?: boolean;
  readonly search?: string;
  readonly ordering?: string;
  readonly limit?: number;
  readonly maxRows: number;
  readonly format?: Format;
  readonly service?: string;
  readonly data?: string;
}

/** Groups per request. */
const pageSize = 10_000;

/** Default limit of rows to read from a service that does not group them. */
const defaultMaxRows = 100_000;

/** `almanac query`: groups and aggregates the rows of a dataset. */
export function addQueryCommand(program: Command): void {
  const several = (value: string, before: readonly string[] = []) => [...before, value];
  const command = program
    .command('query')
    .description('Group and aggregate the rows of a dataset.')
    .argument('<address>', 'NAMESPACE/DATASET, or the address of a dataset or one of its versions')
    .option('--group-by <keys>', "columns, or functions of columns: 'Month(date),carrier'")
    .option('--aggregate <name=function>', "a value for each group, such as 'n=Count(*)' (repeatable)", several)
    .option('--having <condition>', "keep groups by an aggregate, such as 'n__gt=5' (repeatable)", several)
    .option('--filter <condition>', "select rows, such as 'delay__gte=15' (repeatable)", several)
    .option('--any', 'select rows that match any of the filters instead of all')
    .option('--search <text>', 'select rows that contain this text')
    .option('--ordering <terms>', "keys and aggregates to sort by, such as '-n'")
    .option('--limit <count>', 'maximum number of groups to print', wholeNumber)
    .option(
      '--max-rows <count>',
      'maximum number of rows to read from a service that does not group rows itself',
      positiveNumber,
      defaultMaxRows,
    )
    .option('--format <format>', `${formats.join(', ')} (default: a table on a terminal, csv otherwise)`, formatOf)
    .option('--service <address>', 'service of NAMESPACE/DATASET (default: the local one)')
    .option('--token-from-keychain', 'sign in with the token stored in the keychain for this service')
    .option('--token-env <name>', 'sign in with the token from this environment variable')
    .option('--data <folder>', 'data folder of the local store (default: the application’s)');
  addWaitOptions(command).action(query);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(text);
}

function positiveNumber(text: string): number {
  const number = wholeNumber(text);
  if (number === 0) throw new InvalidArgumentError('It has to be at least 1.');
  return number;
}

function formatOf(text: string): Format {
  const format = formats.find((one) => one === text);
  if (format === undefined) throw new InvalidArgumentError(`It has to be one of ${formats.join(', ')}.`);
  return format;
}

async function query(address: string, options: QueryOptions): Promise<void> {
  const places = placesFor(options.data);
  const named = readDatasetAddress(address, options.service);
  const helpers = openQueryHelpers(places);
  try {
    if (named.connection !== localConnection) {
      const token = await tokenFor(options, places.config, named.connection);
      await answer(helpers, named.connection, token, named, options, waitsOf(options).limits);
      return;
    }
    await withStore(
      () => acquireStore(places.data),
      async (store) => {
        const { url, token } = await store.address();
        await answer(helpers, url, token, named, options);
      },
    );
  } finally {
    await helpers.close();
  }
}

async function answer(
  helpers: QueryHelpers,
  url: string,
  token: string | null,
  named: NamedDataset,
  options: QueryOptions,
  limits: Partial<Limits> = {},
): Promise<void> {
  const { openService } = await import('../connector/discovery/open-service.ts');
  const service = await openService(url, token, limits);
  try {
    const { source } = service;
    const query = await readQuery(source, named, options);
    const { groups, basis } = await readAll(helpers.parts, source, named, query, options);
    const names = [...query.keys.map(({ text }) => text), ...query.aggregates.map(({ name }) => name)];
    const format = options.format ?? (process.stdout.isTTY ? 'table' : 'csv');
    process.stdout.write(textOf(format, names, groups));
    const note = noteOf(basis);
    if (note !== null) process.stderr.write(`${note}\n`);
  } finally {
    await service.close();
  }
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

/** @throws {CommandFailure} naming the invalid option */
async function readQuery(source: Source, named: NamedDataset, options: QueryOptions): Promise<AggregateQuery> {
  const { dataset } = await source.readDataset(named);
  const parameters = [
    ...named.parameters.filter(([name]) => name !== 'limit' && name !== 'offset' && name !== '_format'),
    ...(options.groupBy === undefined ? [] : [['_group_by', options.groupBy] as const]),
    ...(options.aggregate ?? []).map((text) => assigned('--aggregate', text, '_aggregate__')),
    ...(options.having ?? []).map((text) => assigned('--having', text, '_having__')),
    ...(options.filter ?? []).map((text) => assigned('--filter', text, '')),
    ...(options.any === true ? [['_join', 'OR'] as const] : []),
    ...(options.search === undefined ? [] : [['search', options.search] as const]),
    ...(options.ordering === undefined ? [] : [['ordering', options.ordering] as const]),
    ...(named.version === null ? [] : [['version', named.version] as const]),
  ];
  try {
    const columns = dataset.columns.map(({ name, type }) => ({ name, type: storedType(type) }));
    return aggregateQueryFromParameters(parameters, columns);
  } catch (error) {
    if (error instanceof RowQueryError) throw new CommandFailure(`${optionOf(error.parameter)}: ${error.message}`);
    throw error;
  }
}

function assigned(option: string, text: string, prefix: string): readonly [name: string, value: string] {
  const split = text.indexOf('=');
  if (split <= 0) throw new CommandFailure(`${option} takes NAME=VALUE, and "${text}" has no name.`);
  return [`${prefix}${text.slice(0, split)}`, text.slice(split + 1)];
}

/** The option that sets a parameter. */
function optionOf(parameter: string): string {
  if (parameter === '_group_by') return '--group-by';
  if (parameter === '_join') return '--any';
  if (parameter.startsWith('_aggregate__')) return `--aggregate ${parameter.slice('_aggregate__'.length)}`;
  if (parameter.startsWith('_having__')) return `--having ${parameter.slice('_having__'.length)}`;
  return parameter === 'ordering' ? '--ordering' : `--filter ${parameter}`;
}

async function readAll(
  parts: GroupAnswerParts,
  source: Source,
  named: NamedDataset,
  query: AggregateQuery,
  { limit = Number.POSITIVE_INFINITY, maxRows }: QueryOptions,
): Promise<{ readonly groups: readonly Row[]; readonly basis: RowBasis }> {
  const groups: Row[] = [];
  const { signal } = new AbortController();
  for (;;) {
    const size = Math.min(pageSize, limit - groups.length);
    const question = { source, name: named, query, offset: groups.length, limit: size, maxRows };
    const page = await answerGroups(parts, question, signal);
    groups.push(...page.groups);
    if (page.groups.length < size || groups.length >= limit) return { groups, basis: page.basis };
  }
}

function textOf(format: Format, names: readonly string[], groups: readonly Row[]): string {
  switch (format) {
    case 'table':
      return asTable(names, groups);
    case 'csv':
      return stringify([names, ...groups.map((group) => group.map(cellText))], { record_delimiter: '\r\n' });
    case 'tsv':
      return stringify([names, ...groups.map((group) => group.map(cellText))], { delimiter: '\t' });
    case 'json':
      return `[${groups.map((group) => `\n  ${asObject(names, group)}`).join(',')}\n]\n`;
    case 'ndjson':
      return groups.map((group) => `${asObject(names, group)}\n`).join('');
  }
}

function cellText(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'object' ? exactText(value) : String(value);
}

function asObject(names: readonly string[], group: Row): string {
  return `{${names.map((name, at) => `${JSON.stringify(name)}:${exactText(group[at] ?? null)}`).join(',')}}`;
}

/** Columns side by side, numbers right-aligned, each value on one line. */
function asTable(names: readonly string[], groups: readonly Row[]): string {
  const lines = groups.map((group) => group.map((value) => (value === null ? '–' : cellText(value))));
  const isNumber = names.map((_, at) =>
    groups.some((group) => typeof group[at] === 'number' || typeof group[at] === 'bigint'),
  );
  const safe = [names, ...lines].map((cells) => cells.map((cell) => printable(cell).replaceAll('\n', '␊')));
  return alignedLines(safe, (at) => isNumber[at] ?? false);
}
