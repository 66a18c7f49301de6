import { JoinReport, JoinReportRequest } from '#shared/api/sql.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { reportJoin } from '../../../operations/recipes/join-report.ts';
import type { QueryResults } from '../../../operations/recipes/query-results.ts';
import { workOf } from '../../plugins/caller-key.ts';
import type { Resource } from '../../resources/resource.ts';
import { assertMayRunSql, inputRecords } from './sql.ts';
import { withStatementErrors } from './statement-errors.ts';

/** `sql/join-report/` (an extension): how two inputs would match, before they are joined. */
export function joinReport(deps: ServiceDeps, results: QueryResults): Resource<null> {
  return {
    path: '/api/v1/sql/join-report/',
    name: 'Join Report',
    description: 'How the rows of two datasets match by pairs of columns.',
    tag: 'sql',
    find: (exchange) => assertMayRunSql(deps, exchange),
    actions: {
      POST: {
        summary: 'Count matched, unmatched and repeated keys; nothing is changed',
        body: JoinReportRequest,
        answers: { 200: JoinReport },
        async handle(exchange, _, { fields }) {
          const { caller, links } = exchange;
          const work = workOf(exchange);
          const reader = { kind: 'caller', caller } as const;
          const { resolved, ...report } = await withStatementErrors(
            () => reportJoin(deps, results, fields as JoinReportRequest, reader, work),
            'on',
          );
          return { kind: 'record', record: { ...report, inputs: inputRecords(links, resolved) } };
        },
      },
    },
  };
}
