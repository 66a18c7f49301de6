import type { Column } from '#shared/api/column.ts';
import type { JoinReport, JoinReportRequest, SqlRequest } from '#shared/api/sql.ts';
import type { SqlResult } from '#shared/rpc/calls/sql.ts';
import { cellReader } from '../cells/cells.ts';
import { type Exact, member, parseExactly } from '../cells/exact-json.ts';
import type { Source } from '../source.ts';

/** Runs a statement at a service, and reads its first rows. @throws {ServiceError} `bad-query` with the service's message */
export async function readSql(
  source: Pick<Source, 'runSql'>,
  request: SqlRequest,
  signal?: AbortSignal,
): Promise<SqlResult> {
  const started = performance.now();
  const pieces: Buffer[] = [];
  await source.runSql(request, 'json', (piece) => pieces.push(piece), signal);
  const milliseconds = Math.round(performance.now() - started);
  const page = parseExactly(Buffer.concat(pieces).toString('utf8'));
  const columns = listOf(page, 'columns').map((column): Column => {
    const text = (name: string) => String(member(column, name) ?? '');
    return {
      name: text('name'),
      type: text('type') as Column['type'],
      label: text('label'),
      description: text('description'),
    };
  });
  const readers = columns.map(({ name, type }) => [name, cellReader(type)] as const);
  return {
    columns,
    rows: listOf(page, 'results').map((row) => readers.map(([name, read]) => read(member(row, name)))),
    count: Number(member(page, 'count')),
    inputs: listOf(page, 'inputs').map((input) => {
      const text = (name: string) => String(member(input, name) ?? '');
      return { name: text('name'), url: text('url'), version: text('version'), checksum: text('checksum') };
    }),
    milliseconds,
  };
}

function listOf(value: Exact, name: string): readonly Exact[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
}

/** How two inputs would match. @throws {ServiceError} */
export async function readJoinReport(
  { send, layout }: Pick<Source, 'send' | 'layout'>,
  request: JoinReportRequest,
  signal?: AbortSignal,
): Promise<JoinReport> {
  const address = new URL('api/v1/sql/join-report/', layout.base);
  const body = { type: 'application/json', content: JSON.stringify(request) };
  return (await send({ method: 'POST', address, body }, signal)).value as unknown as JoinReport;
}
