import { queryOptions } from '@tanstack/react-query';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { keys } from '../../backend/keys.ts';
import { runSql } from '../../backend/sql.ts';
import type { StepOf } from './model/steps.ts';
import { joinCondition } from './model/write-steps.ts';

/** How the rows before a join match those of its input. */
export interface StepJoinReport {
  readonly rows: number;
  readonly matched: number;
  /** Rows of an inner join. */
  readonly joined: number;
  /** Keys of the input that occur more than once. */
  readonly repeated: number;
  /** The first keys without a match. */
  readonly unmatched: string;
}

/** The report of a join over all rows, before it runs. @param before the statement of the steps before it */
export function joinReportQuery(
  connection: string,
  before: string,
  step: Pick<StepOf<'join'>, 'input' | 'on' | 'asText'>,
) {
  const sql = reportSql(before, step);
  return queryOptions({
    queryKey: keys.sqlPreview(connection, sql, 'join'),
    queryFn: async ({ signal }): Promise<StepJoinReport> => {
      const { rows } = await runSql({ connection, sql }, signal);
      const [all, matched, joined, repeated, unmatched] = rows[0] ?? [];
      const numbers = { rows: Number(all), matched: Number(matched), joined: Number(joined) };
      return { ...numbers, repeated: Number(repeated), unmatched: String(unmatched ?? '') };
    },
    enabled: step.on.length > 0,
  });
}

function reportSql(before: string, { input, on, asText }: Pick<StepOf<'join'>, 'input' | 'on' | 'asText'>): string {
  const side = (at: 0 | 1) => on.map((pair) => quoteIdentifier(pair[at])).join(', ');
  const condition = joinCondition(on, asText);
  const key = on.map(([left]) => `CAST(l.${quoteIdentifier(left)} AS VARCHAR)`).join(', ');
  return `WITH l AS (SELECT ${side(0)}, count(*) AS n_rows FROM (${before}) GROUP BY ALL),
r AS (SELECT ${side(1)}, count(*) AS n_rows FROM ${quoteIdentifier(input)} GROUP BY ALL),
m AS (SELECT l.n_rows AS ln, r.n_rows AS rn FROM l JOIN r ON ${condition}),
u AS (SELECT concat_ws(' · ', ${key}) AS k FROM l ANTI JOIN r ON ${condition} ORDER BY k LIMIT 10)
SELECT (SELECT coalesce(sum(n_rows), 0) FROM l) AS n_left, (SELECT coalesce(sum(ln), 0) FROM m) AS n_matched,
  (SELECT coalesce(sum(ln * rn), 0) FROM m) AS n_joined, (SELECT count(*) FROM r WHERE n_rows > 1) AS n_repeated,
  (SELECT string_agg(k, ', ' ORDER BY k) FROM u) AS unmatched`;
}
