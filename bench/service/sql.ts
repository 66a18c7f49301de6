import { openPlainEngine } from '../files/engine.ts';
import { first, openBenchStore, storedPath } from '../files/store.ts';
import { interleaved, median, medianRatio, report, seconds } from '../measure.ts';

const { rows, folder, versions } = await openBenchStore();
const version = first(versions);
const engine = await openPlainEngine('384MB');
const path = storedPath(folder, version);

/** What checking, planning and storing a result may take, whatever the statement. */
const besideMs = 150;

const statements = [
  {
    name: 'A statement over all rows',
    sql: 'SELECT grp, count(*) AS n, max(price) AS top, sum(id) AS ids FROM TABLE GROUP BY grp ORDER BY grp',
    threads: 2,
  },
  {
    name: 'A filter and a sort',
    sql: 'SELECT id, name, price FROM TABLE WHERE price > 99990 ORDER BY price DESC',
    threads: 2,
  },
  // Sums of doubles run on one thread, so that they are the same each time.
  {
    name: 'Sums of doubles',
    sql: 'SELECT grp, avg(price) AS mean, sum(ratio) AS total FROM TABLE GROUP BY grp ORDER BY grp',
    threads: 1,
  },
] as const;

let made = 0;
async function run(sql: string): Promise<number> {
  made += 1;
  const statement = {
    sql,
    inputs: [{ name: 'bench/table', version }],
    geometries: [],
    maxRows: 1_000_000,
    limitMs: 60_000,
  };
  await rows.check(sql, {});
  const stored = await rows.derive(`bench-${made}-${process.pid}`, statement, {});
  await rows.remove(stored.key);
  return stored.rows;
}

for (const { name, sql, threads } of statements) {
  let count = 0;
  const times = await interleaved(5, {
    engine: async () => {
      await engine.connection.run(`SET threads = ${threads}`);
      await engine.connection.run(sql.replace('TABLE', `read_parquet('${path}')`));
    },
    ours: async () => {
      count = await run(sql.replace('TABLE', '"bench/table"'));
    },
  });
  const ours = times.ours.map((time) => Math.max(0, time - besideMs));
  report({
    name: `${name}, less ${besideMs} ms / the engine's own on ${threads === 1 ? 'one thread' : 'two threads'}`,
    measured: medianRatio(ours, times.engine),
    unit: '×',
    bound: 1.15,
    detail: `${seconds(median(times.ours))} and ${seconds(median(times.engine))}; ${count.toLocaleString('en')} rows`,
  });
}
engine.close();
await rows.close();
