import type { Phase } from '#shared/phases.ts';
import type { Progress } from '../../../lib/long-work.ts';
import type { SharedProgress } from '../../catalogue/database/catalogue.ts';

export interface ShownProgress {
  readonly phase: Phase;
  readonly rows: number;
  readonly fraction: number | null;
  /** Position in the queue of imports, 1 for the next; null once it is being read. */
  readonly place: number | null;
}

/** Progress of the versions that are being imported; removed at the end. */
export type ImportProgress = ReturnType<typeof importProgress>;

/** Interval in milliseconds at which the progress of imports is shared with other nodes. */
const shareMs = 500;

/** @param shared where nodes exchange progress; null if there is only this one */
export function importProgress(shared: SharedProgress | null) {
  const known = new Map<string, ShownProgress>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isClosed = false;
  const key = (datasetId: number, slug: string) => `${datasetId}/${slug}`;

  async function share(): Promise<void> {
    const entries = [...known].map(([name, progress]) => {
      const [datasetId = '', slug = ''] = name.split('/');
      return { datasetId: Number(datasetId), slug, progress: JSON.stringify(progress) };
    });
    // Only the display suffers if it fails; the next change shares everything again.
    await shared?.put(entries).catch(() => {});
  }

  function shareSoon(): void {
    if (shared === null || timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      void share();
    }, shareMs).unref();
  }

  const set = (datasetId: number, slug: string, progress: ShownProgress) => {
    known.set(key(datasetId, slug), progress);
    shareSoon();
  };

  return {
    note: (datasetId: number, slug: string, { phase, rows, fraction }: Progress): void =>
      set(datasetId, slug, { phase, rows, fraction, place: null }),
    /** Records that an import is queued. */
    queue: (datasetId: number, slug: string, place: number): void =>
      set(datasetId, slug, { phase: 'waiting', rows: 0, fraction: null, place }),
    clear(datasetId: number, slug: string): void {
      known.delete(key(datasetId, slug));
      shareSoon();
    },
    /** Progress of an import on any node; null if it is unknown. @throws {CatalogueUnavailableError} */
    async of(datasetId: number, slug: string): Promise<ShownProgress | null> {
      const own = known.get(key(datasetId, slug));
      if (own !== undefined || shared === null) return own ?? null;
      const noted = await shared.read(datasetId, slug);
      return noted === null ? null : (JSON.parse(noted) as ShownProgress);
    },
    close(): void {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
