import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Session } from '../../../engine/session.ts';
import { uniqueNames } from '../../columns/plan-columns.ts';
import { brokenRecordsError } from '../../problems/bad-values.ts';
import { IngestError, type Plan } from '../../reading.ts';
import { readingFailure, withReadable } from '../../values/encoding/unreadable-text.ts';
import type { SourceColumn } from '../layouts.ts';
import { checkParquet } from '../parquet/open-parquet.ts';
import { type OpenedTable, openedTable } from '../relation.ts';

/** Number of records of each file in a preview. */
const beginningRecords = 1_000;
/** Maximum number of notes repeated for single files. */
const maxNotes = 20;
/** Maximum number of files named if their columns differ. */
const maxDiffering = 10;

type Open = (part: Plan, scratch: string) => Promise<OpenedTable>;

/**
 * Several files of one format with the same columns as one table, concatenated. Their content is rewritten as it is
 * read, so that types are determined over all of them.
 * @throws {IngestError} naming each file that has other columns, or cannot be read
 */
export async function openCombined(
  session: Session,
  {
    parts,
    isPart,
    combine,
  }: Pick<Plan, 'combine'> & {
    readonly parts: readonly Plan[];
    /** Whether only the first records of each are read. */
    readonly isPart: boolean;
  },
  open: Open,
  scratch: string,
  work: LongWork,
): Promise<OpenedTable> {
  const fileColumn = combine?.fileColumn;
  const folder = join(scratch, 'combined');
  await mkdir(folder, { recursive: true });
  const compared: ComparedPart[] = [];
  const differing: string[] = [];
  const notes: Explanation[] = [];
  const writePart = (part: ComparedPart, types: readonly (string | null)[]) =>
    inPart(part.name, () => write(session, part, types, isPart));
  for (const [at, part] of parts.entries()) {
    work.signal?.throwIfAborted();
    work.onProgress?.({ phase: 'reading-file', rows: 0, bytes: 0, fraction: at / parts.length });
    const name = part.name ?? part.path;
    const own = join(folder, `${at}`);
    await mkdir(own, { recursive: true });
    await inPart(name, async () =>
      withReadable(await open(part, own), async (opened) => {
        refuseBroken(opened);
        if (opened.relation.form === 'parquet' && !isPart) await checkParquet(opened.path, work.signal);
        for (const note of opened.relation.conversions) notes.push(explain('in-file', { file: name, said: note }));
        const [first] = compared;
        const { columns, difference } = matched(first?.columns ?? opened.relation.columns, opened.relation.columns);
        if (difference !== '') differing.push(`${name}: ${difference}`);
        const one = { name, opened, columns, target: join(folder, `${at}.parquet`) };
        compared.push(difference === '' ? one : { ...one, columns: first?.columns ?? columns });
        if (difference === '' && opened.relation.form !== 'parquet') await writePart(one, []);
      }),
    );
    if (compared.at(-1)?.opened.relation.form !== 'parquet') await rm(own, { recursive: true, force: true });
  }
  const [first] = compared;
  if (first === undefined) throw new IngestError(explain('no-records'));
  if (differing.length > 0) throw differingError(first.name, differing);
  const { columns, types } = await commonColumns(session, compared);
  if (first.opened.relation.form === 'parquet') for (const part of compared) await writePart(part, types);
  const names = uniqueNames(columns.map(({ name }) => name));
  if (fileColumn !== undefined && names.includes(fileColumn)) {
    throw new IngestError(explain('file-column-taken', { column: fileColumn }));
  }
  const ofFile = { form: 'text', name: fileColumn ?? '', reference: partFile, kind: 'text' } as const;
  const { place: _, lines: _lines, ...relation } = first.opened.relation;
  return openedTable(
    {
      ...relation,
      from: `read_parquet([${compared.map(({ target }) => quoteLiteral(target)).join(', ')}])`,
      columns: fileColumn === undefined ? columns : [...columns, ofFile],
      place: { line: partLine, record: 'row_number() OVER ()', file: partFile },
      conversions: [explain('files-combined', { count: compared.length }), ...notes.slice(0, maxNotes)],
    },
    first.target,
  );
}

const partFile = 'part_file';
const partLine = 'part_line';

/** Names the file in its error. */
export async function inPart<T>(file: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    throw new IngestError(explain('in-file', { file, said: error.reason }), error.badValues, error.count);
  }
}

function refuseBroken({ broken }: OpenedTable): void {
  if (broken !== null && broken.count > 0) throw brokenRecordsError({ ...broken, hopeless: true });
}

/** The columns of a file in the order of the first one, and the missing (−) or additional (+) ones. */
function matched(first: readonly SourceColumn[], own: readonly SourceColumn[]) {
  const requested = uniqueNames(first.map(({ name }) => name));
  const names = uniqueNames(own.map(({ name }) => name));
  const byName = new Map(names.map((name, at) => [name, own[at]]));
  const columns = requested.flatMap((name) => byName.get(name) ?? []);
  const missing = requested.filter((name) => !byName.has(name)).map((name) => `−${name}`);
  const more = names.filter((name) => !requested.includes(name)).map((name) => `+${name}`);
  const all = [...missing, ...more];
  return { columns, difference: `${all.slice(0, 10).join(', ')}${all.length > 10 ? ', …' : ''}` };
}

function differingError(first: string, differing: readonly string[]): IngestError {
  const named = differing.slice(0, maxDiffering).join('; ');
  const files = differing.length > maxDiffering ? `${named}; …` : named;
  return new IngestError(explain('columns-differ', { first, count: differing.length, files }));
}

/** @param types the types that engine columns are converted to; null for their own */
async function write(
  session: Session,
  { name, opened, columns, target }: ComparedPart,
  types: readonly (string | null)[],
  isPart: boolean,
): Promise<void> {
  const { from, place } = opened.relation;
  const values = columns.map(({ reference }, at) => {
    const type = types[at] ?? null;
    return `${type === null ? reference : `CAST(${reference} AS ${type})`} AS c${at}`;
  });
  const said = [...values, `${quoteLiteral(name)} AS ${partFile}`, `${place?.line ?? 'NULL::BIGINT'} AS ${partLine}`];
  const limit = isPart ? ` LIMIT ${beginningRecords}` : '';
  try {
    await session.run(
      `COPY (SELECT ${said.join(', ')} FROM ${from}${limit}) TO ${quoteLiteral(target)} (FORMAT parquet)`,
    );
  } catch (error) {
    throw readingFailure(opened, error);
  }
}

/** A file with the same columns as the first one, and their positions in it. */
interface ComparedPart {
  readonly name: string;
  readonly opened: OpenedTable;
  /** The columns in the order of the first file. */
  readonly columns: readonly SourceColumn[];
  /** Parquet file that its records are written to. */
  readonly target: string;
}

interface CommonColumns {
  /** Columns of the combined table: the position is part of the reference's name. */
  readonly columns: readonly SourceColumn[];
  /** The type to which engine columns must be converted; null if it is the same in every file. */
  readonly types: readonly (string | null)[];
}

const numeric = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*)/;

/** The common types of the columns of several files. @throws {IngestError} if two files have incompatible types */
async function commonColumns(session: Session, parts: readonly ComparedPart[]): Promise<CommonColumns> {
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
