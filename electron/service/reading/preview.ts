import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { type Explanation, explain } from '#shared/failures.ts';
import type { Finding, FoundTable, TableNotes } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat, isWrittenForPeople } from '#shared/source-formats.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { tableNotes } from './around/table-notes.ts';
import { writtenDialect } from './columns/survey-table.ts';
import { describingRows } from './columns/units-row.ts';
import { emptyLinesOf, encodingSamples, findingsOf } from './formats/delimited/findings.ts';
import type { FileHead } from './formats/file-head.ts';
import type { PlannedFile, SheetTable } from './formats/format.ts';
import { examinedRecords } from './formats/written-records.ts';
import { statusName } from './marks/marked-relation.ts';
import { planFile, type SurveyBeginning, shownRecords } from './plan.ts';
import type { Plan, ReadingOptions, TablePreview, TableSurvey } from './reading.ts';
import type { DetectedEncoding } from './values/encoding/detect-encoding.ts';

/**
 * Plans how a file is read, and reads its first records by that, as `RowStore.preview` describes.
 * @param scratch an empty folder, removed by the caller
 * @throws {IngestError}
 */
export async function previewTable(
  survey: SurveyBeginning,
  asked: ReadingOptions,
  scratch: string,
  purpose: 'show' | 'take-in',
  work: LongWork,
): Promise<TablePreview> {
  const planned = await planFile(asked, survey, scratch, work);
  const { plan, beginning, head, encoding, bytes } = planned;
  const isShown = purpose === 'show';
  const options = isShown ? { rows: shownRecords } : { rows: examinedRecords, untyped: true };
  const found = planned.survey ?? (await survey(plan, beginning, { ...options, whole: false }));
  const isCombined = plan.decided.layout.kind === 'combined';
  const text =
    isShown && !isCombined && found.dialect !== null && encoding !== null
      ? await describeText(beginning.copy ?? plan.path, head, asked, encoding, found)
      : noText;
  const leftOut = isShown && !isCombined ? (found.dialect === null ? (beginning.leftOut ?? []) : found.leftOut) : [];
  const names = found.columns.map(({ source }) => source);
  return {
    plan,
    options: completedOptions(plan),
    bytes,
    packing: isCombined && head.packing === 'none' && isInArchive(planned) ? 'zip' : head.packing,
    byteOrderMark: (encoding?.mark ?? 0) > 0,
    sheets: beginning.sheets ?? [],
    sheet: beginning.sheet ?? null,
    title: beginning.title ?? '',
    periods: planned.periods,
    marks: planned.marks,
    survey: found,
    whole: beginning.whole && found.texts.length < shownRecords,
    ...text,
    leftOut,
    tables: (beginning.tables?.length ?? 0) > 1 ? tablesOf(beginning.tables ?? []) : [],
    notes: withLabels(tableNotes([...leftOut, ...(beginning.remarks ?? [])], names, plan.decided.rows), [
      ...(beginning.labels ?? []),
      ...markLabels(planned),
    ]),
    lines: beginning.lines ?? [],
    unitsRows:
      isShown && !isCombined && plan.decided.rows === undefined && isWrittenForPeople(plan.format)
        ? describingRows(found.texts)
        : 0,
    notices: noticesOf(planned, asked),
  };
}

const noNotes: TableNotes = { title: '', description: '', source: '', licence: '', contact: '', columns: [] };

/** What is around a table, with what the file itself says about its columns. */
function withLabels(notes: TableNotes | null, labels: TableNotes['columns']): TableNotes | null {
  if (labels.length === 0) return notes;
  return { ...(notes ?? noNotes), columns: [...(notes?.columns ?? []), ...labels] };
}

/** What the marks of status mean, for the columns that hold them. */
function markLabels({ plan, marks }: PlannedFile): TableNotes['columns'] {
  const { columns = [], keep = false } = plan.decided.marks ?? {};
  const known = (marks?.meanings ?? []).flatMap(({ mark, meaning }) =>
    meaning === null ? [] : [`${mark}: ${meaning}`],
  );
  if (!keep || known.length === 0) return [];
  return columns.map((name) => ({ source: statusName(name), description: known.join('; ') }));
}

function tablesOf(tables: readonly SheetTable[]): FoundTable[] {
  return tables.map(({ above, ...table }) => ({
    ...table,
    title: tableNotes(above, [], undefined)?.title ?? '',
  }));
}

/** What was said about a file, completed by what was decided about its text. */
function completedOptions({ decided, ...said }: Plan): ReadingOptions {
  const { encoding, layout } = decided;
  const first = layout.kind === 'combined' ? layout.parts[0]?.decided.layout : layout;
  const text = isWorkbookFormat(said.format) || said.format === 'parquet' ? {} : { encoding: encoding.name };
  if (first?.kind === 'delimited') return { ...said, ...text, ...writtenDialect(first) };
  // Of all delimited texts only a table of Eurostat has no dialect: anything more would make it a text like others.
  return { ...said, ...text, ...(first?.kind === 'eurostat' ? { delimiter: '\t' } : {}) };
}

/** Whether the files of a combined table are in one archive. */
function isInArchive({ plan }: PlannedFile): boolean {
  const { layout } = plan.decided;
  return layout.kind === 'combined' && layout.parts[0]?.entry !== undefined;
}

const noText = { findings: [], emptyLines: [], uncut: [] };

/** How a delimited text is read, and the omitted lines. */
async function describeText(
  beginning: string,
  head: FileHead,
  { encoding: stated, columnStarts }: ReadingOptions,
  detected: DetectedEncoding,
  { dialect, names }: TableSurvey,
) {
  if (dialect === null) return noText;
  const text = (await readFile(beginning, 'utf8')).replace(/^\ufeff/, '');
  const { lines } = detected;
  const chosen = stated ?? detected.name;
  const others = [detected.name, ...detected.alternatives].filter((name) => name !== chosen);
  const samples = encodingSamples(
    lines === undefined || !iconv.encodingExists(chosen) ? text : iconv.decode(lines, chosen),
    others.map((name) => iconv.decode(lines ?? head.bytes, name)),
  );
  const encoding: Finding = {
    option: 'encoding',
    value: chosen,
    unsure: stated === undefined && detected.unsure && samples.others.some((sample) => sample.length > 0),
    alternatives: others.map((value, at) => ({ value, sample: samples.others[at] ?? [] })),
    sample: samples.chosen,
  };
  return {
    findings: findingsOf(text, dialect, encoding),
    // In a text of one column an empty line is a missing value.
    emptyLines: names.length > 1 ? emptyLinesOf(text) : [],
    uncut: columnStarts === undefined ? [] : firstLines(text, dialect.skip),
  };
}

const uncutLines = 4;
const maxUncutLength = 1000;

/** The first lines of the table, as they are in the file. */
function firstLines(text: string, skip: number): string[] {
  const lines = text.split(/\r\n|\n|\r/, skip + 2 * uncutLines).slice(skip);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, maxUncutLength))
    .slice(0, uncutLines);
}

function noticesOf({ plan, encoding, beginning, notices }: PlannedFile, { encoding: stated }: ReadingOptions) {
  const written = beginning.written?.notes ?? [];
  // A PC-Axis file states its encoding.
  const isGuess = stated === undefined && plan.format !== 'px' && encoding !== null;
  return [...notices, ...(isGuess ? encodingNotices(encoding) : []), ...written];
}

function encodingNotices({ name, unsure, alternatives }: DetectedEncoding): Explanation[] {
  if (name.startsWith('utf-')) return [];
  const encodings = [name, ...alternatives.slice(0, 2)].join(', ');
  return [unsure ? explain('encoding-unsure', { encodings }) : explain('no-utf8', { encoding: name })];
}
