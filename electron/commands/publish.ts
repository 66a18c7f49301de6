import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isSlug } from '#shared/file-name.ts';
import type { JobResult, PublishRequest } from '#shared/rpc/jobs.ts';
import { FileColumnOptions, type FileOptions } from '#shared/rpc/source-file.ts';
import { say } from '#shared/sentences/say.ts';
import { previewRecord, readFileSource } from '../jobs/publish/file-source.ts';
import { placesFor } from '../places.ts';
import { IngestError } from '../service/rows/row-store.ts';
import { type NamedDataset, readDatasetAddress } from './dataset-address.ts';
import { expandFolders, type FileToPublish, nameDatasets, nameOf } from './files-to-publish.ts';
import { jobExitCodes } from './job-exit-codes.ts';
import { type JobSession, localConnection, type ServiceChoice, withJobSession } from './job-session.ts';
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
  readonly allSheets?: boolean;
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
    .argument('<files...>', 'CSV, TSV, JSON, NDJSON, GeoJSON, Parquet or XLSX; packed with gzip, zstd or zip; folders')
    .option(
      '--to <namespace/dataset>',
      'where to publish it, or a namespace, where each file becomes a dataset by its name; required unless --preview is given',
    )
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
    .addOption(
      new Option('--all-sheets', 'publish each sheet that holds anything as a dataset of its own').conflicts(['sheet']),
    )
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

async function publish(named: readonly string[], words: PublishWords, command: Command): Promise<void> {
  const columns = words.columns === undefined ? undefined : await readColumns(words.columns);
  const options = optionsOf(words, columns);
  const files = await expandFolders(named);
  if (words.preview === true) {
    for (const file of files) await printPreview(file, options, words);
    return;
  }
  const { to } = words;
  if (to === undefined) command.error('error: say where to publish it: --to NAMESPACE/DATASET');
  const json = words.json === true;
  await withJobSession(placesFor(words.data), words, async (session) => {
    const each = await destinations(files, to, words, options, session);
    if (words.rejects !== undefined && each.length > 1) {
      throw new CommandFailure('Rejected rows of several files do not go into one file: leave out --rejects.');
    }
    if (words.label !== undefined && each.length > 1) {
      throw new CommandFailure('Several datasets do not share one display name: leave out --label.');
    }
    for (const one of each) {
      if (each.length > 1 && !json) process.stderr.write(`${nameOf(one)}:\n`);
      const outcome = await runJob(session, requestFor(one, words, options), json);
      if (outcome.kind === 'done') printResult(outcome.result, `${one.address.namespace}/${one.address.dataset}`, json);
      else if (process.exitCode === jobExitCodes.interrupted) return;
    }
  });
}

interface Destination extends FileToPublish {
  readonly address: NamedDataset;
}

/** What becomes of each file: the one dataset that is named, or one by the name of each file or sheet. */
async function destinations(
  files: readonly string[],
  to: string,
  words: PublishWords,
  options: FileOptions,
  session: JobSession,
): Promise<Destination[]> {
  if (!isSlug(to)) {
    const address = readDatasetAddress(to, words.service);
    const [file] = files;
    if (file === undefined || files.length > 1 || words.allSheets === true) {
      throw new CommandFailure(
        'Several files or sheets do not become one dataset: name a namespace, --to NAMESPACE, where each becomes one.',
      );
    }
    return [{ path: file, slug: address.dataset, label: words.label ?? address.dataset, address }];
  }
  const named = await nameDatasets(files, async (file) =>
    words.allSheets === true ? sheetsWithRecords(file, options, session) : null,
  );
  const connection = words.service ?? localConnection;
  return named.map((one) => ({
    ...one,
    label: words.label ?? one.label,
    address: { connection, namespace: to, dataset: one.slug, version: null, parameters: [] },
  }));
}

/** The sheets of a workbook that hold anything; null of other files. What cannot be read is left for its job to report. */
async function sheetsWithRecords(
  file: string,
  options: FileOptions,
  { deps }: JobSession,
): Promise<readonly string[] | null> {
  const read = async (chosen: Pick<FileOptions, 'sheet'>) => {
    try {
      return (await readFileSource(await deps.rows(), file, { ...options, ...chosen }, deps.scratch, 'show')).preview;
    } catch (error) {
      if (error instanceof IngestError) return error;
      throw error;
    }
  };
  const whole = await read({});
  if (whole instanceof IngestError || whole.sheets.length === 0) return null;
  const filled: string[] = [];
  for (const sheet of whole.sheets) {
    const found = await read({ sheet });
    if (!(found instanceof IngestError) || found.message !== say('sheet-empty')) filled.push(sheet);
    else process.stderr.write(`The sheet "${sheet}" of ${path.basename(file)} is empty and was left out.\n`);
  }
  return filled;
}

function requestFor({ path: file, sheet, label, address }: Destination, words: PublishWords, options: FileOptions) {
  const { connection, namespace, dataset } = address;
  return {
    kind: 'publish',
    connection,
    path: file,
    options: sheet === undefined ? options : { ...options, sheet },
    namespace: { slug: namespace, create: { label: namespace, published: words.private !== true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label, description: '' } },
    mode: words.mode,
    rejects: words.rejects ?? null,
    ...(words.licence === undefined ? {} : { licence: words.licence }),
  } satisfies PublishRequest;
}

function printResult(result: Extract<JobResult, { kind: 'publish' }>, dataset: string, json: boolean): void {
  const { address, version, rows, checksum, conversions, rejected, rejects } = result;
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ ok: true, address, version, rows, checksum, conversions, rejected, rejects })}\n`,
    );
    return;
  }
  for (const conversion of conversions) process.stderr.write(`${conversion}\n`);
  if (rejected > 0) process.stderr.write(`${rejected} rows with bad values went to ${rejects}.\n`);
  process.stdout.write(`Published ${rows} rows as version ${version} of ${dataset}.\n`);
}
