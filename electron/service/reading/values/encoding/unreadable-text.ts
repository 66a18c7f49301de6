import { explain } from '#shared/failures.ts';
import { parquetFailure } from '../../formats/parquet/open-parquet.ts';
import type { OpenedTable } from '../../formats/relation.ts';
import { firstLine, isOutOfMemory } from '../../problems/engine-message.ts';
import { IngestError } from '../../reading.ts';

/** The engine could not read a text that can be rewritten for it. */
class UnreadableText extends Error {}

/** Converts an error of the engine while reading a source to the error to throw. */
export function readingFailure(opened: OpenedTable, error: unknown): unknown {
  const own = error instanceof IngestError || error instanceof UnreadableText;
  if (own || !(error instanceof Error) || error.name === 'AbortError') return error;
  if (opened.relation.form === 'parquet') return parquetFailure(error, opened.relation.columns);
  if (isOutOfMemory(error.message)) return new IngestError(explain('values-take-memory'));
  if (opened.normalise !== null) return new UnreadableText(error.message);
  return error.message.includes('maximum_object_size')
    ? new IngestError(explain('record-too-long'))
    : new IngestError(explain('program-said', { text: firstLine(error.message) }));
}

/** Runs an action with a source, and again with its text rewritten if the engine could not read it unchanged. */
export async function withReadable<T>(opened: OpenedTable, task: (opened: OpenedTable) => Promise<T>): Promise<T> {
  try {
    return await task(opened);
  } catch (error) {
    if (!(error instanceof UnreadableText) || opened.normalise === null) throw error;
    return await task(await opened.normalise());
  }
}
