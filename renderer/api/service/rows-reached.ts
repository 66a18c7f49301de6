import { create } from 'zustand';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { onBackendEvent } from '../backend.ts';

/** Progress towards a row that can only be reached page by page. */
export interface RowsReached {
  readonly reached: number;
  readonly wanted: number;
}

/** By dataset; present only while a view waits for its rows. */
const useReached = create<{ readonly ways: Readonly<Record<string, RowsReached>> }>(() => ({ ways: {} }));

/** How many calls for rows of a dataset are under way. */
const reading = new Map<string, number>();

function keyOf({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

/** Notes that rows are being read until the call has ended, one way or the other. */
export async function whileReading<Result>(reference: DatasetReference, call: Promise<Result>): Promise<Result> {
  const key = keyOf(reference);
  reading.set(key, (reading.get(key) ?? 0) + 1);
  try {
    return await call;
  } finally {
    const left = (reading.get(key) ?? 1) - 1;
    if (left > 0) reading.set(key, left);
    else {
      reading.delete(key);
      useReached.setState(({ ways: { [key]: _gone, ...others } }) => ({ ways: others }));
    }
  }
}

/** Follows what the backend says of far rows. */
export function followReached(): void {
  onBackendEvent((event) => {
    if (event.kind !== 'rows-reached') return;
    const { reference, reached, wanted } = event;
    const key = keyOf(reference);
    // A word of the way may come after its end, and one about rows that are there already says nothing.
    if (reading.has(key) && reached < wanted)
      useReached.setState(({ ways }) => ({ ways: { ...ways, [key]: { reached, wanted } } }));
  });
}

/** Progress towards the distant row that a view waits for; null when there is none. */
export function useRowsReached(reference: DatasetReference): RowsReached | null {
  return useReached(({ ways }) => ways[keyOf(reference)] ?? null);
}
