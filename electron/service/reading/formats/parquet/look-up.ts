import { explain } from '#shared/failures.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../../engine/session.ts';
import { IngestError, type Plan } from '../../reading.ts';
import type { SourceColumn } from '../source-column.ts';

type EngineColumn = Extract<SourceColumn, { form: 'engine' }>;

/**
 * Replaces the column that numbers the rows with the columns of a second file. Each is held as a list from which every
 * row takes its value: a join would not preserve the order of rows.
 * @throws {IngestError} if there is no such column
 */
export async function lookUp(
  session: Session,
  columns: readonly EngineColumn[],
  { path, by }: NonNullable<Plan['lookup']>,
): Promise<EngineColumn[]> {
  const number = columns.find(({ name }) => name === by);
  if (number === undefined) throw new IngestError(explain('file-has-no-column', { column: by }));
  const described = await session.rows(`DESCRIBE SELECT * FROM read_parquet(${quoteLiteral(path)})`);
  const found = described.map(([name, type]) => ({ name: String(name), engineType: String(type) }));
  const lists = found.map(({ name }) => `list(${quoteIdentifier(name)} ORDER BY file_row_number)`);
  for (const [position, list] of lists.entries()) {
    const values = `SELECT ${list} FROM read_parquet(${quoteLiteral(path)}, file_row_number = true)`;
    await session.run(`SET VARIABLE looked_up_${position} = (${values})`);
  }
  const inPlace = found.map(({ name, engineType }, position) => ({
    form: 'engine' as const,
    name,
    reference: `getvariable('looked_up_${position}')[${number.reference} + 1]`,
    engineType,
  }));
  return columns.flatMap((column) => (column === number ? inPlace : [column]));
}
