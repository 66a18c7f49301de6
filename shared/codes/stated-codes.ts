import type { ColumnType } from '../api/column.ts';
import { type Explanation, explain } from '../failures.ts';
import { maxCodes } from './code-list.ts';

/** A code of a column, with what it means. */
export interface StatedCode {
  readonly code: string;
  readonly label: string;
  /** The code that contains it. */
  readonly parent?: string;
}

/** The codes of a column as a file or service states them, in its order. */
export interface StatedCodes {
  readonly column: string;
  readonly codes: readonly StatedCode[];
}

/** More different lists of one file than people look at. */
export const maxLists = 50;

/** Whether a list was made from a file: its slug then ends with a digest of its content. */
export function isMadeList(slug: string): boolean {
  return /-codes-[0-9a-f]{12}$/.test(slug);
}

interface CodedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

interface ListedCodes {
  readonly lists: readonly StatedCodes[];
  /** On columns whose codes are too many, or one list too many. */
  readonly notes: readonly Explanation[];
}

/** The stated codes that become the lists of columns, of which at most {@link maxLists} differ. */
export function listedCodes(codes: readonly StatedCodes[], columns: readonly CodedColumn[]): ListedCodes {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const coded = codes.filter(
    ({ column, codes: own }) => own.length > 1 && ['integer', 'char', 'text'].includes(types.get(column) ?? ''),
  );
  const short = coded.filter(({ codes: own }) => own.length <= maxCodes);
  const contents = new Set<string>();
  const lists = short.filter(({ codes: own }) => {
    const content = JSON.stringify(own);
    return contents.has(content) || (contents.size < maxLists && contents.add(content));
  });
  const notes = coded
    .filter((one) => !short.includes(one))
    .map(({ column }) => explain('code-list-too-long', { column, limit: maxCodes }));
  return { lists, notes: [...notes, ...furtherLists(short.length - lists.length)] };
}

/** The note on columns whose codes are one list too many. */
export function furtherLists(count: number): readonly Explanation[] {
  return count > 0 ? [explain('code-lists-too-many', { count, limit: maxLists })] : [];
}

/** Codes with their labels, each once; those that no label explains are left out. */
export function statedCodes(
  column: string,
  labels: Iterable<readonly [code: string, label: string]>,
  parents: ReadonlyMap<string, string> = new Map(),
): StatedCodes {
  const codes = new Map<string, StatedCode>();
  for (const [code, label] of labels) {
    if (code === '' || label === '' || codes.has(code)) continue;
    const parent = parents.get(code) ?? '';
    codes.set(code, { code, label, ...(parent !== '' && parent !== code && { parent }) });
  }
  return { column, codes: [...codes.values()] };
}
