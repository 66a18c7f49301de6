import path from 'node:path';
import { type Command, Option } from 'commander';
import { englishText } from '#shared/english/english-text.ts';
import { type RowQuery, RowQueryError, rowQueryFromParameters } from '#shared/row-query.ts';
import { type ExportFormatName, type ExportRequest, exportFormats } from '#shared/rpc/jobs.ts';
import { ServiceError } from '../connector/errors.ts';
import { columnNames } from '../jobs/export/column-names.ts';
import type { JobDeps } from '../jobs/job-deps.ts';
import { explainJobError } from '../jobs/queue/job-failure.ts';
import { placesFor } from '../lib/app-paths.ts';
import { type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import { type ServiceChoice, withJobSession } from './running/job-session.ts';
import { rowCount } from './running/row-count.ts';
import { CommandFailure } from './running/run.ts';
import { runJob } from './running/run-job.ts';
import { addWaitOptions } from './running/waiting.ts';

interface ExportOptions extends ServiceChoice {
  readonly to: string;
  readonly format?: ExportFormatName;
  readonly filter: readonly string[];
  readonly ordering?: string;
  readonly fields?: string;
  readonly search?: string;
  readonly version?: string;
  readonly service?: string;
  readonly excel?: ',' | ';';
  readonly excelFormulas?: boolean;
  readonly descriptor: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

const gather = (value: string, before: readonly string[]) => [...before, value];

/** `almanac export`: writes rows of a dataset to a file. */
export function addExportCommand(program: Command): void {
  // Otherwise `--version <slug>` would be read as a request for Almanac's own version.
  program.enablePositionalOptions();
  const command = program
    .command('export')
    .description('Export rows of a dataset to a file, which appears complete or not at all.')
    .argument('<address>', 'NAMESPACE/DATASET, or the address of a dataset or of its rows')
    .requiredOption('--to <file>', 'file to write')
    .addOption(new Option('--format <format>', 'format (default: from the file name)').choices(exportFormats))
    .option('--filter <condition>', "filter such as 'col__gte=3'; can be repeated", gather, [])
    .option('--ordering <columns>', 'columns to sort by; prefix with - for descending order')
    .option('--fields <columns>', 'columns to write, in this order')
    .option('--search <text>', 'only rows that contain this text')
    .option('--version <slug>', 'version to read (default: the newest)')
    .option('--service <address>', 'service of NAMESPACE/DATASET (default: the local one)')
    .addOption(
      new Option('--excel <separator>', 'CSV for a spreadsheet: with a byte order mark and this separator').choices([
        ',',
        ';',
      ]),
    )
    .option(
      '--excel-formulas',
      'with --excel: leave texts such as =1+1 unescaped, so that the spreadsheet evaluates them',
    )
    .option('--no-descriptor', 'do not write a datapackage.json next to the file')
    .option('--token-from-keychain', 'sign in with the token stored in the keychain for this service')
    .option('--token-env <name>', 'sign in with the token from this environment variable')
    .option('--data <folder>', 'data folder of the local store (default: the application’s)')
    .option('--json', 'print the result as JSON');
  addWaitOptions(command).action(exportRows);
}

/** The format that a file's extension stands for. */
function formatOf({ format, to }: ExportOptions): ExportFormatName {
  const extension = path.extname(to).slice(1).toLowerCase();
  const named =
    exportFormats.find((one) => one === extension) ?? { jsonl: 'ndjson' as const, txt: 'tsv' as const }[extension];
  const chosen = format ?? named;
  if (chosen === undefined) throw new CommandFailure(`Specify the format of ${to} with --format.`);
  return chosen;
}

function conditionOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new CommandFailure(`"${text}" is not a filter: use COLUMN__LOOKUP=VALUE.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The query of an address and the options, checked against the columns of the dataset. */
async function queryOf(deps: JobDeps, named: NamedDataset, words: ExportOptions): Promise<RowQuery> {
  const parameters: [string, string][] = [
    ...named.parameters.map(([name, value]): [string, string] => [name, value]),
    ...words.filter.map(conditionOf),
    ...(words.ordering === undefined ? [] : [['ordering', words.ordering] as [string, string]]),
    ...(words.fields === undefined ? [] : [['fields', words.fields] as [string, string]]),
    ...(words.search === undefined ? [] : [['search', words.search] as [string, string]]),
  ];
  const version = words.version ?? named.version;
  const { namespace, dataset } = named;
  const names = await deps.withService(named.connection, (service) => columnNames(service, namespace, dataset));
  try {
    const query = rowQueryFromParameters(parameters, names);
    return { ...query, version: version ?? query.version };
  } catch (error) {
    throw error instanceof RowQueryError ? new CommandFailure(`${error.parameter}: ${error.message}`) : error;
  }
}

async function exportRows(address: string, words: ExportOptions): Promise<void> {
  const named = readDatasetAddress(address, words.service);
  const format = formatOf(words);
  if (words.excelFormulas === true && words.excel === undefined) {
    throw new CommandFailure("--excel-formulas requires --excel: add --excel ',' or --excel ';'.");
  }
  const json = words.json === true;
  await withJobSession(placesFor(words.data), words, async (session) => {
    const { deps, repeat } = session;
    const requested = repeat(new AbortController().signal, () => queryOf(deps, named, words));
    const query = await requested.catch((error: unknown) => {
      if (error instanceof CommandFailure || error instanceof ServiceError) throw error;
      throw new CommandFailure(englishText(explainJobError(error).failure));
    });
    const { connection, namespace, dataset } = named;
    const request: ExportRequest = {
      kind: 'export',
      reference: { connection, namespace, dataset },
      query: {
        ...query,
        filters: [...query.filters],
        ordering: [...query.ordering],
        fields: query.fields === null ? null : [...query.fields],
      },
      selection: null,
      format,
      ...(words.excel === undefined
        ? {}
        : { spreadsheet: { separator: words.excel, formulas: words.excelFormulas === true } }),
      target: path.resolve(words.to),
      descriptor: words.descriptor,
    };
    const outcome = await runJob(session, request, json);
    if (outcome.kind !== 'done') return;
    const { kind: _, ...result } = outcome.result;
    if (json) process.stdout.write(`${JSON.stringify({ ok: true, ...result })}\n`);
    else process.stdout.write(`Wrote ${rowCount(result.rows)} (${result.bytes} bytes) to ${result.path}.\n`);
  });
}
