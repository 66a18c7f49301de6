import type { PageMaker } from '../../connector/paging/whole-page.ts';
import type { CopySetup } from './page/copy-message.ts';
import type { PageThread } from './page/page-thread.ts';
import { type PageEncoder, pageEncoder } from './page-encoder.ts';

/** A {@link PageEncoder} that converts pages in a worker thread. */
export interface WorkerEncoder extends Omit<PageEncoder, 'ofBytes'> {
  readonly ofBytes: PageMaker<Buffer>['ofBytes'];
  /** Call this after the last page. */
  close(): void;
}

/** Encodes the pages of a query, in a worker thread if possible. */
export function encodeInWorker(thread: PageThread, setup: CopySetup): WorkerEncoder {
  const encoder = pageEncoder(setup.options, setup.query);
  if (encoder.ofBytes === null) return { ...encoder, close: () => {} };
  const copies = thread.begin(setup, encoder.ofBytes);
  return {
    ...encoder,
    ofBytes: copies.copy,
    close: copies.end,
  };
}
