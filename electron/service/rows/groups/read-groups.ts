import { rm, stat, truncate } from 'node:fs/promises';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { publish } from '../../../lib/durable-file.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { sealFile } from '../../files/checksum.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { hasEngineNames, nameColumns } from '../../reading/write/wide/join-parquet.ts';
import { type ColumnLabels, withCodeTables, withLabels } from '../codes/code-tables.ts';
import {
  type ExportColumn,
  type ExportedFile,
  type ExportTarget,
  exportSql,
  type GroupsExportOptions,
} from '../export/export-sql.ts';
import { labelledColumns } from '../export/labelled-columns.ts';
import { columnReference, type OpenVersion, rowNumber, storedTable } from '../open-version.ts';
import type { GroupPage, PageRange } from '../pages/encoded-page.ts';
import { assemblePage, labelledShape, rowShape } from '../pages/page-assembly.ts';
import { readParquetRange } from '../pages/parquet-rows.ts';
import { assertPatterns, within } from '../pages/selected-rows.ts';
import { rowSeparator } from '../pages/value-text.ts';
import type { StoreParts } from '../store-parts.ts';
import type { GroupFile } from './group-files.ts';
import type { CodedGroups, GroupColumn } from './group-sql.ts';

/** Groups, and labels to return beside values of their keys. */
type LabelledRange = PageRange & { readonly labels: readonly ColumnLabels[] };

/** Groups `offset` inclusive to `offset + limit` exclusive. */
export async function readGroupPage(
  parts: StoreParts,
  open: OpenVersion,
  query: CodedGroups,
  { labels, ...range }: LabelledRange,
  work: LongWork,
): Promise<GroupPage> {
  const groups = await groupsOf(parts, open, query, work);
  const own = groups.columns.map(({ name, type }) => ({ name, type: typeOutside(type) }));
  const columns = withLabels(own, labels, ({ name }) => ({ name, type: 'char' as const }));
  const [from, to] = within(groups.count, range);
  const shape = rowShape(
    own.map(({ name }) => name),
    own.map((_, at) => at),
    own.map(({ type }) => type === 'geometry'),
  );
  const raw = to > from ? await rawGroups(parts, groups, [from, to], work) : Buffer.alloc(0);
  return {
    count: groups.count,
    rows: to - from,
    json: assemblePage(raw, to - from, labelledShape(shape, labels)),
    columns,
  };
}

/** Writes all groups to a new file, which is either complete and durable or absent. */
export async function exportGroups(
  parts: StoreParts,
  open: OpenVersion,
  query: CodedGroups,
  { format, target, booleansAsText = false, spreadsheet, labels }: ExportTarget & GroupsExportOptions,
  work: LongWork,
): Promise<ExportedFile> {
  const groups = await groupsOf(parts, open, query, work);
  const own = groups.columns.map(({ name, type }, at): ExportColumn => {
    const reference = columnReference(at);
    const asText = type === 'boolean' && booleansAsText;
    return {
      name,
      type: asText ? 'char' : rawType(type),
      reference: asText ? `CAST(${reference} AS VARCHAR)` : reference,
    };
  });
  const { columns, selected, maps } = labelledColumns(own, labels);
  const { values, options, ending = 0 } = exportSql(format, columns, { spreadsheet });
  const unfinished = `${target}.part`;
  await rm(unfinished, { force: true });
  try {
    const table = storedTable(groups.path, storedColumns(groups.columns));
    const rows = maps.length === 0 ? table : `(SELECT ${selected} FROM ${table} ORDER BY ${rowNumber})`;
    const sql = `COPY (SELECT ${values} FROM ${rows}) TO ${quoteLiteral(unfinished)} (${options})`;
    const [count] = await parts.engine.long(work, (session) => withCodeTables(session, maps, () => session.row(sql)));
    if (Number(count) === 0 && ending > 0) await truncate(unfinished, (await stat(unfinished)).size - ending);
    const names = columns.map(({ name }) => name);
    if (format === 'parquet' && hasEngineNames(names)) await nameColumns(unfinished, names);
    const checksum = await sealFile(unfinished, work.signal);
    const { size } = await stat(unfinished);
    await publish(unfinished, target);
    return { rows: groups.count, bytes: size, checksum };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function groupsOf(parts: StoreParts, open: OpenVersion, query: CodedGroups, work: LongWork): Promise<GroupFile> {
  work.signal?.throwIfAborted();
  await parts.files.assertWhole(open.version);
  await assertPatterns(parts, query.rows, work);
  return await parts.groups.get(open, query, work);
}

/** Up to this number of groups, as many as a chart reads, are read from their file at once and cached in memory. */
const maxCachedGroups = 20_000;

async function rawGroups(
  parts: StoreParts,
  groups: GroupFile,
  [from, to]: readonly [from: number, to: number],
  work: LongWork,
): Promise<Buffer> {
  const file = { path: groups.path, rows: groups.count, columns: storedColumns(groups.columns) };
  if (groups.count > maxCachedGroups) return await readParquetRange(parts.engine, file, [from, to], work);
  const cached = parts.groups.raw.get(groups.path);
  const raw = cached ?? (await readParquetRange(parts.engine, file, [0, groups.count], work));
  if (cached === undefined) parts.groups.raw.set(groups.path, raw);
  return raw.subarray(startOfRow(raw, from), startOfRow(raw, to));
}

function startOfRow(raw: Buffer, row: number): number {
  let at = 0;
  for (let passed = 0; passed < row; passed += 1) at = raw.indexOf(rowSeparator, at) + 1;
  return at;
}

function storedColumns(columns: readonly GroupColumn[]): StoredColumn[] {
  return columns.map(({ name, type }) => ({ name, type: rawType(type), size: null }));
}

/** `true` and `false` are written without quotes, as numbers are. */
function rawType(type: GroupColumn['type']): StoredColumn['type'] {
  return type === 'boolean' ? 'integer' : type;
}

function typeOutside(type: GroupColumn['type']): StoredColumn['type'] {
  return type === 'boolean' ? 'char' : type;
}
