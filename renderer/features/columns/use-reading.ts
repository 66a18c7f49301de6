import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { ProfileScope } from '../../api/service/insight.ts';

/** Values that are read for a first profile, and rows that are read between two looks at the profiles. */
const [firstCells, step] = [400_000, 20_000];

/** Rows to read at first: fewer where there are many columns. */
function firstRows(columns: number): number {
  return Math.max(200, Math.min(10_000, Math.floor(firstCells / Math.max(1, columns))));
}

/** How far the rows are read of which profiles are made. */
export interface Reading {
  /** Rows to read where the service makes no profiles itself. */
  readonly rows: number;
  /** Whether it continues by itself. */
  readonly goesOn: boolean;
  /** Whether any profile is being made. */
  readonly busy: boolean;
  readonly goOn: () => void;
  readonly stop: () => void;
}

/**
 * Reads on step by step, so that the profiles grow before one's eyes and the reading can be stopped at any time.
 * @param known a profile of the scope, if there is one
 */
export function useReading(
  columns: number,
  reference: ProfileScope['reference'],
  known: () => ColumnProfile | null,
): Reading {
  const [rows, setRows] = useState(() => firstRows(columns));
  const [goesOn, setGoesOn] = useState(false);
  const busy = useIsFetching({ queryKey: ['profile', reference] }) > 0;
  useEffect(() => {
    if (!goesOn || busy) return;
    const profile = known();
    if (profile !== null && (profile.of === null || profile.rows < profile.of)) setRows((before) => before + step);
    else setGoesOn(false);
  }, [goesOn, busy, known]);
  return { rows, goesOn, busy, goOn: () => setGoesOn(true), stop: () => setGoesOn(false) };
}
