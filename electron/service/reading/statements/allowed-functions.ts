import type { Session } from '../../engine/session.ts';
import functions from './functions.json' with { type: 'json' };

/** Functions whose result differs from run to run. */
const varying: ReadonlySet<string> = new Set(functions.varying);

/** Functions that read settings or the catalogue, run text, wait, or open the engine's internals. */
const refused: ReadonlySet<string> = new Set(functions.refused);

const refusedPrefixes =
  /^(__internal_|almanac_|duckdb_|enum_|has_|inet_|json_deserialize|json_execute|json_serialize|pg_|pragma_|read_|sniff_|variant_|write_)/;

/** Functions that take the name of an aggregate as a text. */
export const byName: ReadonlySet<string> = new Set(functions.byName);

/** The only functions that may stand for a table. */
export const tableFunctions: ReadonlySet<string> = new Set(functions.tableFunctions);

/** Names without brackets that the engine reads as a function if no column has them. */
export const wordsForFunctions: ReadonlySet<string> = new Set(functions.wordsForFunctions);

/** Why a function is not available; null if it is. */
export function refusalOfFunction(
  name: string,
  known: ReadonlySet<string>,
  argumentCount: number,
): 'varies' | 'refused' | null {
  const lower = name.toLowerCase();
  // With one argument it counts from today.
  if (varying.has(lower) || lower.startsWith('current_') || (lower === 'age' && argumentCount < 2)) return 'varies';
  if (refused.has(lower) || refusedPrefixes.test(lower)) return 'refused';
  return known.has(lower) || lower === 'unnest' ? null : 'refused';
}

/** The functions of the engine itself that compute values, in lower case. */
export async function engineFunctions(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows(
    `SELECT DISTINCT lower(function_name) FROM duckdb_functions()
     WHERE internal AND schema_name = 'main' AND function_type IN ('scalar', 'aggregate', 'macro', 'window')`,
  );
  return new Set(rows.map(([name]) => String(name)));
}
