import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import { FileColumnOptions, type FileOptions } from '#shared/rpc/source-file.ts';
import { previewRecord, readFileSource } from '../jobs/publish/file-source.ts';
import { placesFor } from '../places.ts';
import { readDatasetAddress } from './dataset-address.ts';
import { type ServiceChoice, withJobSession } from './job-session.ts';
import { previewText } from './preview-text.ts';
import { CommandFailure } from './run.ts';
import { runJob, tellFailure } from './run-job.ts';
import { addWaitOptions } from './waiting.ts';

interface PublishWords extends ServiceChoice {
  readonly to?: string;
  readonly preview?: boolean;
  readonly mode: 'replace' | 'append';
  readonly columns?: string;
  readonly service?: string;
  readonly format?: FileOptions['format'];
  readonly delimiter?: string;
  readonly quote?: string;
  readonly header?: boolean;
  readonly headerRow?: number;
  readonly skip?: number;
  readonly comment?: string;
  readonly encoding?: string;
  readonly decimal?: '.' | ',';
  readonly thousands?: string;
  readonly dates?: FileOptions['dates'];
  readonly missing?: readonly string[];
  readonly sheet?: string;
  readonly records?: string;
  readonly crs?: string;
  readonly rejects?: string;
  readonly licence?: string;
  readonly label?: string;
  readonly private?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

const formats = ['csv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'];

/** `almanac publish`: a file becomes a version of a dataset. */
export function addPublishCommand(program: Command): void {
  const command = program
    .command('publish')
    .description('Publish a file as a new version of a dataset, which is made where it is not there yet.')
    .argument('<file>', 'CSV, TSV, JSON, NDJSON, GeoJSON, Parquet or XLSX; packed with gzip, zstd or zip')
    .option('--to <namespace/dataset>', 'where to publish it; required unless --preview is given')
    .option('--preview', 'print how the file would be read, and publish nothing')
    .addOption(
      new Option('--mode <mode>', 'what becomes of the rows before').choices(['replace', 'append']).default('replace'),
    )
    .option(
      '--columns <file.json>',
      'what is said of columns: [{"source", "name", "type", "label", "description", "drop"}]',
    )
    .option('--service <address>', 'publish to this service instead of the local one')
    .addOption(new Option('--format <format>', 'format of the file (default: seen from the file)').choices(formats))
    .option('--delimiter <text>', 'what stands between fields (default: seen from the file)')
    .option('--quote <character>', 'what values are quoted with; empty for nothing (default: seen from the file)')
    .option('--no-header', 'the first record holds values, no names')
    .addOption(
      new Option('--header-row <number>', 'line of the file that holds the names, from 1')
        .argParser(lineCount(1))
        .conflicts(['skip']),
    )
    .addOption(new Option('--skip <lines>', 'lines above the header to leave out').argParser(lineCount(0)))
    .option('--comment <text>', 'what lines begin with that are comments; empty for none')
    .option('--encoding <name>', 'encoding of the text (default: seen from the file)')
    .addOption(new Option('--decimal <mark>', 'mark of decimals (default: seen from each column)').choices(['.', ',']))
    .option('--thousands <mark>', 'what stands between thousands; empty for nothing (default: seen from each column)')
    .addOption(
      new Option('--dates <order>', 'what comes first in dates such as 01/02/2020').choices([
        'day-first',
        'month-first',
        'as-text',
      ]),
    )
    .option(
      '--missing <text>',
      'a text that means a missing value in every column, may be repeated; empty for none (default: seen from each column)',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option('--sheet <name>', 'sheet of a workbook (default: the first with records)')
    .option('--records <name>', 'member of a JSON object that holds the records; names within each other parted by /')
    .option('--crs <name>', 'coordinate system of GeoJSON or Parquet, such as EPSG:25832 (default: what the file says)')
    .option('--rejects <file.csv>', 'put rows with bad values there instead of failing')
    .option('--licence <text>', 'licence of the data')
    .option('--label <text>', 'display name of a new dataset')
    .option('--private', 'leave a new namespace unpublished')
    .option('--token-from-keychain', 'sign in with the token that Almanac keeps for this service')
    .option('--token-env <name>', 'sign in with the token in this environment variable')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)')
    .option('--json', 'print the result as JSON');
  addWaitOptions(command).action(publish);
}

/** Reads a number of lines. */
function lineCount(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (Number.isSafeInteger(count) && count >= least && text.trim() !== '') return count;
    throw new InvalidArgumentError(`A whole number from ${least} on is expected.`);
  };
}

async function readColumns(file: string): Promise<FileColumnOptions[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const schema = Type.Array(FileColumnOptions);
  if (Value.Check(schema, value)) return value;
  const [problem] = Value.Errors(schema, value);
  throw new CommandFailure(
    `${file} says something of columns that is not understood: ${problem?.instancePath} ${problem?.message}.`,
  );
}

function optionsOf(words: PublishWords, columns: FileColumnOptions[] | undefined): FileOptions {
  const { format, delimiter, quote, headerRow, comment, encoding, decimal, thousands, dates, missing } = words;
  const { sheet, records, crs } = words;
  const given = {
    format,
    delimiter: delimiter === '\\t' ? '\t' : delimiter,
    quote,
    // Commander sets the option to true where it is not negated.
    header: headerRow !== undefined ? true : words.header === false ? false : undefined,
    skip: headerRow === undefined ? words.skip : headerRow - 1,
    comment,
    encoding,
    decimalComma: decimal === undefined ? undefined : decimal === ',',
    thousands,
    dates,
    missing: missing?.filter((text) => text !== ''),
    sheet,
    records,
    crs,
    columns,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function printPreview(file: string, options: FileOptions, words: PublishWords): Promise<void> {
  await withJobSession(placesFor(words.data), words, async ({ deps }) => {
    try {
      const found = await readFileSource(await deps.rows(), path.resolve(file), options, deps.scratch, 'show');
      const preview = previewRecord(found);
      process.stdout.write(words.json === true ? `${JSON.stringify({ ok: true, preview })}\n` : previewText(preview));
    } catch (error) {
      process.exitCode = tellFailure(error, words.json === true);
    }
  });
}

async function publish(file: string, words: PublishWords, command: Command): Promise<void> {
  const columns = words.columns === undefined ? undefined : await readColumns(words.columns);
  if (words.preview === true) return printPreview(file, optionsOf(words, columns), words);
  if (words.to === undefined) command.error('error: say where to publish it: --to NAMESPACE/DATASET');
  const { connection, namespace, dataset } = readDatasetAddress(words.to, words.service);
  const request: PublishRequest = {
    kind: 'publish',
    connection,
    path: path.resolve(file),
    options: optionsOf(words, columns),
    namespace: { slug: namespace, create: { label: namespace, published: words.private !== true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: words.label ?? dataset, description: '' } },
    mode: words.mode,
    rejects: words.rejects ?? null,
    ...(words.licence === undefined ? {} : { licence: words.licence }),
  };
  const json = words.json === true;
  await withJobSession(placesFor(words.data), words, async (session) => {
    const outcome = await runJob(session, request, json);
    if (outcome.kind !== 'done') return;
    const { address, version, rows, checksum, conversions, rejected, rejects } = outcome.result;
    if (json) {
      process.stdout.write(
        `${JSON.stringify({ ok: true, address, version, rows, checksum, conversions, rejected, rejects })}\n`,
      );
      return;
    }
    for (const conversion of conversions) process.stderr.write(`${conversion}\n`);
    if (rejected > 0) process.stderr.write(`${rejected} rows with bad values went to ${rejects}.\n`);
    process.stdout.write(`Published ${rows} rows as version ${version} of ${namespace}/${dataset}.\n`);
  });
}
