import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SqlResult } from '#shared/rpc/calls/sql.ts';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import { keys } from './keys.ts';
import { callBackend, callQuery } from './port.ts';

/** A statement, and the connection whose service runs it. */
export interface StatementAt {
  readonly connection: string;
  readonly sql: string;
}

/** Whether the service of a connection runs SQL. */
export function runsSqlQuery(connection: string) {
  return callQuery(keys.runsSql(connection), 'runsSql', { connection }, { staleTime: 10 * 60_000 });
}

/** Number of rows of a result that are read with it. */
const firstRows = 100;

/** Runs a statement and reads its first rows. */
export function runSql({ connection, sql }: StatementAt, signal: AbortSignal): Promise<SqlResult> {
  return callBackend('runSql', { connection, sql, limit: firstRows }, signal);
}

/** The first rows of a statement. The previous ones stay on screen while others are computed. */
export function sqlPreviewQuery({ connection, sql }: StatementAt) {
  return queryOptions({
    queryKey: keys.sqlPreview(connection, sql),
    queryFn: ({ signal }) => runSql({ connection, sql }, signal),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

/** Reads the whole result of a statement, which is then viewed like a file. */
export function viewSqlResult({ connection, sql }: StatementAt, signal: AbortSignal): Promise<ViewedFile> {
  return callBackend('viewSqlResult', { connection, sql }, signal);
}
