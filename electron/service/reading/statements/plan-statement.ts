import { explain } from '#shared/failures.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../engine/session.ts';
import { placeholderColumn, type StoredColumn } from '../../files/stored-version.ts';
import { IngestError } from '../reading.ts';
import { engineNames } from '../values/stored-names.ts';
import { parseSerialized, withTotalOrder } from './order-statement.ts';
import { maxResultColumns, type SyntaxNode } from './statement.ts';
import parts from './statement-parts.json' with { type: 'json' };
import { throwStatementError } from './statement-problem.ts';

/** What is known about a statement before it runs. */
export interface StatementPlan {
  /** Columns of the result with the engine's types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The statement with a total order, in the engine's own words. */
  readonly sql: string;
  /** Whether its values depend on the order in which the engine reads rows, which several threads do not keep. */
  readonly needsOneThread: boolean;
}

/** The third guard: from now on the session reaches no file but these, and no setting can be changed. */
export async function lockSession(session: Session, paths: readonly string[]): Promise<void> {
  await session.run(`SET allowed_paths = [${paths.map(quoteLiteral).join(', ')}]`);
  await session.run('SET enable_external_access = false');
  await session.run('SET errors_as_json = true');
  await session.run('SET lock_configuration = true');
}

/** The columns of a version as a statement sees them: names that the engine distinguishes, and types. */
export function inputColumns(columns: readonly StoredColumn[]): { readonly name: string; readonly type: string }[] {
  const names = engineNames(columns.map(({ name }) => name));
  const types = { integer: 'BIGINT', float: 'DOUBLE', char: 'VARCHAR', text: 'VARCHAR', geometry: 'VARCHAR' } as const;
  if (columns.length === 0) return [{ name: placeholderColumn, type: 'BOOLEAN' }];
  return columns.map(({ name, type }, at) => ({ name: names[at] ?? name, type: types[type] }));
}

/**
 * Plans a statement over empty tables, within a session that is locked then: nothing of the statement runs.
 * @throws {IngestError} naming the place in the statement
 */
export async function planStatement(
  session: Session,
  sql: string,
  inputs: readonly { readonly name: string; readonly columns: readonly StoredColumn[] }[],
): Promise<StatementPlan> {
  for (const { name, columns } of inputs) {
    const defined = inputColumns(columns).map((column) => `${quoteIdentifier(column.name)} ${column.type}`);
    await session.run(`CREATE TABLE ${quoteIdentifier(name)} (${defined.join(', ')})`);
  }
  await lockSession(session, []);
  const columns = await resultColumns(session, sql);
  if (columns.length > maxResultColumns)
    throw new IngestError(explain('sql-took-columns', { limit: maxResultColumns }));
  try {
    const [serialized] = await session.row('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
    const ordered = withTotalOrder(String(serialized), columns.length);
    const [text] = await session.row('SELECT json_deserialize_sql($1::JSON)', [ordered]);
    const [plan] = await session.row('SELECT json_serialize_plan($1::VARCHAR)', [sql]);
    return { columns, sql: String(text), needsOneThread: needsOneThread(parseSerialized(String(plan)) as SyntaxNode) };
  } catch (error) {
    return throwStatementError(error, sql, () => undefined);
  }
}

async function resultColumns(session: Session, sql: string): Promise<{ name: string; type: string }[]> {
  const lead = 'DESCRIBE ';
  try {
    const rows = await session.rows(`${lead}${sql}`);
    return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
  } catch (error) {
    return throwStatementError(error, sql, (byte) => byte - lead.length);
  }
}

/** Aggregates that give the same in whatever order they see their values. */
const orderless: ReadonlySet<string> = new Set(parts.orderless);
/** Exact as long as they add whole numbers. */
const sums: ReadonlySet<string> = new Set(['avg', 'mean', 'sum', 'sum_no_overflow']);
const inexactTypes: ReadonlySet<string> = new Set(['DOUBLE', 'FLOAT', 'INTERVAL']);
const orderedOperators =
  /^LOGICAL_(WINDOW|LIMIT|TOP_N|SAMPLE|ASOF_JOIN|POSITIONAL_JOIN|RECURSIVE_CTE|EXTENSION_OPERATOR)$/;

function needsOneThread(plan: SyntaxNode): boolean {
  // What cannot be examined might depend on the order.
  if (plan.error !== false) return true;
  const root = (plan.plans as readonly SyntaxNode[])[0];
  // The limit of the whole statement follows its total order.
  return isOrdered(root?.type === 'LOGICAL_LIMIT' ? root.children : root);
}

function isOrdered(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(isOrdered);
  if (typeof part !== 'object' || part === null) return false;
  const { type, expression_class: kind, name, arguments: taken, distinct_type: distinct } = part as SyntaxNode;
  if (typeof type === 'string' && orderedOperators.test(type)) return true;
  if (distinct === 'DISTINCT_ON') return true;
  if (kind === 'BOUND_AGGREGATE' && typeof name === 'string' && !orderless.has(name)) {
    const isExact = (taken as readonly { readonly id: string }[]).every(({ id }) => !inexactTypes.has(id));
    if (!sums.has(name) || !isExact) return true;
  }
  return Object.values(part).some(isOrdered);
}
