import type { Progress } from '../../store/row-store.ts';

/** Progress of an import, for a user. */
export interface ShownProgress {
  readonly phase: string;
  readonly rows: number;
  readonly fraction: number | null;
  /** Position in the queue of imports, 1 for the next; null once it is being read. */
  readonly place: number | null;
}

/** Progress of the versions that are being imported; removed at the end. */
export interface ImportProgress {
  note(datasetId: number, slug: string, progress: Progress): void;
  /** Records that it is queued. */
  queue(datasetId: number, slug: string, place: number): void;
  clear(datasetId: number, slug: string): void;
  of(datasetId: number, slug: string): ShownProgress | null;
}

export function importProgress(): ImportProgress {
  const known = new Map<string, ShownProgress>();
  const key = (datasetId: number, slug: string) => `${datasetId}/${slug}`;
  return {
    note: (datasetId, slug, { phase, rows, fraction }) =>
      void known.set(key(datasetId, slug), { phase, rows, fraction, place: null }),
    queue: (datasetId, slug, place) =>
      void known.set(key(datasetId, slug), { phase: 'waiting', rows: 0, fraction: null, place }),
    clear: (datasetId, slug) => void known.delete(key(datasetId, slug)),
    of: (datasetId, slug) => known.get(key(datasetId, slug)) ?? null,
  };
}
