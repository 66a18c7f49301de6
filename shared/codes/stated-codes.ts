import type { ColumnType } from '../api/column.ts';
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

/** More lists of one file than people look at. */
export const maxLists = 50;

/** Whether a list was made from a file: its slug then ends with a digest of its content. */
export function isMadeList(slug: string): boolean {
  return /-codes-[0-9a-f]{12}$/.test(slug);
}

interface CodedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The stated codes that become the lists of columns. */
export function listedCodes(codes: readonly StatedCodes[], columns: readonly CodedColumn[]): readonly StatedCodes[] {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const isCoded = ({ column }: StatedCodes) => ['integer', 'char', 'text'].includes(types.get(column) ?? '');
  return codes.filter((one) => isCoded(one) && one.codes.length > 1 && one.codes.length <= maxCodes).slice(0, maxLists);
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
