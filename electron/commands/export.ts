import path from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import { given } from '#shared/given.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { type ExportFormatName, exportFormats } from '#shared/source-formats.ts';
import type { JobDeps } from '../jobs/job-deps.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import { type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import { isNotFound, missingDataset } from './running/addresses/missing-dataset.ts';
import { type RowOptions, readRowQuery } from './running/addresses/row-options.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { isStandardOutput, printFile } from './running/output/standard-output.ts';
import { rowCount } from './running/row-count.ts';
import { CommandFailure, UsageFailure } from './running/run.ts';

interface ExportOptions extends AccessOptions, RowOptions {
  readonly to: string;
  readonly format?: ExportFormatName;
  readonly excel?: ',' | ';';
  readonly excelFormulas?: boolean;
  readonly headings?: ExportRequest['headings'];
  readonly descriptor: boolean;
}

/** `almanac export`: writes rows of a dataset to a file. */
export const exportAction: CommandAction = { run: exportRows, values: { format: exportFormats } };

/** The format that a file's extension stands for. */
function formatOf({ format, to }: ExportOptions): ExportFormatName {
  const extension = path.extname(to).slice(1).toLowerCase();
  const named =
    exportFormats.find((one) => one === extension) ?? { jsonl: 'ndjson' as const, txt: 'tsv' as const }[extension];
  const chosen = format ?? named ?? (isStandardOutput(to) ? 'csv' : undefined);
  if (chosen === undefined) throw new UsageFailure(`Specify the format of ${to} with --format.`);
  return chosen;
}

/** The query of an address and the options, checked against the columns of the dataset. */
async function queryOf(deps: JobDeps, named: NamedDataset, words: ExportOptions): Promise<RowQuery> {
  const { namespace, dataset } = named;
  const { columnNames } = await import('../jobs/export/column-names.ts');
  const names = await deps.withService(named.connection, (service) => columnNames(service, namespace, dataset));
  return readRowQuery(named, words, names);
}

/** Formats that would make a terminal unreadable. */
const binaryFormats: ReadonlySet<ExportFormatName> = new Set(['parquet', 'xlsx']);

function checkOutput({ to, json }: ExportOptions, format: ExportFormatName): void {
  if (!isStandardOutput(to)) return;
  if (json === true) throw new UsageFailure('--json prints its result where the rows go: name a file with --to.');
  if (process.stdout.isTTY && binaryFormats.has(format))
    throw new UsageFailure(`${format} is not text for a terminal: name a file with --to, or pipe it on.`);
}

async function exportRows(address: string, words: ExportOptions): Promise<void> {
  const named = readDatasetAddress(address, words.service);
  const format = formatOf(words);
  checkOutput(words, format);
  if (words.excelFormulas === true && words.excel === undefined) {
    throw new UsageFailure("--excel-formulas requires --excel: add --excel ',' or --excel ';'.");
  }
  const json = words.json === true;
  const { ServiceError } = await import('../connector/errors.ts');
  const { explainJobError } = await import('../jobs/queue/job-failure.ts');
  const { withJobSession } = await import('./running/job-session.ts');
  const { runJob } = await import('./running/run-job.ts');
  await withJobSession(words, async (session) => {
    const { deps } = session;
    const requested = session.repeat(neverAborted, () => queryOf(deps, named, words));
    const query = await requested.catch(async (error: unknown) => {
      if (isNotFound(error)) {
        const missing = await deps.withService(named.connection, ({ source }) => missingDataset(source, named));
        if (missing !== null) throw missing;
      }
      if (error instanceof CommandFailure || error instanceof ServiceError) throw error;
      throw new CommandFailure(englishText(explainJobError(error).failure));
    });
    const write = async (target: string, descriptor: boolean) => {
      return await runJob(session, requestFor(named, query, { ...words, format, descriptor }, target), json);
    };
    if (isStandardOutput(words.to)) {
      await printFile(deps.scratch, `rows.${format}`, async (file) => (await write(file, false)) !== null);
      return;
    }
    const written = await write(path.resolve(words.to), words.descriptor);
    if (written === null) return;
    const { kind: _, ...result } = written;
    printResult(
      json,
      { ok: true, ...result },
      `Wrote ${rowCount(result.rows)} (${result.bytes} bytes) to ${result.path}.`,
    );
  });
}

function requestFor(
  { connection, namespace, dataset }: NamedDataset,
  query: RowQuery,
  { format, excel, excelFormulas, headings, descriptor }: ExportOptions & { readonly format: ExportFormatName },
  target: string,
): ExportRequest {
  return {
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
    ...(excel === undefined ? {} : { spreadsheet: { separator: excel, formulas: excelFormulas === true } }),
    ...given({ headings }),
    target,
    descriptor,
  };
}
