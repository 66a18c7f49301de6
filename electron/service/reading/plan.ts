import iconv from 'iconv-lite';
import { coordinateLimits, coordinatePair, hasCoordinates } from '#shared/coordinate-columns.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { isWorkbookFormat, isWrittenForPeople } from '#shared/source-formats.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { toolVersion } from '../../lib/tool-version.ts';
import { uniqueNames } from './columns/plan-columns.ts';
import { describingRows } from './columns/units-row.ts';
import { detections } from './detections.ts';
import { unpackEntry } from './formats/archive/unpack.ts';
import { type FileHead, headText, readHead } from './formats/file-head.ts';
import type { Beginning, PlannedFile } from './formats/format.ts';
import { formatOf, formats } from './formats/formats.ts';
import { shortList } from './formats/json/json-layout.ts';
import { type LongLayout, turnedColumns } from './formats/layouts.ts';
import { refuseUnsupportedFormat } from './formats/unsupported-format.ts';
import { labelsOnce } from './labels/labels-once.ts';
import { findLong } from './long/find-long.ts';
import { areRowsCertain, periodsIn, requestedRows } from './long/plan-rows.ts';
import { findMarks, legendIn } from './marks/find-marks.ts';
import { planCombined } from './plan-combined.ts';
import { IngestError, type Plan, type ReadingOptions, type SurveyOptions, type TableSurvey } from './reading.ts';
import { assertSame, readableFile } from './seen-file.ts';
import { type DetectedEncoding, detectEncoding } from './values/encoding/detect-encoding.ts';
import { detectFileEncoding } from './values/encoding/file-encoding.ts';
import { plannedEncoding } from './values/encoding/to-utf8.ts';

/** Number of records shown, and of those in which a pair of coordinates is searched. */
export const shownRecords = 200;

/** Surveys the first records of a planned file. */
export type SurveyBeginning = (plan: Plan, beginning: Beginning, options: SurveyOptions) => Promise<TableSurvey>;

/**
 * Decides how a file is read: what was said, completed by detection. This is the only place where anything is detected;
 * the types of columns alone are decided where the rows are, by `planTable`.
 * @param scratch an empty folder, removed by the caller
 * @throws {IngestError}
 */
export async function planFile(
  asked: ReadingOptions,
  survey: SurveyBeginning,
  scratch: string,
  work: LongWork,
): Promise<PlannedFile> {
  const { combine, entry, ...alone } = asked;
  if (combine !== undefined) {
    const part = (one: ReadingOptions, folder: string) => planFile(one, survey, folder, work);
    return withPoint(await planCombined({ ...asked, combine }, part, scratch, work), survey);
  }
  if (entry !== undefined) {
    const unpacked = await unpackEntry(scratch, asked.path, entry, work);
    const { name: said, ...other } = alone;
    const { plan, ...found } = await planFile({ ...other, path: unpacked }, survey, scratch, work);
    const decided = { ...plan.decided, seen: await readableFile(asked.path) };
    return { ...found, plan: { ...plan, path: asked.path, entry, ...given({ name: said }), decided } };
  }
  const seen = await readableFile(asked.path);
  await refuseUnsupportedFormat(asked.path);
  const head = await readHead(asked.path, undefined, asked.name);
  const likely = await encodingOf(asked.path, head);
  const format = asked.format ?? detectFormat(head, asked.encoding ?? likely.name);
  // An empty line is not a record; other formats have more to report.
  if (head.bytes.length === 0 && format !== 'ndjson') throw new IngestError(explain('file-empty'));
  if (asked.leaveOut !== undefined && !isWrittenForPeople(format)) throw new IngestError(explain('leave-out-not-here'));
  if (asked.range?.columns !== undefined && !isWorkbookFormat(format))
    throw new IngestError(explain('columns-not-here'));
  const { encoding, layout, beginning, names } = await formats[format].plan({ ...asked, format }, head, likely, {
    folder: scratch,
    work,
  });
  const read = encoding === null ? { name: 'utf-8', isStated: true } : plannedEncoding(asked.encoding, encoding);
  const plan: Plan = { ...asked, format, decided: { by: toolVersion, seen, encoding: read, layout } };
  const planned = {
    plan,
    beginning,
    head,
    encoding,
    bytes: seen.bytes,
    survey: null,
    periods: null,
    marks: null,
    notices: [],
    names,
  };
  const labelled = await withLabels(planned, survey);
  return withPoint(await withStatus(await withRows(labelled, survey), survey), survey);
}

/**
 * The plan of a file, which is made now if there is none yet: two columns become a point, and columns rows, only if
 * that is said.
 * @param scratch an empty folder, removed by the caller
 */
export async function planOf(file: ReadingOptions, scratch: string, work: LongWork): Promise<Plan> {
  if (isPlan(file)) return file;
  const noSurvey = () => Promise.reject(new Error('Only coordinates need a survey.'));
  if (!('decided' in file)) {
    const { point = null, rowsFrom = null } = file;
    return (await planFile({ ...file, point, rowsFrom, marks: null }, noSurvey, scratch, work)).plan;
  }
  // Another version of the program planned it: what was shown of its columns is kept.
  const { decided, ...said } = file as Plan;
  const { rows, marks, labels } = decided;
  const asked = { ...said, point: said.point ?? null, rowsFrom: null, marks: null };
  const { plan } = await planFile(asked, noSurvey, scratch, work);
  assertSame(decided.seen, plan.decided.seen);
  return { ...plan, decided: { ...plan.decided, ...given({ rows, marks, labels }) } };
}

/** Whether a file was planned by this version of the program. */
function isPlan(file: ReadingOptions): file is Plan {
  return 'decided' in file && (file as Plan).decided.by === toolVersion;
}

function detectFormat(head: FileHead, encoding: string): Plan['format'] {
  detections.publish('format');
  return formatOf(head, iconv.encodingExists(encoding) ? headText(head, encoding) : head.bytes);
}

function encodingOf(file: string, { packing, bytes, whole }: FileHead): Promise<DetectedEncoding> | DetectedEncoding {
  detections.publish('encoding');
  return whole || packing !== 'none' ? detectEncoding(bytes) : detectFileEncoding(file);
}

/** The plan with labels repeated that are written once for several records, if that was said; otherwise they are noted. */
async function withLabels(planned: PlannedFile, survey: SurveyBeginning): Promise<PlannedFile> {
  const { plan, beginning } = planned;
  const isMerged = (beginning.written?.notes ?? []).some(({ code }) => code === 'merged-cells');
  // Without a look at the records there are no marks either.
  if (plan.marks === null || isMerged || !isWrittenForPeople(plan.format) || isWide(planned.names)) return planned;
  const own = asInFile(plan);
  const found = await survey(own, beginning, { rows: shownRecords, whole: false });
  const labels = isWide(found.names) ? null : labelsOnce(found);
  const kept = { ...planned, survey: own === plan ? found : null };
  if (labels === null) return kept;
  const { columns, count } = labels;
  if (plan.fillMerged === true) return { ...planned, plan: { ...plan, decided: { ...plan.decided, labels: columns } } };
  const note = explain('labels-once', { columns: shortList(columns), count });
  return { ...kept, notices: [...planned.notices, note] };
}

/** The plan without what was said of columns, which are perhaps not those of the file. */
function asInFile(plan: Plan): Plan {
  const isSaid = (plan.columns ?? []).length > 0 || plan.point !== undefined;
  return isSaid ? { ...plan, columns: [], point: null } : plan;
}

/**
 * The plan with columns that become rows, if that was said or their headings are evidently periods. Their names decide
 * whether their values are looked at.
 */
async function withRows(planned: PlannedFile, survey: SurveyBeginning): Promise<PlannedFile> {
  const { plan, beginning } = planned;
  const { rowsFrom, columns = [], dates } = plan;
  if (rowsFrom === null || (rowsFrom === undefined && planned.names !== null && findLong(planned.names) === null))
    return planned;
  const wide = asInFile(plan);
  const isEnough = rowsFrom !== undefined && planned.names !== null;
  const known = wide === plan ? planned.survey : null;
  const surveyed = isEnough ? null : (known ?? (await survey(wide, beginning, { rows: shownRecords, whole: false })));
  const names = planned.names === null ? (surveyed?.names ?? []) : uniqueNames(planned.names);
  const found = findLong(names, dates);
  const kept = { ...planned, survey: wide === plan ? surveyed : null };
  if (rowsFrom !== undefined) return turned(kept, names, requestedRows(names, rowsFrom, dates));
  if (found === null || surveyed === null) return kept;
  // Who says something about such a column has seen it.
  const periods = turnedColumns(found.layout);
  const isSaid = columns.some(({ source }) => periods.has(source));
  // Units would be values among others: they are offered as such first.
  const hasUnits = isWrittenForPeople(plan.format) && describingRows(surveyed.texts) > 0;
  return !isSaid && !hasUnits && areRowsCertain(found, surveyed)
    ? turned(kept, names, found.layout)
    : { ...kept, periods: periodsIn(found.layout, false) };
}

function turned(planned: PlannedFile, names: readonly string[], rows: LongLayout): PlannedFile {
  const { plan } = planned;
  const gone = turnedColumns(rows);
  return {
    ...planned,
    plan: { ...plan, decided: { ...plan.decided, rows } },
    names: names.filter((name) => !gone.has(name)),
    survey: null,
    periods: periodsIn(rows, true),
  };
}

/** In a wider table, marks and labels are not looked for: twice as many columns are fewer than are read in strips. */
const maxMarkedColumns = 200;

function isWide(names: readonly string[] | null): boolean {
  return (names?.length ?? 0) > maxMarkedColumns;
}

/** The plan with marks of status read apart from numbers, if that was said or they are evident. */
async function withStatus(planned: PlannedFile, survey: SurveyBeginning): Promise<PlannedFile> {
  const { plan, beginning, names } = planned;
  const { marks, columns = [] } = plan;
  if (marks === null || !mayHaveMarks(plan.format) || isWide(names)) return planned;
  const found = planned.survey ?? (await survey(plan, beginning, { rows: shownRecords, whole: false }));
  const kept = { ...planned, survey: found };
  if (isWide(found.names)) return kept;
  const legend = legendIn([...found.leftOut, ...(beginning.leftOut ?? []), ...(beginning.remarks ?? [])]);
  const seen = findMarks(found, legend, marks === 'keep');
  // Who says something about such a column has seen it.
  const said = new Set(columns.flatMap(({ source, type }) => (type === undefined ? [] : [source])));
  if (seen === null || seen.columns.some((name) => said.has(name))) return kept;
  if (marks === undefined && !seen.certain) return { ...kept, marks: seen };
  const decided = { ...plan.decided, marks: { columns: seen.columns, keep: marks !== 'drop' } };
  return { ...kept, plan: { ...plan, decided }, names: null, survey: null, marks: seen };
}

/** Whether people may have written the numbers of a format. */
function mayHaveMarks(format: Plan['format']): boolean {
  return isWrittenForPeople(format) || format === 'json' || format === 'ndjson';
}

/** The plan with a point, if two columns of numbers evidently form one and nothing was said about that. */
async function withPoint(planned: PlannedFile, survey: SurveyBeginning): Promise<PlannedFile> {
  const { plan, beginning, names } = planned;
  if (plan.point !== undefined || (names !== null && !hasCoordinates(names))) return planned;
  const found = planned.survey ?? (await survey(plan, beginning, { rows: shownRecords, whole: false }));
  const point = pointIn(found);
  // A survey that was made for marks does not show the point.
  return point === null ? { ...planned, survey: found } : { ...planned, plan: { ...plan, point }, survey: null };
}

/** A pair of coordinate columns that could become a point column, if there is no geometry yet. */
function pointIn(survey: TableSurvey): NonNullable<Plan['point']> | null {
  if (survey.columns.some(({ type }) => type === 'geometry')) return null;
  const numbers = survey.columns.flatMap(({ source: name, type }, position) => {
    if (type !== 'float' && type !== 'integer') return [];
    return [{ name, values: survey.rows.flatMap((row) => (row[position] ? [Number(row[position])] : [])) }];
  });
  return findPoint(numbers, survey.names);
}

interface NumberColumn {
  readonly name: string;
  readonly values: readonly number[];
}

const within = (column: NumberColumn, most: number) =>
  column.values.length > 0 && column.values.every((value) => Math.abs(value) <= most);

/**
 * A pair of coordinate columns, recognised by names and ranges; null if there is none.
 * @param columns the numeric columns, with the values of the first records
 * @param taken names of all columns, which the point's name must differ from
 */
export function findPoint(
  columns: readonly NumberColumn[],
  taken: readonly string[],
): NonNullable<Plan['point']> | null {
  const pair = coordinatePair(columns.map(({ name }) => name));
  if (pair === null) return null;
  const fits = (['longitude', 'latitude'] as const).every((coordinate) => {
    const column = columns.find(({ name }) => name === pair[coordinate]);
    return column !== undefined && within(column, coordinateLimits[coordinate]);
  });
  return fits ? { ...pair, name: unusedName('geometry', new Set(taken)) } : null;
}
