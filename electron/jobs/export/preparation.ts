import type { DatasetName } from '#shared/dataset-name.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Source } from '../../connector/source.ts';
import { systemClock } from '../../lib/clock.ts';
import type { JobWork } from '../queue/job-work.ts';

const defaultPollMs = 1_000;

/**
 * Reports how far a service is in sorting or filtering all rows, which the first page of a query needs; nothing if the
 * service does not say so.
 * @returns ends the reports
 */
export function reportPreparation(
  source: Pick<Source, 'viewProgress'>,
  name: DatasetName,
  query: RowQuery,
  work: Pick<JobWork, 'signal' | 'report'>,
  pollMs: number = defaultPollMs,
): () => void {
  const ended = new AbortController();
  const signal = AbortSignal.any([work.signal, ended.signal]);
  const follow = async () => {
    for (;;) {
      await systemClock.sleep(pollMs, signal);
      const progress = await source.viewProgress(name, query, signal);
      signal.throwIfAborted();
      if (progress === null) return;
      const { phase, fraction, found } = progress;
      if (phase !== null) work.report({ phase, rows: phase === 'filtering' ? found : 0, bytes: 0, fraction });
    }
  };
  // Whatever is wrong is reported by the page itself.
  if (query.ordering.length > 0 || query.filters.length > 0 || query.search !== '') follow().catch(() => {});
  return () => ended.abort();
}
