import { say } from '#shared/sentences/say.ts';
import { quoteLiteral } from '../rows/duckdb/quoting.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { IngestError, type Source } from '../rows/row-store.ts';
import { lookUp } from './look-up.ts';
import { checkParquetSchema } from './parquet-schema.ts';
import type { Relation } from './relation.ts';
import { plainNumbers } from './text-conversion.ts';
import { firstLine } from './unreadable-text.ts';

/** Reads a Parquet file; its columns keep the engine's types until they are converted. */
export async function openParquet(session: Session, { path, lookup }: Source): Promise<Relation> {
  await checkParquetSchema(path);
  try {
    const described = await session.rows(`DESCRIBE SELECT * FROM read_parquet(${quoteLiteral(path)})`);
    const names = await topLevelNames(session, path);
    const aliases = described.map((_, position) => `c${position}`).join(', ');
    const columns = described.map(([name, type], position) => ({
      form: 'engine' as const,
      name: names[position] ?? String(name),
      reference: `c${position}`,
      engineType: String(type),
    }));
    return {
      from: `read_parquet(${quoteLiteral(path)}) AS source(${aliases})`,
      columns: lookup === undefined ? columns : await lookUp(session, columns, lookup),
      form: 'parquet',
      numbers: plainNumbers,
      conversions: [],
    };
  } catch (error) {
    if (error instanceof Error && error.name !== 'AbortError') {
      throw new IngestError(say('no-parquet', { said: firstLine(error.message) }));
    }
    throw error;
  }
}

/** The names as the file has them; the engine's own reader renames those that differ in case only. */
async function topLevelNames(session: Session, path: string): Promise<string[]> {
  const schema = await session.rows(`SELECT name, num_children FROM parquet_schema(${quoteLiteral(path)})`);
  const names: string[] = [];
  let at = 1;
  while (at < schema.length) {
    names.push(String(schema[at]?.[0]));
    at = endOfElement(schema, at);
  }
  return names;
}

/** The schema is a tree written depth first: the position behind the element at `at` and all that is inside it. */
function endOfElement(schema: readonly (readonly unknown[])[], at: number): number {
  let next = at;
  for (let left = 1; left > 0 && next < schema.length; left -= 1) {
    left += Math.max(0, Number(schema[next]?.[1] ?? 0));
    next += 1;
  }
  return next;
}
