import type { ColumnType } from '#shared/api/column.ts';
import { coordinateLimits } from '#shared/coordinate-columns.ts';
import type { Explanation } from '#shared/failures.ts';
import type { ColumnEvidence, FilePreview, FileSurvey, FoundColumn } from '#shared/rpc/source-file.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { ColumnEdit, Draft } from '../draft.ts';

/** A column of the file, with what was detected and what the user changed. */
export interface DraftColumn {
  readonly source: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly type: ColumnType;
  /** The detected type, before the user chose another. */
  readonly foundType: ColumnType;
  readonly reason: Explanation | null;
  readonly used: boolean;
  /** Made from two others: it has no name in the file and depends on them. */
  readonly made: boolean;
  readonly problem: 'nameMissing' | 'nameTwice' | 'latitudeRange' | 'longitudeRange' | null;
  /** Dates and times as text; null for other columns. */
  readonly moment: MomentKind | null;
  /** The evidence for the detected type; null if the user determines it. */
  readonly evidence: ColumnEvidence | null;
  /** What the user must decide; null for nothing. */
  readonly question: FoundColumn['question'] | null;
  /** The unit of its numbers, which are text because of its sign; null for others. */
  readonly unit: FoundColumn['unit'] | null;
}

/** The survey of the whole file takes precedence over the preview of its beginning, once it is known. */
export function foundColumns(preview: FilePreview, survey: FileSurvey | undefined): readonly FoundColumn[] {
  const surveyed = new Map(survey?.columns.map((column) => [column.source, column]));
  return preview.columns.map((column) => {
    const found = surveyed.get(column.source);
    return ofAll(found ?? column, found !== undefined || preview.whole);
  });
}

/** The counts of a completely read file cover all its values. */
function ofAll(column: FoundColumn, whole: boolean): FoundColumn {
  const { evidence } = column;
  return evidence === undefined || !whole ? column : { ...column, evidence: { ...evidence, whole } };
}

/** Combines what was detected with what the user changed. */
export function draftColumns(draft: Draft, preview: FilePreview, survey: FileSurvey | undefined): DraftColumn[] {
  const point = preview.options.point;
  const columns = foundColumns(preview, survey).map((found) =>
    draftColumn(found, draft.edits.get(found.source) ?? {}, found.source === point?.name),
  );
  const names = new Map<string, number>();
  for (const { used, name } of columns) if (used) names.set(name, (names.get(name) ?? 0) + 1);
  return columns.map((column) => {
    if (!column.used) return column;
    const range = column.made ? rangeProblem(preview) : null;
    if (range !== null) return { ...column, problem: range };
    const problem = column.name === '' ? 'nameMissing' : (names.get(column.name) ?? 0) > 1 ? 'nameTwice' : null;
    return { ...column, problem };
  });
}

/** Whether the first rows have degrees that do not exist, as where the two columns of the point are swapped. */
function rangeProblem({ columns, rows, options: { point } }: FilePreview): DraftColumn['problem'] {
  const exceeds = (coordinate: 'latitude' | 'longitude') => {
    const at = columns.findIndex(({ source }) => source === point?.[coordinate]);
    return rows.some((row) => Math.abs(Number(row[at] ?? 0)) > coordinateLimits[coordinate]);
  };
  return exceeds('latitude') ? 'latitudeRange' : exceeds('longitude') ? 'longitudeRange' : null;
}

function draftColumn(found: FoundColumn, edit: ColumnEdit, made: boolean): DraftColumn {
  return {
    source: found.source,
    name: edit.name ?? found.name,
    label: edit.label ?? '',
    description: edit.description ?? '',
    type: edit.type ?? found.type,
    foundType: found.type,
    reason: edit.type === undefined || edit.type === found.type ? found.reason : null,
    used: edit.drop !== true,
    made,
    problem: null,
    moment: edit.type === undefined ? (found.moment ?? null) : null,
    evidence: edit.type === undefined ? (found.evidence ?? null) : null,
    question: edit.type === undefined ? (found.question ?? null) : null,
    unit: edit.type === undefined ? (found.unit ?? null) : null,
  };
}

type ColumnQuestion = NonNullable<FoundColumn['question']>;

/** A decision that the user must make about columns. */
export interface OpenQuestion extends ColumnQuestion {
  /** Names of the columns. */
  readonly about: readonly string[];
}

/** What the used columns leave open, each kind of question once. */
export function openQuestions(columns: readonly DraftColumn[]): OpenQuestion[] {
  const questions = new Map<string, OpenQuestion>();
  for (const { used, name, question } of columns) {
    if (!used || !question) continue;
    const known = questions.get(question.kind) ?? { ...question, about: [] };
    questions.set(question.kind, { ...known, about: [...known.about, name] });
  }
  return [...questions.values()];
}
