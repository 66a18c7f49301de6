import type { DuckDBConnection, DuckDBMaterializedResult } from '@duckdb/node-api';
import { describe, expect, it, vi } from 'vitest';
import { openSession } from './session.ts';

describe('the progress of a statement', () => {
  it('never falls, although the engine no longer knows it once the statement has ended', async () => {
    const engine = [
      { percentage: -1, rows_processed: 0n },
      { percentage: 40, rows_processed: 400n },
      { percentage: 36, rows_processed: 360n },
      { percentage: -1, rows_processed: 0n },
      { percentage: 101, rows_processed: 1000n },
      { percentage: -1, rows_processed: 0n },
    ];
    let polls = 0;
    const connection = {
      get progress() {
        polls += 1;
        return engine[polls - 1] ?? { percentage: -1, rows_processed: 0n };
      },
    } as DuckDBConnection;
    const runStatement = async () => {
      await vi.waitUntil(() => polls >= engine.length, { timeout: 300_000 });
      return {} as DuckDBMaterializedResult;
    };
    const reported: unknown[] = [];
    const onFraction = (fraction: number | null, rows: number) => reported.push([fraction, rows]);
    await openSession(connection, runStatement, undefined).run('SELECT 1', [], { onFraction });
    expect(reported.slice(0, engine.length)).toEqual([
      [null, 0],
      [0.4, 400],
      [0.4, 400],
      [0.4, 400],
      [1, 1000],
      [1, 1000],
    ]);
  });
});
