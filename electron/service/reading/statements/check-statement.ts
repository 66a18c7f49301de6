import { type Explanation, explain } from '#shared/failures.ts';
import type { Session } from '../../engine/session.ts';
import { IngestError } from '../reading.ts';
import { isBeyondRange, parseSerialized } from './order-statement.ts';
import { type CheckedStatement, maxStatementLength, type NamedTable, type SyntaxNode } from './statement.ts';
import parts from './statement-parts.json' with { type: 'json' };
import { lineAndColumn, placeInStatement } from './statement-problem.ts';

const queryTypes = new Set(parts.queryTypes);
const tableTypes = new Set(parts.tableTypes);
const expressionClasses = new Set(parts.expressionClasses);
/** Parts of queries and types, which have no rule of their own. */
const otherTypes = /^(ORDER|DISTINCT|LIMIT|LIMIT_PERCENT)_MODIFIER$|^(ORDER_DEFAULT|ASCENDING|DESCENDING)$|_TYPE_INFO$/;

/** The engine's answer to a statement that it was asked to serialize. */
type Serialized =
  | { readonly error: true; readonly position?: string; readonly error_subtype?: string }
  | { readonly error: false; readonly statements: readonly SyntaxNode[] };

/**
 * The first guard: parses a statement without running it. It must be one SELECT of known parts, with functions that
 * only compute values.
 * @throws {IngestError} naming the place
 */
export async function checkStatement(session: Session, sql: string): Promise<CheckedStatement> {
  if (sql.length > maxStatementLength) refuse(explain('sql-too-long', { limit: maxStatementLength }));
  const [text] = await session.row('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const parsed = parseSerialized(String(text)) as Serialized;
  if (parsed.error) return refuseUnparsed(sql, parsed);
  const [statement, another] = parsed.statements;
  if (statement === undefined || another !== undefined) return refuse(explain('sql-not-one'));
  if ((statement.named_param_map as unknown[]).length > 0) return refuse(explain('sql-parameters'));
  const walk: Walk = { sql, functions: await engineFunctions(session), tables: new Map() };
  try {
    visit(walk, statement.node, new Set());
  } catch (error) {
    if (error instanceof RangeError) return refuse(explain('sql-too-deep'));
    throw error;
  }
  return { sql, tables: [...walk.tables.values()], tree: statement.node as SyntaxNode };
}

interface Walk {
  readonly sql: string;
  readonly functions: ReadonlySet<string>;
  readonly tables: Map<string, NamedTable>;
}

function refuse(reason: Explanation): never {
  throw new IngestError(reason);
}

function refuseUnparsed(
  sql: string,
  { position, error_subtype: subtype }: Extract<Serialized, { error: true }>,
): never {
  if (subtype !== 'SYNTAX_ERROR') return refuse(explain('sql-not-one'));
  const place = placeInStatement(sql, Number(position));
  return refuse(explain('sql-syntax', { ...lineAndColumn(place), excerpt: place.excerpt }));
}

function refusePart({ sql }: Walk, node: SyntaxNode, what: string, code: 'sql-refused' | 'sql-varies' = 'sql-refused') {
  return refuse(explain(code, { what, ...lineAndColumn(placeInStatement(sql, node.query_location)) }));
}

/** @param own names of the common table expressions in scope, in lower case */
function visit(walk: Walk, part: unknown, own: ReadonlySet<string>): void {
  if (Array.isArray(part)) {
    for (const one of part) visit(walk, one, own);
    return;
  }
  if (typeof part !== 'object' || part === null) return;
  const node = part as SyntaxNode;
  const { type } = node;
  if (node.sample !== undefined && node.sample !== null) refusePart(walk, node, 'SAMPLE', 'sql-varies');
  if (typeof node.pivot_enum === 'string' && node.pivot_enum !== '') refusePart(walk, node, `IN ${node.pivot_enum}`);
  if (typeof node.class === 'string') visitExpression(walk, node, own);
  else if (typeof type !== 'string') visitMembers(walk, node, own);
  else if (queryTypes.has(type)) visitQuery(walk, node, own);
  else if (tableTypes.has(type)) visitTable(walk, node, own);
  else if (otherTypes.test(type)) visitMembers(walk, node, own);
  else refusePart(walk, node, wordsOf(type));
}

function wordsOf(type: string): string {
  return type === 'SHOW_REF' ? 'DESCRIBE' : type.replaceAll('_', ' ');
}

function visitMembers(walk: Walk, node: SyntaxNode, own: ReadonlySet<string>, except = ''): void {
  for (const [name, member] of Object.entries(node)) if (name !== except) visit(walk, member, own);
}

/** A common table expression is known to the later ones and to the query, and to itself if it is recursive. */
function visitQuery(walk: Walk, node: SyntaxNode, own: ReadonlySet<string>): void {
  const known = new Set(own);
  const { map } = node.cte_map as { readonly map: readonly { readonly key: string; readonly value: SyntaxNode }[] };
  for (const { key, value } of map) {
    const name = key.toLowerCase();
    const query = (value.query as { readonly node: SyntaxNode }).node;
    if (key.includes('/')) refusePart(walk, node, `WITH "${key}"`);
    visit(walk, value, query.type === 'RECURSIVE_CTE_NODE' ? new Set([...known, name]) : known);
    known.add(name);
  }
  visitMembers(walk, node, known, 'cte_map');
}

function visitTable(walk: Walk, node: SyntaxNode, own: ReadonlySet<string>): void {
  if (node.type === 'BASE_TABLE') {
    noteTable(walk, node, own);
    return;
  }
  if (node.type !== 'TABLE_FUNCTION') {
    visitMembers(walk, node, own);
    return;
  }
  const called = node.function as SyntaxNode;
  const name = String(called.function_name);
  if (called.schema !== '' || called.catalog !== '' || !tableFunctions.has(name.toLowerCase())) {
    refusePart(walk, node, `${name}()`);
  }
  visitMembers(walk, called, own);
}

function noteTable(walk: Walk, node: SyntaxNode, own: ReadonlySet<string>): void {
  const name = String(node.table_name);
  const place = placeInStatement(walk.sql, node.query_location);
  if (node.at_clause !== null) refusePart(walk, node, 'AT');
  const isQualified = node.schema_name !== '' || node.catalog_name !== '';
  const parts = [node.catalog_name, node.schema_name, name].filter((part) => part !== '');
  // No input has such a name, so the second guard refuses it.
  const full = isQualified ? parts.join('.') : name;
  if (!isQualified && own.has(name.toLowerCase())) return;
  if (!walk.tables.has(full)) walk.tables.set(full, { name: full, place });
}

function visitExpression(walk: Walk, node: SyntaxNode, own: ReadonlySet<string>): void {
  const kind = node.class as string;
  if (!expressionClasses.has(kind)) refusePart(walk, node, kind);
  if (kind === 'CONSTANT') {
    const { value } = node.value as { readonly value?: unknown };
    const written = placeInStatement(walk.sql, node.query_location).excerpt.split(/[\s,)]/, 1);
    if (isBeyondRange(value)) refusePart(walk, node, written.join(''));
    return;
  }
  if (kind === 'COLUMN_REF') {
    const names = node.column_names as readonly string[];
    const [first = ''] = names;
    if (names.length === 1 && wordsForFunctions.has(first.toLowerCase())) refusePart(walk, node, first, 'sql-varies');
    return;
  }
  if (kind === 'FUNCTION' || kind === 'WINDOW') assertFunction(walk, node);
  visitMembers(walk, node, own);
}

function assertFunction(walk: Walk, node: SyntaxNode): void {
  const name = String(node.function_name);
  const children = node.children as readonly SyntaxNode[];
  // What looks like a schema may be the value before a method: `name.upper()`.
  if (node.catalog !== '' || node.export_state === true) refusePart(walk, node, `${name}()`);
  const refusal = refusalOfFunction(name, walk.functions, children.length);
  if (refusal === 'varies') refusePart(walk, node, `${name}()`, 'sql-varies');
  if (refusal === 'refused') refusePart(walk, node, `${name}()`);
  if (!byName.has(name.toLowerCase())) return;
  const inner = (children[1]?.value as { readonly value?: unknown } | undefined)?.value;
  const isAllowed = typeof inner === 'string' && refusalOfFunction(inner, walk.functions, 2) === null;
  if (!isAllowed) refusePart(walk, node, `${name}(${typeof inner === 'string' ? inner : ''})`);
}

/** Functions whose result differs from run to run. */
const varying: ReadonlySet<string> = new Set(parts.varying);

/** Functions that read settings or the catalogue, run text, wait, or open the engine's internals. */
const refused: ReadonlySet<string> = new Set(parts.refused);

const refusedPrefixes =
  /^(__internal_|almanac_|duckdb_|enum_|has_|inet_|json_deserialize|json_execute|json_serialize|pg_|pragma_|read_|sniff_|variant_|write_)/;

/** Functions that take the name of an aggregate as a text. */
const byName: ReadonlySet<string> = new Set(parts.byName);

/** The only functions that may stand for a table. */
const tableFunctions: ReadonlySet<string> = new Set(parts.tableFunctions);

/** Names without brackets that the engine reads as a function if no column has them. */
const wordsForFunctions: ReadonlySet<string> = new Set(parts.wordsForFunctions);

/** Why a function is not available; null if it is. */
function refusalOfFunction(
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
