import { type AggregateQuery, aggregateQueryFromParameters } from '../../shared/aggregate-query.ts';
import { everyRow, joinList } from '../../shared/row-query.ts';
import { openPlainEngine } from '../files/engine.ts';
import { first, openBenchStore, storedPath, unanswered } from '../files/store.ts';
import { interleaved, median, medianRatio, percentile, report, seconds, show, timed } from '../measure.ts';

const { rows, folder, versions } = await openBenchStore();
const version = first(versions);
const engine = await openPlainEngine();
const table = `read_parquet('${storedPath(folder, version)}')`;

/** A request that is not cached yet, so that it is computed. */
function requested(...parameters: readonly (readonly [string, string])[]): AggregateQuery {
  const query = aggregateQueryFromParameters(parameters, version.columns);
  return { ...query, rows: { ...everyRow, ...unanswered() } };
}

const questions = [
  {
    name: 'By a key of integers',
    parameters: [
      ['_group_by', 'grp'],
      ['_aggregate__n', 'Count(*)'],
      ['_aggregate__mean', 'Average(price)'],
    ],
    sql: 'SELECT grp, count(*), avg(price) FROM TABLE WHERE id <> -1 GROUP BY grp ORDER BY grp',
  },
  {
    name: 'By the months of a date',
    parameters: [
      ['_group_by', 'Month(day)'],
      ['_aggregate__n', 'Count(*)'],
      ['_aggregate__sum', 'Sum(price)'],
    ],
    sql: "SELECT strftime(CAST(day AS DATE), '%Y-%m') AS month, count(*), sum(price) FROM TABLE WHERE id <> -1 GROUP BY month ORDER BY month",
  },
  {
    name: 'Two keys, 1,000 × 100 groups, as a pivot asks for',
    parameters: [
      ['_group_by', 'Bin(id,10000),Bin(price,1000)'],
      ['_aggregate__n', 'Count(*)'],
    ],
    sql: 'SELECT id - id % 10000 AS a, floor(price / 1000) * 1000 AS b, count(*) FROM TABLE WHERE id <> -1 GROUP BY a, b ORDER BY a, b',
  },
  {
    name: 'Months compared within their groups: change, rolling mean, running total, rank',
    parameters: [
      ['_group_by', 'Month(day),grp'],
      ['_aggregate__sum', 'Sum(price)'],
      ['_derive__change', 'PercentChange(sum,Month(day),12)'],
      ['_derive__mean', 'Rolling(sum,Month(day),12)'],
      ['_derive__total', 'Cumulative(sum,Month(day))'],
      ['_derive__rank', 'Rank(sum,Month(day))'],
    ],
    sql: `SELECT month, grp, sum,
        100 * (sum - first_value(sum) OVER before) / nullif(abs(first_value(sum) OVER before), 0),
        CASE WHEN count(sum) OVER year = 12 THEN avg(sum) OVER year END,
        sum(sum) OVER (PARTITION BY grp ORDER BY step), rank() OVER (PARTITION BY month ORDER BY sum DESC)
      FROM (
        SELECT strftime(CAST(day AS DATE), '%Y-%m') AS month, grp, sum(price) AS sum,
          CAST(left(month, 4) AS BIGINT) * 12 + CAST(right(month, 2) AS BIGINT) AS step
        FROM TABLE WHERE id <> -1 GROUP BY month, grp)
      WINDOW before AS (PARTITION BY grp ORDER BY step RANGE BETWEEN 12 PRECEDING AND 12 PRECEDING),
        year AS (PARTITION BY grp ORDER BY step RANGE BETWEEN 11 PRECEDING AND CURRENT ROW)
      ORDER BY month, grp`,
  },
] as const;

for (const { name, parameters, sql } of questions) {
  let groups = 0;
  const times = await interleaved(5, {
    engine: () => engine.connection.run(sql.replace('TABLE', table)),
    ours: async () => {
      groups = (await rows.open(version).groups(requested(...parameters), 0, 100, {})).count;
    },
  });
  const [ours, theirs] = [median(times.ours), median(times.engine)];
  report({
    name: `${name} / the engine's own statement`,
    measured: medianRatio(times.ours, times.engine),
    unit: '×',
    bound: 1.3,
    detail: `${seconds(ours)} and ${seconds(theirs)}; ${groups.toLocaleString('en')} groups`,
  });
}

const kept = requested(['_group_by', 'grp'], ['_aggregate__n', 'Count(*)']);
await rows.open(version).groups(kept, 0, 20_000, {});
const again: number[] = [];
for (let round = 0; round < 200; round += 1)
  again.push(await timed(() => rows.open(version).groups(kept, 0, 20_000, {})));
report({
  name: 'The same groups again, 95th percentile',
  measured: percentile(again, 0.95),
  unit: 'ms',
  bound: 5,
  detail: `${show(median(again))} ms at the median`,
});

const pages = async (work: Promise<unknown> | null) => {
  const times: number[] = [];
  let isRunning = work !== null;
  work?.finally(() => {
    isRunning = false;
  });
  do times.push(await timed(() => rows.open(version).page(everyRow, (times.length * 7919) % version.rows, 100)));
  while (work === null ? times.length < 200 : isRunning);
  return times;
};
await pages(null);
const quiet = percentile(await pages(null), 0.95);
const names = joinList(['name']);
const busy = percentile(
  await pages(
    rows.open(version).groups(requested(['_group_by', 'grp'], ['_aggregate__n', `CountDistinct(${names})`]), 0, 1, {}),
  ),
  0.95,
);
report({
  name: 'Pages while rows are aggregated / quiet, 95th percentile',
  measured: busy / quiet,
  unit: '×',
  bound: 3,
  detail: `${show(busy)} and ${show(quiet)} ms`,
});
engine.close();
await rows.close();
