import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../engine/engine.ts';
import { binFunction, binOf, binSql } from './number-sql.ts';

let engine: Engine;
beforeAll(async () => {
  const functions = { [binFunction]: binOf };
  engine = await openEngine({ memoryBytes: 2 ** 28, threads: 1, spillFolder: tmpdir(), functions, alone: true });
});
afterAll(() => engine.close());

/** The bins of numbers that are given as decimals. */
async function binsOf(values: readonly string[], width: number, origin = 0): Promise<unknown[]> {
  const { parts, start } = binSql('x', false, width, origin);
  const names = parts.map((_, at) => `p${at}`);
  const first = parts[0] === undefined ? [] : [`${parts[0]} AS p0`];
  const rest = parts.slice(1).map((part, at) => `${part.replaceAll('x', 'p0')} AS p${at + 1}`);
  const numbers = `SELECT * FROM (VALUES ${values.map((value, at) => `(${at}, ${value}::DOUBLE)`).join(', ')}) AS t(n, x)`;
  const sql = `SELECT ${start(names)} FROM (SELECT ${['n', 'x', ...first, ...rest].join(', ')} FROM (${numbers})) ORDER BY n`;
  const rows = await engine.long({ caller: 'test' }, (session) => session.rows(sql));
  return rows.map(([bin]) => bin);
}

it.each([
  [0.1, 10],
  [0.05, 100],
  [0.2, 10],
  [0.25, 100],
  [0.3, 10],
  [0.01, 100],
])('a multiple of the width %d is in the bin that it begins, and is its label', async (width, scale) => {
  const step = Math.round(width * scale);
  const bins = Array.from({ length: 401 }, (_, at) => ((at - 200) * step) / scale);
  expect(await binsOf(bins.map(String), width)).toEqual(bins.map((bin) => bin + 0));
});

it('a value just below a multiple is in the bin before', async () => {
  const ends = Array.from({ length: 100 }, (_, at) => at + 1);
  const below = ends.map((end) => `${(end / 10 - 0.001).toFixed(3)}`);
  expect(await binsOf(below, 0.1)).toEqual(ends.map((end) => (end - 1) / 10));
});

it('bins begin at multiples of the width from their origin', async () => {
  expect(await binsOf(['0.15', '0.2', '0.25', '-0.05'], 0.1, 0.05)).toEqual([0.15, 0.15, 0.25, -0.05]);
});

it('numbers that doubles cannot divide exactly are divided as decimals, and those that are not finite have no bin', async () => {
  expect(await binsOf(['1.7e308', "'inf'", "'nan'"], 0.25)).toEqual([1.7e308, null, null]);
});
