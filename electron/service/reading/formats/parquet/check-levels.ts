import type { FileHandle } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import type { ColumnChunk } from './column-chunks.ts';
import { type PageLevels, readLevels } from './page-levels.ts';

/** More bytes than this are left to the engine: they are unpacked for this check alone. */
const maxCheckedBytes = 256 * 2 ** 20;

/**
 * Checks where the values of lists begin, and that a VARIANT has one value: the engine makes something else of what
 * does not fit. Pages that cannot be unpacked are left to it.
 * @throws {IngestError} naming the column
 */
export async function checkLevels(
  file: FileHandle,
  chunks: readonly ColumnChunk[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const nested = chunks.filter(({ maxLevel }) => maxLevel > 0);
  const pairs = chunks.flatMap((chunk, at) => pairWith(chunk, chunks[at + 1]) ?? pairWith(chunk, chunks[at - 1]) ?? []);
  const checked = new Set([...nested, ...pairs.flat()]);
  if ([...checked].reduce((sum, { bytes }) => sum + bytes, 0) > maxCheckedBytes) return;
  for (const chunk of nested) {
    signal?.throwIfAborted();
    const pages = await readLevels(file, chunk);
    if (pages === null || countRows(pages) === chunk.rows) continue;
    throw new IngestError(explain('parquet-levels-damaged', { column: chunk.column }));
  }
  for (const [value, typed] of pairs) {
    signal?.throwIfAborted();
    if (!(await areBothPresent(file, value, typed))) continue;
    throw new IngestError(explain('parquet-two-values', { column: groupOf(value) }));
  }
}

/** The rows that begin on pages; null if there are fewer levels than values, or the first value begins none. */
function countRows(pages: readonly PageLevels[]): number | null {
  let rows = 0;
  for (const { repetition } of pages) {
    if (repetition === null || (rows === 0 && (repetition[0] ?? 0) !== 0)) return null;
    for (const level of repetition) if (level === 0) rows += 1;
  }
  return rows;
}

function groupOf({ column }: ColumnChunk): string {
  return column.slice(0, column.lastIndexOf('.'));
}

/** The two columns of a VARIANT, of which one has the value if it is no object or list (VariantShredding.md). */
function pairWith(value: ColumnChunk, typed: ColumnChunk | undefined): [ColumnChunk, ColumnChunk][] | null {
  if (typed === undefined || !value.isVariant || groupOf(value) !== groupOf(typed)) return null;
  return value.column.endsWith('.value') && typed.column.endsWith('.typed_value') ? [[value, typed]] : null;
}

async function areBothPresent(file: FileHandle, value: ColumnChunk, typed: ColumnChunk): Promise<boolean> {
  const [values, typedValues] = [await presenceOf(file, value), await presenceOf(file, typed)];
  return values.some((isPresent, at) => isPresent && typedValues[at] === true);
}

/** Whether there is a value, for each place of one; nothing if that cannot be read. */
async function presenceOf(file: FileHandle, chunk: ColumnChunk): Promise<boolean[]> {
  const pages = (await readLevels(file, chunk)) ?? [];
  return pages.flatMap(({ definition }) => Array.from(definition ?? [], (level) => level === chunk.maxDefinition));
}
