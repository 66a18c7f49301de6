import { create } from 'zustand';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { onBackendEvent } from '../backend.ts';

/** Progress towards a row that can only be reached page by page. */
export interface RowsReached {
  readonly reached: number;
  readonly requested: number;
}

/** By dataset; present only while a view waits for its rows. */
const useReached = create<{ readonly ways: Readonly<Record<string, RowsReached>> }>(() => ({ ways: {} }));

/** Number of pending row calls of a dataset. */
const reading = new Map<string, number>();

function keyOf({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

/** Counts a row call as pending. @returns the function to call when it has settled */
export function noteReading(reference: DatasetReference): () => void {
  const key = keyOf(reference);
  reading.set(key, (reading.get(key) ?? 0) + 1);
  return () => {
    const left = (reading.get(key) ?? 1) - 1;
    if (left > 0) reading.set(key, left);
    else {
      reading.delete(key);
      useReached.setState(({ ways: { [key]: _gone, ...others } }) => ({ ways: others }));
    }
  };
}

/** Whether a row call of a dataset is pending. */
export function isReading(reference: DatasetReference): boolean {
  return reading.has(keyOf(reference));
}

/** Listens to the progress of distant rows. */
export function followReached(): void {
  onBackendEvent((event) => {
    if (event.kind !== 'rows-reached') return;
    const { reference, reached, requested } = event;
    const key = keyOf(reference);
    // Progress may arrive after the call has settled, and progress towards available rows is irrelevant.
    if (reading.has(key) && reached < requested)
      useReached.setState(({ ways }) => ({ ways: { ...ways, [key]: { reached, requested } } }));
  });
}

/** Progress towards the distant row that a view waits for; null if there is none. */
export function useRowsReached(reference: DatasetReference): RowsReached | null {
  return useReached(({ ways }) => ways[keyOf(reference)] ?? null);
}
