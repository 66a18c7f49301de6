import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { firstRecordsQuery, surveyQuery } from '../../../backend/files.ts';
import { previewOptions } from '../draft.ts';
import type { BatchItem } from './batch.ts';

/** Files surveyed concurrently: the others wait in the window, where deselecting them costs nothing. */
const previewsAtOnce = 4;

/** What is known about an item of the list. */
export interface ItemFacts {
  readonly preview: FilePreview | undefined;
  readonly survey: FileSurvey | undefined;
  /** Why its beginning could not be read; null if unknown or readable. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/**
 * Previews all files, a few at a time, and then surveys, one after the other, each that is longer than its preview.
 * Deselected ones are not read.
 * @param paused whether another file is being surveyed, which surveying one of these would interrupt
 */
export function useBatchFacts(items: readonly BatchItem[], paused: boolean): ItemFacts[] {
  const [begun, setBegun] = useState(previewsAtOnce);
  const order = new Map(items.filter(({ used }) => used).map(({ id }, at) => [id, at]));
  const previews = useQueries({
    queries: items.map(({ id, draft }) => ({
      ...firstRecordsQuery(draft.path, previewOptions(draft)),
      enabled: (order.get(id) ?? Number.POSITIVE_INFINITY) < begun,
    })),
  });
  const ended = previews.filter(({ isFetching, data, error }) => !isFetching && (data !== undefined || error !== null));
  const next = ended.length + previewsAtOnce;
  useEffect(() => setBegun(next), [next]);

  // The backend surveys one file at a time: starting another would cancel it.
  const [surveyed, setSurveyed] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ draft }: BatchItem) => JSON.stringify([draft.path, draft.reading]);
  const idle = previews.every(({ fetchStatus }) => fetchStatus === 'idle');
  const due = items.find(
    (item, at) =>
      item.used && previews[at]?.data !== undefined && !previews[at].data.whole && !surveyed.has(keyOf(item)),
  );
  const surveys = useQueries({
    queries: items.map((item) => ({
      ...surveyQuery(item.draft.path, item.draft.reading),
      enabled: idle && !paused && item === due,
    })),
  });
  const current = due === undefined ? undefined : surveys[items.indexOf(due)];
  const finished = current?.error != null || (current?.data !== undefined && current.data.state !== 'reading');
  const finishedKey = due !== undefined && finished ? keyOf(due) : null;
  useEffect(() => {
    if (finishedKey !== null) setSurveyed((before) => new Set([...before, finishedKey]));
  }, [finishedKey]);

  return previews.map(({ data, error, isFetching, refetch }, at) => ({
    preview: data,
    survey: surveys[at]?.data,
    error: isFetching ? null : error,
    refetch: () => void refetch(),
  }));
}
