import { bareName, fileName, isSlug, slugOf } from '#shared/file-name.ts';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import type { FilePreview, FileSurvey, Finding, FoundTable } from '#shared/rpc/source-file.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import { changeReading, type Destination, type Draft, newDraft, ofTable, publishRequest } from '../draft.ts';
import { draftColumns, type OpenQuestion, openQuestions } from '../preview/draft-columns.ts';

/** One of several files, or one of its sheets, that each become a dataset. */
export interface BatchItem {
  /** Identifies the item within the batch. */
  readonly id: number;
  /** How it is read and the name of its dataset; the batch has the destination. */
  readonly draft: Draft;
  readonly used: boolean;
}

/** Several files prepared for publishing together. */
export interface Batch {
  readonly items: readonly BatchItem[];
  /** Their common destination; its dataset is ignored. */
  readonly destination: Destination;
  /** The item whose own preview is open; null for the list. */
  readonly open: number | null;
}

type Into = Pick<Destination, 'connection' | 'namespace'>;

/** Drafts of files, one each; ids continue after those of `before`. */
export function batchOf(paths: readonly string[], into: Into, before: Batch | null = null): Batch {
  const target = { ...into, dataset: null };
  const known = new Set(before?.items.map(({ draft }) => draft.path));
  const first = (before?.items.at(-1)?.id ?? -1) + 1;
  const added = paths
    .filter((path) => !known.has(path))
    .map((path, at) => ({ id: first + at, draft: newDraft(path, target), used: true }));
  const destination = before?.destination ?? newDraft('', target).destination;
  return { items: [...(before?.items ?? []), ...added], destination, open: null };
}

/** The sheets of a workbook, one dataset each, with the workbook's reading options except those of a single table. */
export function batchOfSheets(draft: Draft, sheets: readonly string[]): Batch {
  const { missing, dates, decimalComma, thousands } = draft.reading;
  const common = changeReading({ ...draft, reading: {} }, { missing, dates, decimalComma, thousands });
  const items = sheets.map((sheet, id) => {
    const newDataset = { label: sheet, slug: null, description: '' };
    const destination = { ...draft.destination, dataset: null, newDataset };
    return { id, draft: { ...changeReading(common, { sheet }), edits: new Map(), destination }, used: true };
  });
  return { items, destination: { ...draft.destination, dataset: null }, open: null };
}

/** The tables of a file, one dataset each. */
export function batchOfTables(draft: Draft, tables: readonly FoundTable[]): Batch {
  const { label } = draft.destination.newDataset;
  const items = tables.map((table, id) => {
    const newDataset = { label: table.title || `${label} ${id + 1}`, slug: null, description: '' };
    const destination = { ...draft.destination, dataset: null, newDataset };
    return { id, draft: { ...ofTable(draft, table), destination }, used: true };
  });
  return { items, destination: { ...draft.destination, dataset: null }, open: null };
}

/** The files in an archive, one dataset each. */
export function batchOfArchive(draft: Draft, entries: readonly string[]): Batch {
  const items = entries.map((entry, id) => {
    const { destination } = newDraft(entry, { ...draft.destination, dataset: null });
    return { id, draft: { ...draft, reading: { entry }, edits: new Map(), destination }, used: true };
  });
  return { items, destination: { ...draft.destination, dataset: null }, open: null };
}

export function itemName({ draft }: BatchItem): string {
  const { entry, sheet, range } = draft.reading;
  const { columns } = range ?? {};
  const lines = range && `${range.first}–${range.last ?? ''}`;
  const letters = columns && [columns.first, columns.last].map((at) => columnLetters(at - 1)).join('–');
  return [fileName(draft.path), entry, sheet, lines, letters].filter((name) => name !== undefined).join(' › ');
}

/**
 * The slug of each item by id: as typed by the user, or derived from its label and made unique. Typing one changes no
 * other.
 */
export function slugsOfItems(items: readonly BatchItem[]): ReadonlyMap<number, string> {
  const slugs = new Map<number, string>();
  const taken = new Set<string>();
  for (const { id, draft } of items) {
    const { label } = draft.destination.newDataset;
    const base = slugOf(label) || slugOf(bareName(draft.reading.entry ?? draft.path)) || 'dataset';
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base.slice(0, 90)}-${number}`;
    taken.add(slug);
    slugs.set(id, draft.destination.newDataset.slug ?? slug);
  }
  return slugs;
}

/** Problems with the name of an item; each is a message key. */
export type NameProblem = 'labelMissing' | 'slugWrong' | 'nameTwice' | 'batchTaken';

/** @param there slugs of the existing datasets of the destination namespace */
export function nameProblems(
  items: readonly BatchItem[],
  slugs: ReadonlyMap<number, string>,
  there: ReadonlySet<string>,
): ReadonlyMap<number, NameProblem> {
  const used = items.filter((item) => item.used);
  const counts = new Map<string, number>();
  for (const { id } of used) counts.set(slugs.get(id) ?? '', (counts.get(slugs.get(id) ?? '') ?? 0) + 1);
  const problems = new Map<number, NameProblem>();
  for (const { id, draft } of used) {
    const slug = slugs.get(id) ?? '';
    if (draft.destination.newDataset.label.trim() === '') problems.set(id, 'labelMissing');
    else if (!isSlug(slug)) problems.set(id, 'slugWrong');
    else if ((counts.get(slug) ?? 0) > 1) problems.set(id, 'nameTwice');
    else if (there.has(slug)) problems.set(id, 'batchTaken');
  }
  return problems;
}

/** What the user must decide before a file is published. */
export interface ItemQuestion {
  readonly kind: OpenQuestion['kind'] | 'encoding';
  /** The options that answer it, with sample values as they would then be read. */
  readonly choices: readonly {
    readonly options: OpenQuestion['choices'][number]['options'] & { readonly encoding?: string };
    readonly sample: readonly string[];
  }[];
}

export function questionsOf(draft: Draft, preview: FilePreview, survey: FileSurvey | undefined): ItemQuestion[] {
  const questions: ItemQuestion[] = openQuestions(draftColumns(draft, preview, survey));
  const encoding = preview.findings.find(({ option, unsure }) => option === 'encoding' && unsure);
  if (encoding !== undefined) questions.push(encodingQuestion(encoding));
  return questions;
}

function encodingQuestion({ value, sample, alternatives }: Finding): ItemQuestion {
  const choices = [{ value, sample }, ...alternatives].filter((one) => one.sample.length > 0);
  return {
    kind: 'encoding',
    choices: choices.map((one) => ({ options: { encoding: one.value }, sample: one.sample })),
  };
}

/**
 * The request that publishes one item to the batch's destination, as it was previewed.
 * @param preview of its current reading options; undefined if it was not read
 */
export function itemRequest(
  { draft }: BatchItem,
  destination: Destination,
  slug: string,
  connection: string,
  preview: FilePreview | undefined,
): PublishRequest {
  const newDataset = { ...draft.destination.newDataset, slug };
  return publishRequest(
    { ...draft, destination: { ...destination, dataset: null, newDataset } },
    connection,
    new Set(preview?.columns.map(({ source }) => source)),
    null,
    preview?.plan,
  );
}
