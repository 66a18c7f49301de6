import { anyNumbers } from '../../electron/service/rows/groups/number-sql.ts';
import { numberEndsSql, numberSpreadSql } from '../../electron/service/rows/profiles/profile-sql.ts';
import { openPlainEngine } from '../files/engine.ts';
import { first, openBenchStore, removeDiffs, storedPath, unanswered } from '../files/store.ts';
import { interleaved, median, report, seconds, show, timed } from '../measure.ts';

const { rows, folder, versions } = await openBenchStore();
const [version, later] = [first(versions), first(versions, 1)];
const engine = await openPlainEngine();
const file = storedPath(folder, version);

const rowsOf = { from: `read_parquet('${file}')`, values: [] };
const outline = await timed(() => rows.open(version).outline());
report({
  name: 'First figures of all columns',
  measured: outline,
  unit: 'ms',
  bound: 100,
  detail: 'the statistics of the stored file, written beside it at import',
});

// Adding to the values keeps the engine from answering from the file's statistics: the scan really reads the column.
const scanned = `SELECT count(price + 0) FROM ${rowsOf.from}`;
const counted = await interleaved(5, {
  engine: () => engine.connection.run(scanned),
  ends: () => engine.connection.run(numberEndsSql(rowsOf, 'price')),
  spread: () => engine.connection.run(numberSpreadSql(rowsOf, 'price', false, anyNumbers, version.rows)),
  ours: () => rows.open(version).profile(unanswered(), 'price', {}),
});
const [scan, ends] = [median(counted.engine), median(counted.ends)];
const [spread, whole] = [median(counted.spread), median(counted.ours)];
report({
  name: 'Count, missing, minimum and maximum of a column / a counting scan',
  measured: ends / scan,
  unit: '×',
  bound: 1.5,
  detail: `${show(ends)} ms and ${show(scan)} ms`,
});
report({
  name: 'Also distinct values, mean and quartiles / a counting scan',
  measured: (ends + spread) / scan,
  unit: '×',
  bound: 4,
  detail: `${show(ends + spread)} ms; the whole profile of a view, with histogram and frequent values, ${show(whole)} ms`,
});

const hash = `hash(${['grp', 'big', 'price', 'ratio', 'code', 'name', 'note', 'day', 'ST_AsWKB(point)'].join(', ')})`;
const side = (path: string) =>
  `(SELECT id, file_row_number AS r, ${hash} AS h FROM read_parquet('${path}', file_row_number = true))`;
const join_ = `SELECT id, a.r, b.r FROM ${side(file)} a FULL JOIN ${side(storedPath(folder, later))} b USING (id) WHERE a.h IS DISTINCT FROM b.h`;
let found = '';
const compared = await interleaved(2, {
  engine: () => engine.connection.run(join_),
  ours: async () => {
    await removeDiffs(folder, later);
    const { added, removed, changed } = await rows.open(version).diff(later, ['id'], {});
    found = `${added} added, ${removed} removed, ${changed} changed`;
  },
});
const detail = `${seconds(median(compared.ours))} and ${seconds(median(compared.engine))}; ${found}`;
report({
  name: 'Comparing two versions by key / a full hash join',
  measured: median(compared.ours) / median(compared.engine),
  unit: '×',
  bound: 1.2,
  detail,
});
engine.close();
await rows.close();
