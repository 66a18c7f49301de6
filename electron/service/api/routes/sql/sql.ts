import { hash } from 'node:crypto';
import type { Column } from '#shared/api/column.ts';
import { type SqlInput, SqlPage, SqlRequest } from '#shared/api/sql.ts';
import type { ExplanationCode } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { exportMediaTypes } from '#shared/source-formats.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { StoredVersion } from '../../../files/stored-version.ts';
import type { FileFormat } from '../../../operations/export/write-rows.ts';
import { type QueryResults, resultIdentity } from '../../../operations/recipes/query-results.ts';
import type { PinnedVersions } from '../../../operations/recipes/resolve-inputs.ts';
import {
  columnNotesOf,
  describedColumns,
  type ResolvedStatement,
  resolveStatement,
} from '../../../operations/recipes/resolve-statement.ts';
import { IsolatedProcessError } from '../../../reading/process/isolated-process.ts';
import { IngestError } from '../../../reading/reading.ts';
import { lastValue, maxLimit, neighbours, type QueryPairs, readSlice, type Slice } from '../../bodies/query-pairs.ts';
import { exportedAnswer, fileHeaders, isDownloadFormat } from '../../downloads/exported-file.ts';
import { pagingParameters, type QueryParameter } from '../../openapi/query-parameter.ts';
import { areaField } from '../../pages/forms.ts';
import type { PageForm } from '../../pages/page-context.ts';
import { denied, invalid, refusal } from '../../plugins/api-error.ts';
import { type Exchange, workOf } from '../../plugins/exchange.ts';
import { defaultRenderings } from '../../plugins/negotiation.ts';
import type { Links } from '../../records/links.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { hasAlready } from '../../responses/rows-response.ts';

/** Longer statements do not fit into an address: their pages have no links. */
const maxLinkedLength = 6_000;

const fileRenderings = Object.entries(exportMediaTypes)
  .filter(([format]) => format !== 'json')
  .map(([format, mediaType]) => ({ format, mediaType }));

const sqlParameters: readonly QueryParameter[] = [
  { name: 'sql', description: 'One SELECT over datasets of the service.', schema: { type: 'string' }, required: true },
  {
    name: 'input',
    description: 'A version to read instead of the newest: `namespace/dataset@version`. Links to other pages have it.',
    schema: { type: 'array', items: { type: 'string' } },
  },
];

/** Refuses callers without an account where the operator requires one. @throws {ApiError} 401 */
export async function assertMayRunSql({ sql }: Pick<ServiceDeps, 'sql'>, { caller }: Exchange): Promise<null> {
  if (sql === 'accounts' && caller === null) throw denied(caller);
  return null;
}

/** The versions that a statement read, as they are written in a response. */
export function inputRecords(links: Links, { inputs }: Pick<ResolvedStatement, 'inputs'>): SqlInput[] {
  return inputs.map(({ name, namespace, dataset, slug, version }) => ({
    name,
    url: links.version(namespace, dataset, slug),
    version: slug,
    checksum: version.checksum,
  }));
}

/** `sql/` (an extension): the rows of one SELECT over datasets that the caller may read. */
export function sqlQuery(deps: ServiceDeps, results: QueryResults): Resource<null> {
  return {
    ...resources.sqlQuery,
    renderings: [...defaultRenderings, ...fileRenderings],
    find: (exchange) => assertMayRunSql(deps, exchange),
    actions: {
      GET: {
        parameters: [...sqlParameters, ...pagingParameters],
        answers: { 200: SqlPage },
        failures: [304, 408, 413],
        async handle(exchange) {
          const sql = lastValue(exchange.query, 'sql') ?? '';
          const isPage = exchange.negotiated.rendering.format === 'api';
          if (sql === '' && isPage)
            return { kind: 'record', record: noResult, page: async () => ({ forms: [form(exchange, '')] }) };
          if (sql === '') throw invalid({ sql: ['This field is required.'] });
          return await answer(deps, results, exchange, {
            sql,
            slice: readSlice(exchange.query),
            pinned: pinnedIn(exchange.query),
          });
        },
      },
      POST: {
        body: SqlRequest,
        answers: { 200: SqlPage },
        async handle(exchange, _, { fields }) {
          const { sql, limit, offset } = fields as SqlRequest;
          const given = readSlice(exchange.query);
          const slice = { limit: Math.min(limit ?? given.limit, maxLimit), offset: offset ?? given.offset };
          return await answer(deps, results, exchange, { sql, slice, pinned: new Map() });
        },
      },
    },
  };
}

const noResult = { count: 0, next: null, previous: null, columns: [], inputs: [], results: [] };

function form({ links }: Exchange, sql: string): PageForm {
  const help = 'One SELECT; an input is a name in double quotes, such as "namespace/dataset".';
  return {
    action: `${links.api}sql/`,
    title: 'Run a statement',
    submit: 'Run',
    fields: [{ ...areaField('sql', 'SQL', sql, help), required: true }],
  };
}

function pinnedIn(pairs: QueryPairs): PinnedVersions {
  const inputs = pairs.filter(([name]) => name === 'input').map(([, value]) => value.split('@'));
  return new Map(inputs.map(([name = '', version = '']): [string, string] => [name, version]));
}

interface SqlQuestion {
  readonly sql: string;
  readonly slice: Slice;
  readonly pinned: PinnedVersions;
}

async function answer(
  deps: ServiceDeps,
  results: QueryResults,
  exchange: Exchange,
  { sql, slice, pinned }: SqlQuestion,
): Promise<Answer> {
  const { request, negotiated } = exchange;
  const { format } = negotiated.rendering;
  const work = workOf(exchange);
  const reader = { kind: 'caller', caller: exchange.caller } as const;
  const resolved = await withStatementErrors(() => resolveStatement(deps, sql, reader, work, pinned));
  const notes = await columnNotesOf(deps, resolved);
  const identity = [resultIdentity(resolved), exchange.links.base, slice, format, negotiated.indent, notes];
  const headers = { ETag: `W/"${hash('sha1', JSON.stringify(identity), 'base64url')}"` };
  const isRead = request.method !== 'POST';
  if (isRead && format !== 'api' && hasAlready(request.headers['if-none-match'], headers.ETag)) {
    return { kind: 'empty', status: 304, headers };
  }
  const stored = await withStatementErrors(() => results.rowsOf(resolved, work));
  const columns = describedColumns(stored, notes);
  if (format !== 'json' && isDownloadFormat(format)) {
    return await fileAnswer(deps, exchange, { stored, columns, sql, format }, headers);
  }
  const count = stored.rows;
  const { read } = await deps.rows.open(stored).find(everyRow, slice.offset, slice.limit, work);
  const beside = linksBeside(exchange, resolved, slice, count);
  const inputs = inputRecords(exchange.links, resolved);
  const before = JSON.stringify({ count, ...beside, columns, inputs });
  const json = await read({ before: `${before.slice(0, -1)},"results":[`, after: ']}' });
  return {
    kind: 'json',
    json,
    headers: format === 'api' ? {} : headers,
    page: async () => ({
      paging: { count, ...slice, ...beside },
      details: { kind: 'rows', columns: columns.map(({ name, label }) => ({ name, label })) },
      forms: [form(exchange, sql)],
    }),
  };
}

interface ResultFile {
  readonly stored: StoredVersion;
  readonly columns: readonly Column[];
  readonly sql: string;
  readonly format: FileFormat;
}

async function fileAnswer(
  deps: ServiceDeps,
  exchange: Exchange,
  { stored, columns, sql, format }: ResultFile,
  tag: Readonly<Record<string, string>>,
): Promise<Answer> {
  const about = { label: 'SQL', address: '', version: '', licence: '', source: '', contact: '' };
  const source = { ...about, headings: 'names', checksum: stored.checksum, query: sql } as const;
  const order = { version: stored, query: everyRow, groups: null, columns, format, source };
  return await exportedAnswer(deps, exchange, order, { ...tag, ...fileHeaders('query', format) });
}

/** The other pages read the same versions, whatever is published meanwhile. */
function linksBeside({ links, query }: Exchange, { sql, inputs }: ResolvedStatement, slice: Slice, count: number) {
  if (sql.length > maxLinkedLength) return { next: null, previous: null };
  const kept = query.filter(([name]) => name === '_format');
  const pinned = inputs
    .filter(({ name }) => !name.includes('@'))
    .map(({ name, slug }): [string, string] => ['input', `${name}@${slug}`]);
  return neighbours(`${links.api}sql/`, [...kept, ['sql', sql], ...pinned], slice, count);
}

const tooLarge: ReadonlySet<ExplanationCode> = new Set(['sql-took-memory', 'sql-took-rows', 'sql-took-columns']);

/** Runs work on a statement; its errors are those of the field that has it. @throws {ApiError} 400, 408, 413 */
export async function withStatementErrors<Result>(work: () => Promise<Result>, field = 'sql'): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IngestError) {
      throw tooLarge.has(error.reason.code) ? refusal(413, error.message) : invalid({ [field]: [error.message] });
    }
    if (!(error instanceof IsolatedProcessError)) throw error;
    if (error.ending === 'time') throw refusal(408, error.message);
    throw error.ending === 'memory' ? refusal(413, error.message) : invalid({ [field]: [error.message] });
  }
}
