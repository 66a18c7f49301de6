import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { isSlug, maxLabelLength } from '#shared/file-name.ts';
import { given } from '#shared/given.ts';
import type { JobResult, PublishRequest } from '#shared/rpc/jobs.ts';
import type { FileColumnOptions, FileOptions, FilePreview, TableNotes } from '#shared/rpc/source-file.ts';
import { isWrittenForPeople, sourceFormats } from '#shared/source-formats.ts';
import { columnDescriptions } from '#shared/text/column-descriptions.ts';
import { printable } from '#shared/text/printable.ts';
import { rangeOf, rangeText } from '#shared/text/sheet-range.ts';
import { placesFor } from '../lib/app-paths.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import type { IngestError, TablePreview } from '../service/user-files.ts';
import { connectionToLocal, type NamedDataset, readDatasetAddress } from './running/addresses/dataset-address.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { JobSession } from './running/job-session.ts';
import type { AccessOptions } from './running/options.ts';
import { printRemark, printResult } from './running/output/print-result.ts';
import { previewText } from './running/preview-text.ts';
import { rowCount } from './running/row-count.ts';
import { CommandFailure, jobExitCodes, UsageFailure } from './running/run.ts';
import {
  type FilePart,
  type FileToPublish,
  filesOf,
  isPiped,
  nameDatasets,
  nameOf,
  type ReadableFiles,
  readableFiles,
} from './running/standard-input.ts';

/** Options of a file that have the same names on the command line. */
const plainOptions = ['format', 'quote', 'comment', 'encoding', 'thousands', 'dates', 'crs', 'flatten'] as const;
const placeOptions = ['entry', 'sheet', 'records', 'headerRows', 'columnStarts', 'leaveOut'] as const;
const tableOptions = ['range', 'marks', 'fillMerged'] as const;
const sameOptions = [...plainOptions, ...placeOptions, ...tableOptions] as const;
type SameOptions = Pick<FileOptions, (typeof sameOptions)[number]>;

interface PublishOptions
  extends AccessOptions,
    SameOptions,
    Pick<FileOptions, 'delimiter' | 'header' | 'skip' | 'missing'> {
  readonly to?: string;
  readonly preview?: boolean;
  readonly mode: 'replace' | 'append';
  readonly columns?: string;
  readonly headerRow?: number;
  readonly unitsRow?: boolean;
  readonly totals?: 'level' | 'leave-out';
  readonly allTables?: boolean;
  readonly decimal?: '.' | ',';
  readonly allSheets?: boolean;
  readonly allEntries?: boolean;
  readonly combine?: boolean;
  readonly fileColumn?: string;
  readonly rowsFrom?: string | boolean;
  readonly into?: readonly string[];
  readonly rejects?: string;
  readonly licence?: string;
  readonly license?: string;
  readonly note?: string;
  readonly label?: string;
  readonly private?: boolean;
  readonly yes?: boolean;
}

/** `almanac publish`: publishes a file as a version of a dataset. */
export const publishAction: CommandAction = {
  run: publish,
  values: { format: sourceFormats, columnStarts: readLines, range: readRange, leaveOut: readLines, into: readNames },
};

function readNames(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** Maximum number of rows that can be omitted one by one. */
const maxLeftOut = 100_000;

/** Parses line numbers and ranges: `2,7-9`. */
function readLines(text: string): number[] {
  const lines = new Set<number>();
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === undefined || first < 1 || last < first) {
      throw new InvalidArgumentError('Expected line numbers from 1, and ranges of them, such as 2,7-9.');
    }
    if (lines.size + last - first >= maxLeftOut) {
      throw new InvalidArgumentError(`At most ${maxLeftOut} single lines can be skipped.`);
    }
    for (let line = first; line <= last; line += 1) lines.add(line);
  }
  return [...lines];
}

/** Parses the place of a table: `17-31`, `17-`, `F17-J31`. */
function readRange(text: string): NonNullable<FileOptions['range']> {
  const range = rangeOf(text);
  if (range !== null) return range;
  throw new InvalidArgumentError(
    'Expected a first and a last line, such as 17-31, or 17- for all from there, and of a sheet also columns: F17-J31.',
  );
}

/** Reads the options of columns from a file. They are not checked: see {@link checkOptions}. */
async function readColumns(file: string): Promise<FileColumnOptions[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageFailure(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Checks options as those from the window are. @throws {UsageFailure} naming one */
async function checkOptions(options: FileOptions): Promise<void> {
  const { Value } = await import('typebox/value');
  const { FileOptions } = await import('#shared/rpc/source-file.ts');
  const [problem] = Value.Errors(FileOptions, options);
  if (problem !== undefined) {
    const [, name = '', ...inside] = problem.instancePath.split('/');
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageFailure(`--${option}: ${[inside.join('/'), problem.message].join(' ').trim()}.`);
  }
  const { encoding } = options;
  const { default: iconv } = await import('iconv-lite');
  if (encoding !== undefined && !iconv.encodingExists(encoding))
    throw new UsageFailure(englishText(explain('encoding-unknown', { encoding })));
}

function optionsOf(words: PublishOptions, columns: readonly FileColumnOptions[] | undefined): FileOptions {
  const { delimiter, headerRow, decimal, missing } = words;
  const same = sameOptions.map((name) => [name, words[name]]);
  return given({
    ...(Object.fromEntries(same) as SameOptions),
    delimiter: delimiter === '\\t' ? '\t' : delimiter,
    packed: words.columnStarts === undefined ? undefined : true,
    // Commander sets this option to true unless it is negated.
    header: headerRow !== undefined ? true : words.header === false ? false : undefined,
    skip: headerRow === undefined ? words.skip : headerRow - 1,
    decimalComma: decimal === undefined ? undefined : decimal === ',',
    missing: missing?.filter((text) => text !== ''),
    rowsFrom: rowsFromOf(words),
    columns,
  });
}

function rowsFromOf({ rowsFrom, into }: PublishOptions): FileOptions['rowsFrom'] {
  if (rowsFrom === false) return null;
  if (typeof rowsFrom !== 'string') return rowsFrom === true && into === undefined ? {} : undefined;
  return { pattern: rowsFrom, ...(into !== undefined && { into: [...into] }) };
}

/** The beginning of a file, as the window shows it. @throws {IngestError} */
async function shownFile(file: string, options: FileOptions, { deps }: JobSession): Promise<TablePreview> {
  const { previewFile } = await import('../jobs/publish/planned-file.ts');
  return await previewFile(await deps.files(), { path: path.resolve(file), options }, deps.scratch, 'show');
}

/** The result of reading a file, or why it cannot be read, which its job will report. */
async function unlessUnreadable<Result>(reading: Promise<Result>): Promise<Result | IngestError> {
  const { IngestError } = await import('../service/user-files.ts');
  return await reading.catch((error: unknown) => {
    if (error instanceof IngestError) return error;
    throw error;
  });
}

/** The options that skip the rows of units and descriptions, and mark or skip records that sum up others. */
async function completeOptions(
  file: string,
  asked: FileOptions,
  { unitsRow, totals: what }: PublishOptions,
  session: JobSession,
): Promise<FileOptions> {
  const { previewOf } = await import('../jobs/publish/planned-file.ts');
  const options =
    unitsRow === true ? withoutUnits(file, asked, previewOf(await shownFile(file, asked, session))) : asked;
  if (what === undefined) return options;
  const lines = (previewOf(await shownFile(file, options, session)).totals ?? []).map(({ line }) => line);
  if (lines.length === 0) return options;
  return what === 'level' ? { ...options, totals: lines } : leavingOut(options, lines);
}

const leavingOut = (options: FileOptions, lines: readonly number[]): FileOptions => ({
  ...options,
  leaveOut: [...(options.leaveOut ?? []), ...lines],
});

/**
 * Without the first record, and what evidently belongs to it. Their texts describe the columns that have no description
 * yet.
 */
function withoutUnits(file: string, options: FileOptions, preview: FilePreview): FileOptions {
  const count = Math.max(1, preview.unitsLines.length);
  const lines = preview.lines.slice(0, count);
  if (lines.length === 0) throw new CommandFailure(`${file} has no record that could hold units.`);
  const own = new Map((options.columns ?? []).map((column) => [column.source, column]));
  for (const column of columnDescriptions(preview.columns, preview.rows.slice(0, count)))
    own.set(column.source, { ...column, ...own.get(column.source) });
  return { ...leavingOut(options, lines), columns: [...own.values()] };
}

async function printPreview(file: string, options: FileOptions, words: PublishOptions): Promise<void> {
  const { withJobSession } = await import('./running/job-session.ts');
  const { reportFailure } = await import('./running/run-job.ts');
  const { previewOf } = await import('../jobs/publish/planned-file.ts');
  await withJobSession(words, async (session) => {
    try {
      const chosen = await completeOptions(file, options, words, session);
      const preview = previewOf(await shownFile(file, chosen, session));
      const replacement = await reviewOf(file, options, words, session);
      if (words.json === true) process.stdout.write(`${JSON.stringify({ ok: true, preview, ...replacement })}\n`);
      else process.stdout.write(`${previewText(preview)}${replacement === null ? '' : `${replacement.changes}\n`}`);
    } catch (error) {
      process.exitCode = reportFailure(error, words.json, { file });
    }
  });
}

/** What publishing would change in an existing dataset, in English; null if there is none. */
async function reviewOf(file: string, options: FileOptions, words: PublishOptions, session: JobSession) {
  if (words.to === undefined || isSlug(words.to)) return null;
  const address = readDatasetAddress(words.to, words.service);
  const one = { path: path.resolve(file), slug: address.dataset, label: '', address };
  const request = await requestFor(one, words, options, session);
  const { reviewPublish } = await import('../jobs/publish/run-publish.ts');
  const review = await unlessUnreadable(reviewPublish(session.deps, request, { signal: neverAborted }));
  if (review === null || review instanceof Error) return null;
  return { changes: printable(englishText(review.changes)), loses: review.loses };
}

/** The files that become one dataset: those of the named folder or archive, or all named ones. */
async function combination(
  named: readonly string[],
  { combine, fileColumn }: PublishOptions,
  command: Command,
): Promise<Pick<FileOptions, 'combine'>> {
  if (combine !== true) {
    if (fileColumn !== undefined) command.error('error: --file-column names a column of combined files: add --combine');
    return {};
  }
  const files = named.length === 1 ? [] : await filesOf(named);
  return { combine: { files, ...given({ fileColumn }) } };
}

async function publish(paths: readonly string[], words: PublishOptions, command: Command): Promise<void> {
  const { to } = words;
  if (words.preview !== true && to === undefined)
    command.error('error: say where to publish it: --to NAMESPACE/DATASET');
  // Before a pipe is read, whose writer may never come.
  if (to !== undefined && isSlug(to) && (await Promise.all(paths.map(isPiped))).includes(true))
    throw new UsageFailure('Standard input has no name for a dataset: write --to NAMESPACE/DATASET.');
  const input = await readableFiles(paths, path.join(placesFor(words.data).cache, 'jobs'));
  try {
    await publishFiles(input, words, command);
  } finally {
    await input.close();
  }
}

async function publishFiles(input: ReadableFiles, words: PublishOptions, command: Command): Promise<void> {
  const { files: named, argumentOf } = input;
  const columns = words.columns === undefined ? undefined : await readColumns(words.columns);
  const options = { ...optionsOf(words, columns), ...(await combination(named, words, command)) };
  await checkOptions(options);
  const files = words.combine === true ? [path.resolve(named[0] ?? '')] : await filesOf(named);
  const { to } = words;
  if (words.preview === true || to === undefined) {
    for (const file of files) await printPreview(file, options, words);
    return;
  }
  const json = words.json === true;
  const { withJobSession } = await import('./running/job-session.ts');
  const { reportFailure, runJob } = await import('./running/run-job.ts');
  await withJobSession(words, async (session) => {
    const each = await destinations(files, to, words, options, session);
    if (words.rejects !== undefined && each.length > 1) {
      throw new UsageFailure('Rejected rows of several files do not go into one file: leave out --rejects.');
    }
    if (words.label !== undefined && each.length > 1) {
      throw new UsageFailure('Several datasets do not share one display name: leave out --label.');
    }
    for (const one of each) {
      if (each.length > 1 && !json) printRemark(`${nameOf(one)}:`);
      const { range, ...part } = one.part ?? {};
      const rows = range === undefined ? {} : { rows: rangeText(range) };
      const subject = { file: argumentOf(one.path), ...part, ...rows };
      const request = await unlessUnreadable(requestFor(one, words, options, session));
      if (request instanceof Error) {
        process.exitCode = reportFailure(request, json, subject);
        continue;
      }
      const published = await runJob(session, request, json, subject);
      if (published !== null) printPublished(published, { ...one, path: argumentOf(one.path) }, words);
      else if (process.exitCode === jobExitCodes.interrupted) return;
    }
  });
}

interface Destination extends FileToPublish {
  readonly address: NamedDataset;
}

/** The destination of each file: the one named dataset, or one named after each file or part of it. */
async function destinations(
  files: readonly string[],
  to: string,
  words: PublishOptions,
  options: FileOptions,
  session: JobSession,
): Promise<Destination[]> {
  if (!isSlug(to)) {
    const address = readDatasetAddress(to, words.service);
    const [file] = files;
    if (
      file === undefined ||
      files.length > 1 ||
      words.allSheets === true ||
      words.allEntries === true ||
      words.allTables === true
    ) {
      throw new UsageFailure(
        'Several files, sheets, tables or entries do not become one dataset: name a namespace, --to NAMESPACE, where each becomes one, or add --combine for files with the same columns.',
      );
    }
    return [{ path: file, slug: address.dataset, label: words.label ?? address.dataset, address }];
  }
  const named = await nameDatasets(files, (file) => partsToPublish(file, words, options, session));
  const connection = words.service ?? connectionToLocal;
  return named.map((one) => ({
    ...one,
    label: words.label ?? one.label,
    address: { connection, namespace: to, dataset: one.slug, version: null, parameters: [] },
  }));
}

/** The parts of a file that become datasets of their own; null if the file is a single one. */
async function partsToPublish(
  file: string,
  { allEntries, allSheets, allTables }: PublishOptions,
  options: FileOptions,
  session: JobSession,
): Promise<readonly FilePart[] | null> {
  const entries = allEntries === true ? await entriesOf(file) : [];
  const files: FilePart[] = entries.length === 0 ? [{}] : entries.map((entry) => ({ entry }));
  const parts: FilePart[] = [];
  for (const one of files) {
    const sheets = allSheets === true ? await sheetsWithRecords(file, { ...options, ...one }, session) : null;
    const all: FilePart[] = sheets === null ? [one] : sheets.map((sheet) => ({ ...one, sheet }));
    for (const part of all)
      parts.push(...(allTables === true ? await tablesOf(file, { ...options, ...part }, part, session) : [part]));
  }
  return parts.length === 1 && Object.keys(parts[0] ?? {}).length === 0 ? null : parts;
}

/** The tables of a file, or of a sheet of it, each as a part; the part itself if there is one, or it cannot be read. */
async function tablesOf(
  file: string,
  options: FileOptions,
  part: FilePart,
  session: JobSession,
): Promise<readonly FilePart[]> {
  const found = await unlessUnreadable(shownFile(file, options, session));
  if (found instanceof Error || found.tables.length < 2) return [part];
  return found.tables.map(({ range }) => ({ ...part, range }));
}

/** The data files in an archive; none if it cannot be read, which its job will report. */
async function entriesOf(file: string): Promise<readonly string[]> {
  const { archiveFiles } = await import('../jobs/publish/data-files.ts');
  const { JobError } = await import('../jobs/queue/job-failure.ts');
  try {
    return await archiveFiles(file);
  } catch (error) {
    if (error instanceof JobError) return [];
    throw error;
  }
}

/** The non-empty sheets of a workbook; null for other files. What cannot be read is left for its job to report. */
async function sheetsWithRecords(
  file: string,
  options: FileOptions,
  session: JobSession,
): Promise<readonly string[] | null> {
  const read = (chosen: Pick<FileOptions, 'sheet'>) =>
    unlessUnreadable(shownFile(file, { ...options, ...chosen }, session));
  const whole = await read({});
  if (whole instanceof Error || whole.sheets.length === 0) return null;
  const filled: string[] = [];
  for (const sheet of whole.sheets) {
    const found = await read({ sheet });
    if (!(found instanceof Error) || found.reason.code !== 'sheet-empty') filled.push(sheet);
    else process.stderr.write(`The sheet "${sheet}" of ${path.basename(file)} is empty and was left out.\n`);
  }
  return filled;
}

async function requestFor(
  { path: file, part, label, address }: Destination,
  words: PublishOptions,
  asked: FileOptions,
  session: JobSession,
) {
  const { connection, namespace, dataset } = address;
  const licence = words.licence ?? words.license;
  const options = await completeOptions(file, { ...asked, ...part }, words, session);
  // Several datasets keep the names of their files, sheets or entries: a title may be that of all of them.
  const isTitled = words.label === undefined && words.to !== undefined && !isSlug(words.to);
  const { plan, ...found }: FoundWords = isTitled ? await foundIn(file, options, session) : {};
  return {
    kind: 'publish',
    connection,
    path: file,
    options: { ...options, ...given({ plan, columns: found.columns }) },
    namespace: { slug: namespace, create: { label: namespace, published: words.private !== true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: found.title ?? label, description: found.description ?? '' } },
    ...given({ provenance: found.provenance }),
    mode: words.mode,
    rejects: words.rejects ?? null,
    refuseLoss: words.yes !== true,
    ...given({ licence: licence ?? found.licence, note: words.note }),
  } satisfies PublishRequest;
}

/** What a file says about its table, and the plan by which that was found. */
interface FoundWords extends Pick<PublishRequest, 'licence' | 'provenance'> {
  readonly plan?: FileOptions['plan'];
  readonly title?: string;
  readonly description?: string;
  readonly columns?: FileColumnOptions[];
}

/** Maximum bytes of a file that is read to its end before it is published. */
const maxReadTwice = 2 ** 26;

/** What the lines around a table say about it, also those below the first records. */
async function notesOf(preview: TablePreview, { deps }: JobSession): Promise<Partial<TableNotes>> {
  const { plan, notes, leftOut, bytes } = preview;
  const isEnough = preview.whole || leftOut.some(({ why }) => why === 'below') || bytes > maxReadTwice;
  if (isEnough || !isWrittenForPeople(plan.format)) return notes ?? {};
  const whole = await unlessUnreadable((await deps.files()).survey(plan, { rows: 0, whole: true }, {}));
  const all = whole instanceof Error ? undefined : whole.notes;
  return { ...notes, ...all, columns: [...(notes?.columns ?? []), ...(all?.columns ?? [])] };
}

/** @throws {IngestError} */
async function foundIn(file: string, options: FileOptions, session: JobSession): Promise<FoundWords> {
  const found = await shownFile(file, options, session);
  const notes = await notesOf(found, session);
  const { description = '', licence = '', source = '', contact = '', columns = [] } = notes;
  const title = (notes.title || found.title).slice(0, maxLabelLength);
  const said = new Map(columns.map((column): [string, FileColumnOptions] => [column.source, column]));
  for (const column of options.columns ?? []) said.set(column.source, { ...said.get(column.source), ...column });
  return {
    plan: found.plan,
    ...(title !== '' && { title }),
    ...(description !== '' && { description }),
    ...(licence !== '' && { licence }),
    ...(source + contact !== '' && { provenance: { source, contact } }),
    ...(said.size > 0 && { columns: [...said.values()] }),
  };
}

function printPublished(
  result: Extract<JobResult, { kind: 'publish' }>,
  published: Destination,
  { json = false, rowsFrom }: PublishOptions,
): void {
  const { address, version, rows, checksum, rejected, rejects } = result;
  const { path: file, part, address: to } = published;
  const conversions = result.conversions.map(englishText);
  if (!json) {
    for (const [at, { code }] of result.conversions.entries()) {
      const undo = code === 'columns-to-rows' && rowsFrom === undefined ? '; --no-rows-from keeps the columns' : '';
      printRemark(printable(`${conversions[at]}${undo}`));
    }
    if (rejected > 0) printRemark(`${rowCount(rejected)} with bad values went to ${rejects}.`);
  }
  printResult(
    json,
    { ok: true, file, ...part, address, version, rows, checksum, conversions, rejected, rejects },
    `Published ${rowCount(rows)} as version ${version} of ${to.namespace}/${to.dataset}.`,
  );
}
