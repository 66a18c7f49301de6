import { explain } from '#shared/failures.ts';
import { maxRecordBytes } from '../../formats/delimited/scan-records.ts';
import { IngestError } from '../../reading.ts';

/**
 * The lines of a UTF-8 text without their line feeds, several at a time.
 * @param pieces its bytes
 * @throws {IngestError} `record-too-long` for a line beyond {@link maxRecordBytes}
 */
export async function* textLines(pieces: AsyncIterable<unknown>): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxRecordBytes) throw new IngestError(explain('record-too-long'));
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}
