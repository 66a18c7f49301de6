import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { DamagedCacheError } from '../../files/disk-cache.ts';
import { columnReference, type OpenVersion, rowNumber, storedTable } from '../open-version.ts';
import type { PageRange } from '../pages/encoded-page.ts';
import { assemblePage, type RowShape } from '../pages/page-assembly.ts';
import { pageShape, readRawNumbered } from '../pages/read-page.ts';
import { within } from '../pages/selected-rows.ts';
import { rowSeparator, valueSeparator } from '../pages/value-text.ts';
import type { StoreParts } from '../store-parts.ts';
import { type DiffPlan, type DiffRow, diffPlan, type Pair } from './diff-plan.ts';
import { diffSelected } from './diff-versions.ts';

/** Differing rows `offset` to `offset + limit`: changed, added, removed. `rows` selects them in either version. */
export async function readDiffPage(
  parts: StoreParts,
  pair: Pair,
  rows: RowQuery,
  range: PageRange,
  work: LongWork,
): Promise<readonly DiffRow[]> {
  const read = () => readPairs(parts, pair, rows, range, work);
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    parts.log('A cached comparison of versions was damaged and is being recomputed.', error);
    await parts.readers.release(error.path);
    await rm(dirname(error.path), { recursive: true, force: true });
    return await read();
  }
}

async function readPairs(
  parts: StoreParts,
  pair: Pair,
  rows: RowQuery,
  range: PageRange,
  work: LongWork,
): Promise<readonly DiffRow[]> {
  const { summary, pairs } = await diffSelected(parts, pair, rows, work);
  const total = summary.added + summary.removed + summary.changed;
  const [from, to] = within(total, range);
  const { before, after } = pair;
  if (from === to) return [];
  const numbers = await parts.readers.numbers(pairs, from * 2, to * 2);
  const [olds, news] = await Promise.all([
    readSide(parts, before, numbers, 0, work),
    readSide(parts, after, numbers, 1, work),
  ]);
  const plan = diffPlan(pair);
  const shapes = { before: pageShape(before.columns, null), after: pageShape(after.columns, null) };
  return Array.from({ length: to - from }, (_, at) => diffRow(olds[at] ?? null, news[at] ?? null, plan, shapes));
}

/** The raw rows on one side of the pairs; null if a pair has none. */
async function readSide(
  parts: StoreParts,
  open: OpenVersion,
  pairs: Int32Array,
  side: 0 | 1,
  work: LongWork,
): Promise<(Buffer | null)[]> {
  const numbers = pairs.filter((_, at) => at % 2 === side);
  const raw = await readRawNumbered(
    parts,
    open,
    numbers.filter((number) => number >= 0),
    work,
  );
  let at = 0;
  return Array.from(numbers, (number) => {
    if (number < 0) return null;
    const end = raw.indexOf(rowSeparator, at);
    const row = raw.subarray(at, end);
    at = end + 1;
    return row;
  });
}

function diffRow(
  before: Buffer | null,
  after: Buffer | null,
  plan: DiffPlan,
  shapes: { readonly before: RowShape; readonly after: RowShape },
): DiffRow {
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const [olds, news] = [before, after].map((row) => (row === null ? null : valuesOf(row)));
  const differing = olds == null || news == null ? [] : differingValues(olds, news, plan);
  return {
    kind,
    before: rowText(before, shapes.before),
    after: rowText(after, shapes.after),
    changed: differing.map(({ name }) => name),
    changes: differing.map(({ old, now }) => numericChange(old, now)),
    key: plan.key.map((column) => plainText(news?.[column.after] ?? olds?.[column.before] ?? '')),
  };
}

function rowText(row: Buffer | null, shape: RowShape): string | null {
  return row === null ? null : assemblePage(row, 1, shape).toString('utf8');
}

function differingValues(olds: readonly string[], news: readonly string[], plan: DiffPlan) {
  const retyped = new Set(plan.columnsRetyped.map(({ name }) => name));
  return plan.rest
    .map(({ name, before, after }) => ({ name, old: olds[before] ?? '', now: news[after] ?? '' }))
    .filter(({ name, old, now }) => (retyped.has(name) ? plainText(old) !== plainText(now) : old !== now));
}

/** The difference of two numbers, with no more decimals than they have (0.3 − 0.2 is 0.1); null for other values. */
function numericChange(old: string, now: string): number | null {
  if (![old, now].every((value) => /^-?\d/.test(value))) return null;
  if ([old, now].every((value) => /^-?\d+$/.test(value))) return Number(BigInt(now) - BigInt(old));
  const change = Number(now) - Number(old);
  if (!Number.isFinite(change)) return null;
  const decimals = [old, now].map((value) => value.split('.')[1]?.length ?? 0);
  const isPlain = [old, now].every((value) => !/e/i.test(value));
  return isPlain ? Number(change.toFixed(Math.min(100, Math.max(...decimals)))) : Number(change.toPrecision(15));
}

function valuesOf(row: Buffer): string[] {
  return row.toString('utf8').split(String.fromCharCode(valueSeparator));
}

/** 1, 1.0 and "1" are the same value of different types. */
function plainText(value: string): string {
  const plain: unknown = value.startsWith('"') ? JSON.parse(value) : value;
  const text = String(plain);
  return /^-?\d+\.0$/.test(text) ? text.slice(0, -2) : text;
}

/** A digest of a version's columns and rows that does not depend on the order of the rows. Reads all rows. */
export async function contentDigest(parts: StoreParts, open: OpenVersion, work: LongWork): Promise<string> {
  await parts.files.assertWhole(open.version);
  const values = open.columns.map((_, position) => columnReference(position));
  // A row's text is that of a list of texts, in which values are quoted where they have to be. Repeated rows count as
  // often as they occur; the sum of half of each MD5 fits while there are less than 2^63 rows.
  const row = `CAST([${values.map((value) => `CAST(${value} AS VARCHAR)`).join(', ')}]::VARCHAR[] AS VARCHAR)`;
  const sql = `SELECT sum(md5_number_lower(${row})) FROM ${storedTable(open.path, open.columns)}`;
  const [found] = await open.use(work, () => parts.engine.long(work, (session) => session.row(sql)));
  const sum = String(found);
  const columns = open.columns.map(({ name, type }) => [name, type]);
  return createHash('sha256')
    .update(JSON.stringify([columns, open.rows, sum]))
    .digest('hex');
}

/** Rows that are examined first: most columns that are no key have repeated or missing values among them. */
const firstRows = 50_000;

/** Whether every row has values in these columns, different ones in each. */
export async function isKey(
  parts: StoreParts,
  open: OpenVersion,
  key: readonly string[],
  work: LongWork,
): Promise<boolean> {
  const positions = key.map((name) => open.columns.findIndex((column) => column.name === name));
  if (positions.length === 0 || positions.includes(-1)) return false;
  await parts.files.assertWhole(open.version);
  const columns = positions.map((position) => columnReference(position));
  const missing = columns.map((column) => `${column} IS NULL`).join(' OR ');
  const isKeyOf = async (where: string) => {
    const groups = `SELECT ${columns.join(', ')} FROM ${storedTable(open.path, open.columns)}${where}
      GROUP BY ALL HAVING count(*) > 1 OR ${missing} LIMIT 1`;
    const sql = `SELECT count(*) FROM (${groups})`;
    const [found] = await open.use(work, () => parts.engine.long(work, (session) => session.row(sql)));
    return Number(found) === 0;
  };
  if (!(await isKeyOf(` WHERE ${rowNumber} < ${firstRows}`))) return false;
  return open.rows <= firstRows || (await isKeyOf(''));
}
