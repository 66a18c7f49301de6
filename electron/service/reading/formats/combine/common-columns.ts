import { explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../../engine/session.ts';
import { IngestError } from '../../reading.ts';
import type { OpenedTable } from '../relation.ts';
import type { SourceColumn } from '../source-column.ts';

/** A file with the same columns as the first one, and their positions in it. */
export interface ComparedPart {
  readonly name: string;
  readonly opened: OpenedTable;
  /** The columns in the order of the first file. */
  readonly columns: readonly SourceColumn[];
  /** Parquet file that its records are written to. */
  readonly target: string;
}

export interface CommonColumns {
  /** Columns of the combined table: the position is part of the reference's name. */
  readonly columns: readonly SourceColumn[];
  /** The type to which engine columns must be converted; null if it is the same in every file. */
  readonly types: readonly (string | null)[];
}

const numeric = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*)/;

/** The common types of the columns of several files. @throws {IngestError} if two files have incompatible types */
export async function commonColumns(session: Session, parts: readonly ComparedPart[]): Promise<CommonColumns> {
  const [first] = parts;
  const columns: SourceColumn[] = [];
  const types: (string | null)[] = [];
  for (const [at, column] of (first?.columns ?? []).entries()) {
    const reference = `c${at}`;
    if (column.form === 'text') {
      columns.push({ ...column, reference, kind: await commonKind(session, parts, at) });
      types.push(null);
      continue;
    }
    const type = await commonType(session, parts, at);
    columns.push({ ...column, reference, engineType: type ?? column.engineType });
    types.push(type);
  }
  return { columns, types };
}

type TextKind = Extract<SourceColumn, { form: 'text' }>['kind'];

/** A file in which a column has no value does not determine its type. */
async function commonKind(session: Session, parts: readonly ComparedPart[], at: number): Promise<TextKind> {
  const kinds = parts.map(({ columns }): TextKind => {
    const column = columns[at];
    return column?.form === 'text' ? column.kind : 'text';
  });
  const [kind = 'text'] = kinds;
  if (kinds.every((one) => one === kind)) return kind;
  const said = new Set<TextKind>();
  for (const [position, part] of parts.entries()) {
    const [count] = await session.row(`SELECT count(c${at}) FROM read_parquet(${quoteLiteral(part.target)})`);
    if (count !== 0n) said.add(kinds[position] ?? 'text');
  }
  const [only = 'text', ...others] = said;
  if (others.length === 0) return only;
  return [...said].every((one) => one === 'integer' || one === 'float') ? 'float' : 'text';
}

/** The common engine type of a column; null if all files have the same type. */
async function commonType(session: Session, parts: readonly ComparedPart[], at: number): Promise<string | null> {
  const all = parts.map((part) => ({ part, type: typeOf(part, at) }));
  const [first] = all;
  if (first === undefined || all.every(({ type }) => type === first.type)) return null;
  const filled: typeof all = [];
  for (const one of all) {
    const { columns, opened } = one.part;
    const [count] = await session.row(`SELECT count(${columns[at]?.reference}) FROM ${opened.relation.from}`);
    if (count !== 0n) filled.push(one);
  }
  const distinct = [...new Map(filled.map((one) => [one.type, one])).values()];
  const [one = first, other] = distinct;
  if (other === undefined) return one.type;
  const nothing = distinct.map(({ type }) => `SELECT NULL::${type} AS c`).join(' UNION ALL ');
  const [[, found] = []] = await session.rows(`DESCRIBE ${nothing}`);
  const type = String(found);
  const fits = distinct.every((each) => numeric.test(each.type)) && numeric.test(type);
  if (!fits || !(await allExact(session, filled, at, type))) {
    const column = one.part.columns[at]?.name ?? '';
    const named = { column, file: one.part.name, type: one.type, other: other.part.name, otherType: other.type };
    throw new IngestError(explain('column-types-differ', named));
  }
  return type;
}

function typeOf({ columns }: ComparedPart, at: number): string {
  const column = columns[at];
  return column?.form === 'engine' ? column.engineType : 'VARCHAR';
}

/** Whether every value converts to the common type and back without loss. */
async function allExact(
  session: Session,
  parts: readonly { readonly part: ComparedPart; readonly type: string }[],
  at: number,
  common: string,
): Promise<boolean> {
  for (const { part, type } of parts) {
    if (type === common) continue;
    const value = part.columns[at]?.reference;
    const [count] = await session.row(
      `SELECT count(*) FROM ${part.opened.relation.from}
       WHERE TRY_CAST(TRY_CAST(${value} AS ${common}) AS ${type}) IS DISTINCT FROM ${value}`,
    );
    if (count !== 0n) return false;
  }
  return true;
}
