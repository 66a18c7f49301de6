import type { Session } from '../../engine/session.ts';

/** Functions whose result differs from run to run. */
const varying: ReadonlySet<string> = new Set([
  'ago',
  'clock_timestamp',
  'currval',
  'gen_random_uuid',
  'get_current_time',
  'get_current_timestamp',
  'localtime',
  'localtimestamp',
  'nextval',
  'now',
  'random',
  'reservoir_quantile',
  'setseed',
  'today',
  'transaction_timestamp',
  'txid_current',
  'uuid',
  'uuidv4',
  'uuidv7',
]);

/** Functions that read settings or the catalogue, run text, wait, or open the engine's internals. */
const refused: ReadonlySet<string> = new Set([
  'add_parquet_key',
  'can_cast_implicitly',
  'cast_to_type',
  'checkpoint',
  'col_description',
  'combine',
  'error',
  'finalize',
  'force_checkpoint',
  'format_pg_type',
  'format_type',
  'generate_subscripts',
  'get_block_size',
  'get_type',
  'getenv',
  'getvariable',
  'in_search_path',
  'make_type',
  'map_to_pg_oid',
  'obj_description',
  'parse_duckdb_log_message',
  'query',
  'query_table',
  'replace_type',
  'session_user',
  'shobj_description',
  'sleep_ms',
  'stats',
  'to_aggregate_state',
  'user',
  'vector_type',
  'version',
  'which_secret',
]);

const refusedPrefixes =
  /^(__internal_|almanac_|duckdb_|enum_|has_|inet_|json_deserialize|json_execute|json_serialize|pg_|pragma_|read_|sniff_|variant_|write_)/;

/** Functions that take the name of an aggregate as a text. */
export const byName: ReadonlySet<string> = new Set([
  'aggregate',
  'array_aggr',
  'array_aggregate',
  'list_aggr',
  'list_aggregate',
]);

/** The only functions that may stand for a table. */
export const tableFunctions: ReadonlySet<string> = new Set(['generate_series', 'range', 'unnest']);

/** Names without brackets that the engine reads as a function if no column has them. */
export const wordsForFunctions: ReadonlySet<string> = new Set([
  'current_catalog',
  'current_date',
  'current_role',
  'current_schema',
  'current_time',
  'current_timestamp',
  'current_user',
  'get_current_time',
  'localtime',
  'localtimestamp',
]);

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
