import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { keys } from '../../backend/keys.ts';
import type { ProfileScope } from '../../backend/statistics.ts';

/** Number of values read for a first profile, and of rows read between updates. */
const [firstCells, step] = [400_000, 20_000];

/** Number of rows to read first: fewer if there are many columns. */
function firstRows(columns: number): number {
  return Math.max(200, Math.min(10_000, Math.floor(firstCells / Math.max(1, columns))));
}

/** Progress of reading the rows that profiles are made from. */
export interface ProfileReading {
  /** Number of rows to read if the service does not calculate profiles. */
  readonly rows: number;
  /** Whether reading continues automatically. */
  readonly goesOn: boolean;
  /** Whether any profile is being calculated. */
  readonly busy: boolean;
  readonly goOn: () => void;
  readonly stop: () => void;
  /** Whether profiles that the service calculates are not requested for now. */
  readonly isStopped: boolean;
  /** Cancels the profiles that are being calculated. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Reads step by step, so that profiles grow visibly and reading can be stopped at any time.
 * @param known a profile of the scope, if there is one
 */
export function useReading(
  columns: number,
  reference: ProfileScope['reference'],
  known: () => ColumnProfile | null,
): ProfileReading {
  const [rows, setRows] = useState(() => firstRows(columns));
  const [goesOn, setGoesOn] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const client = useQueryClient();
  const busy = useIsFetching({ queryKey: keys.profile(reference) }) > 0;
  useEffect(() => {
    if (!goesOn || busy) return;
    const profile = known();
    if (profile !== null && (profile.of === null || profile.rows < profile.of)) setRows((before) => before + step);
    else setGoesOn(false);
  }, [goesOn, busy, known]);
  return {
    rows,
    goesOn,
    busy,
    goOn: () => setGoesOn(true),
    stop: () => setGoesOn(false),
    isStopped,
    pause: () => {
      setIsStopped(true);
      void client.cancelQueries({ queryKey: keys.profile(reference) });
    },
    resume: () => setIsStopped(false),
  };
}
