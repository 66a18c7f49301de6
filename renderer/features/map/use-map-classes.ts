import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failures.ts';
import { wasAborted } from '../../backend/port.ts';
import { readRows } from '../../backend/rows.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { readThrough } from './features/read-features.ts';
import type { MapFeatures } from './features/use-map-features.ts';
import type { ValueClass } from './value-classes.ts';

interface MapClasses {
  readonly classes: readonly ValueClass[];
  readonly reading: boolean;
  readonly failure: Failure | null;
}

const none: MapClasses = { classes: [], reading: false, failure: null };

/** Classifies the loaded features by a column's values; null for no column. */
export function useMapClasses(tab: DatasetTab, column: string | null, features: MapFeatures): MapClasses {
  const { thread, progress, redraw } = features;
  const [state, setState] = useState(none);
  const { query, reference } = tab;
  const settled = progress.phase === 'done' || progress.phase === 'paused';
  const rows = settled ? progress.read : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `redraw` stays the same; the reference belongs to the tab.
  useEffect(() => {
    if (thread === null) return;
    if (column === null) {
      setState(none);
      void thread.ask('plain').then(redraw, () => undefined);
      return;
    }
    if (rows === 0) return;
    const controller = new AbortController();
    const { signal } = controller;
    const columnQuery = { ...query, fields: [column] };
    setState({ ...none, reading: true });
    const classify = async () => {
      await readThrough(
        {
          read: (offset, limit, ended) => readRows(reference, columnQuery, offset, limit, ended),
          onPage: (page, offset) =>
            thread.ask(
              'values',
              offset,
              page.map((row) => row[0] ?? null),
            ),
          signal,
        },
        0,
        rows,
      );
      const classes = await thread.ask('classify');
      if (signal.aborted) return;
      setState({ ...none, classes });
      redraw();
    };
    classify().catch((error: unknown) => {
      if (!signal.aborted && !wasAborted(error)) setState({ ...none, failure: failureOf(error) });
    });
    return () => controller.abort();
  }, [thread, column, rows, query]);
  return state;
}
