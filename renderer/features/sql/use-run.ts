import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import type { SqlResult } from '#shared/rpc/calls/sql.ts';
import { wasAborted } from '../../backend/port.ts';
import { runSql, type StatementAt, viewSqlResult } from '../../backend/sql.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { showResult } from '../../state/statements.ts';

/** What happens to a statement that was run. */
export type Run =
  | { readonly kind: 'none' | 'running' | 'cancelled' }
  /** The first rows are there, and the rest is read. */
  | { readonly kind: 'reading'; readonly result: SqlResult }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly sql: string };

/** Runs statements in a tab, one at a time; the last one ends the one before. */
export function useRun(tab: string) {
  const [run, setRun] = useState<Run>({ kind: 'none' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(statement: StatementAt): Promise<void> {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const set = (next: Run) => controller.current === own && setRun(next);
    set({ kind: 'running' });
    try {
      const result = await runSql(statement, own.signal);
      set({ kind: 'reading', result });
      const viewed = await viewSqlResult(statement, own.signal);
      if (own.signal.aborted) return;
      showResult(tab, statement, result, viewed);
    } catch (error) {
      if (!wasAborted(error)) set({ kind: 'failed', failure: failureOf(error), sql: statement.sql });
    }
  }

  return {
    run,
    start: (statement: StatementAt) => void start(statement),
    cancel() {
      controller.current?.abort();
      setRun({ kind: 'cancelled' });
    },
    /** The result is shown. */
    settle: () => setRun((now) => (now.kind === 'reading' ? { kind: 'none' } : now)),
  };
}
