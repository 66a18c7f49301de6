import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { type EngineOptions, openEngine } from '../../engine/engine.ts';
import type { Session } from '../../engine/session.ts';
import { dataFileName } from '../../files/stored-files.ts';
import { placeholderColumn, type StoredVersion, type VersionKey } from '../../files/stored-version.ts';
import { collectionFunction, geoJsonSql } from '../../geometry/geometry-sql.ts';
import { geometryText } from '../../geometry/geometry-text.ts';
import { assertNames, type PlannedColumn, uniqueNames } from '../columns/plan-columns.ts';
import type { EngineLimits } from '../process/isolated-task.ts';
import { IngestError } from '../reading.ts';
import { engineConversion } from '../values/engine-conversion.ts';
import { engineNames } from '../values/stored-names.ts';
import { plainNumbers, textConversion } from '../values/text-conversion.ts';
import { hasEngineNames, nameColumns } from '../write/wide/join-parquet.ts';
import { copyLead, copyRows, describeColumns } from '../write/write-parquet.ts';
import { finishIngest } from '../write.ts';
import { checkStatement } from './check-statement.ts';
import { inputColumns, lockSession, planStatement, type StatementPlan } from './plan-statement.ts';
import type { CheckedStatement, LocalStatement } from './statement.ts';
import { placesOfParts, throwStatementError } from './statement-problem.ts';

const maxSpillBytes = 8 * 2 ** 30;
/** The guard and the plan need little: a statement that would take more is stopped. */
const planMemoryBytes = 128 * 2 ** 20;

type OwnEngine = Pick<EngineOptions, 'memoryBytes' | 'threads' | 'spillFolder' | 'onActivity'>;

async function withEngine<Result>(
  options: OwnEngine,
  work: LongWork,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const functions = { [collectionFunction]: (text: string) => geometryText(Buffer.from(text, 'hex')) };
  const engine = await openEngine({ ...options, functions, alone: true });
  try {
    return await engine.import(work, use);
  } finally {
    await engine.close();
  }
}

function planningEngine(limits: EngineLimits): OwnEngine {
  return { memoryBytes: Math.min(limits.memoryBytes, planMemoryBytes), threads: 1, spillFolder: limits.spillFolder };
}

/** Parses and checks a statement without running it. @throws {IngestError} */
export async function checkInProcess(sql: string, limits: EngineLimits, work: LongWork): Promise<CheckedStatement> {
  return await withEngine(planningEngine(limits), work, async (session) => {
    await lockSession(session, []);
    try {
      return await checkStatement(session, sql);
    } catch (error) {
      return throwStatementError(error, sql);
    }
  });
}

/** Where the result of a statement goes, and with which resources. */
export interface StatementContext {
  readonly key: VersionKey;
  /** An empty folder for the stored file. */
  readonly folder: string;
  readonly limits: EngineLimits;
  readonly onActivity: () => void;
}

/**
 * Runs a statement, and writes its result as the stored file of a version: the same bytes for the same inputs.
 * @throws {IngestError} for a statement that cannot be run, or a value that cannot be computed
 */
export async function writeStatement(
  context: StatementContext,
  statement: LocalStatement,
  work: LongWork,
): Promise<StoredVersion> {
  const { limits, onActivity } = context;
  const plan = await withEngine(planningEngine(limits), work, (session) =>
    planStatement(session, statement.sql, statement.inputs),
  );
  const threads = plan.needsOneThread && statement.isOrdered !== true ? 1 : limits.threads;
  return await withEngine({ ...limits, threads, onActivity }, work, async (session) => {
    const target = join(context.folder, dataFileName);
    await openInputs(session, statement.inputs, plan.sql, target);
    try {
      return await writeResult(session, context, statement, plan, work);
    } catch (error) {
      work.signal?.throwIfAborted();
      const places = await placesOfParts(session, plan.sql, statement.sql).catch(() => new Map<number, number>());
      const lead = copyLead.length + resultLead.length;
      return throwStatementError(error, statement.sql, (byte) => places.get(byte - lead));
    }
  });
}

/** The inputs as views, after which nothing else can be reached. */
async function openInputs(
  session: Session,
  inputs: LocalStatement['inputs'],
  sql: string,
  target: string,
): Promise<void> {
  for (const { name, path, columns } of inputs) {
    const aliases = columns.length === 0 ? [placeholderColumn] : columns.map((_, at) => `c${at}`);
    const values = inputColumns(columns).map((column, at) => {
      const reference = aliases[at] ?? '';
      const value = columns[at]?.type === 'geometry' ? geoJsonSql(reference) : reference;
      return `${value} AS ${quoteIdentifier(column.name)}`;
    });
    await session.run(
      `CREATE VIEW ${quoteIdentifier(name)} AS SELECT ${values.join(', ')} FROM read_parquet(${quoteLiteral(path)}) AS stored(${aliases.join(', ')})`,
    );
  }
  // With it, the engine skips row groups of only missing or equal values for `x IS DISTINCT FROM v` within OR.
  if (sql.includes('DISTINCT FROM')) await session.run("SET disabled_optimizers = 'expression_rewriter'");
  await session.run(`SET max_temp_directory_size = '${maxSpillBytes}B'`);
  await lockSession(session, [...inputs.map(({ path }) => path), target]);
}

async function writeResult(
  session: Session,
  { key, folder }: StatementContext,
  statement: LocalStatement,
  plan: StatementPlan,
  work: LongWork,
): Promise<StoredVersion> {
  const target = join(folder, dataFileName);
  const names = uniqueNames(plan.columns.map(({ name }) => name));
  assertNames(names);
  const { maxRows } = statement;
  const { columns, rows } = await copyResult(session, statement, { ...plan, names }, target, work);
  if (maxRows !== null && rows > maxRows) throw new IngestError(explain('sql-took-rows', { limit: maxRows }));
  if (hasEngineNames(names)) await nameColumns(target, names);
  const written = { kind: 'written' as const, rows, rejected: 0, conversions: [] };
  const described = () => describeColumns(session, target, columns);
  return await finishIngest(
    session,
    key,
    target,
    { written, conversions: [], leftOut: [], codes: [], columns: described },
    [],
    work,
  );
}

/** What precedes the statement in the one that writes its result. */
const resultLead = 'FROM (';

/** Wide integers are written as integers at first; columns with one that does not fit are then written as text. */
async function copyResult(
  session: Session,
  { geometries, maxRows }: LocalStatement,
  plan: StatementPlan & { readonly names: readonly string[] },
  target: string,
  work: LongWork,
): Promise<{ columns: PlannedColumn[]; rows: number }> {
  const mark = randomBytes(12).toString('hex');
  const asText = new Set<number>();
  const names = engineNames(plan.names);
  const aliases = plan.columns.map((_, at) => `c${at}`).join(', ');
  // What the text shows must agree with the engine.
  const isGeometry = (at: number) =>
    geometries.length === plan.columns.length && geometries[at]?.toLowerCase() === plan.columns[at]?.name.toLowerCase();
  const limit = maxRows === null ? '' : ` LIMIT ${maxRows + 1}`;
  for (;;) {
    const columns = plan.columns.map(({ type }, at) =>
      resultColumn(plan.names[at] ?? '', type, at, { isGeometry: isGeometry(at), asText: asText.has(at), mark }),
    );
    const values = columns.map(({ value }, at) => `${value} AS ${quoteIdentifier(names[at] ?? '')}`);
    const sql = `${resultLead}${plan.sql}\n) AS result(${aliases}) SELECT ${values.join(', ')}${limit}`;
    try {
      const { rows } = await copyRows(session, sql, target, work);
      return { columns, rows };
    } catch (error) {
      const [, column] = new RegExp(`${mark}:(\\d+)`).exec(error instanceof Error ? error.message : '') ?? [];
      if (column === undefined) throw error;
      asText.add(Number(column));
      await rm(target, { force: true });
    }
  }
}

const wideTypes = /^(UBIGINT|HUGEINT|UHUGEINT|BIGNUM)$|^DECIMAL\(\d+,0\)$/;
const fractionType = /^DECIMAL\(/;

interface ResultForm {
  readonly isGeometry: boolean;
  /** Whether a wide integer becomes text. */
  readonly asText: boolean;
  /** Text by which an error names a column whose integers do not fit. */
  readonly mark: string;
}

/** How a column of the result is stored (the contract of recipes, section 1). */
function resultColumn(name: string, engineType: string, at: number, form: ResultForm): PlannedColumn {
  const reference = `c${at}`;
  const { type, value } = resultValue(engineType, reference, at, form);
  const kept = { source: name, name, valid: null, shown: reference, found: false, note: null, column: null };
  return { ...kept, type, value };
}

function resultValue(
  engineType: string,
  reference: string,
  at: number,
  { isGeometry, asText, mark }: ResultForm,
): Pick<PlannedColumn, 'type' | 'value'> {
  if (isGeometry && engineType === 'VARCHAR') {
    return { type: 'geometry', value: textConversion(reference, 'geometry', plainNumbers).value };
  }
  if (wideTypes.test(engineType)) {
    if (asText) return { type: 'text', value: `CAST(${reference} AS VARCHAR)` };
    const fitting = `TRY_CAST(${reference} AS BIGINT)`;
    const failing = `error('${mark}:${at}')`;
    return {
      type: 'integer',
      value: `CASE WHEN ${reference} IS NULL OR ${fitting} IS NOT NULL THEN ${fitting} ELSE CAST(${failing} AS BIGINT) END`,
    };
  }
  if (fractionType.test(engineType)) return { type: 'text', value: `CAST(${reference} AS VARCHAR)` };
  const { type, value } = engineConversion(engineType, reference, engineType !== 'BLOB');
  // Neither can be shown or ordered.
  return { type, value: type === 'float' ? `CASE WHEN isfinite(${value}) THEN ${value} END` : value };
}
