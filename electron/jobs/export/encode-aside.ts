import type { PageMaker } from '../../connector/paging/whole-page.ts';
import type { CopySetup } from './page/copy-message.ts';
import type { PageThread } from './page/page-thread.ts';
import { type PageEncoder, pageEncoder } from './page-encoder.ts';

/** A {@link PageEncoder} that has the pages copied by a thread. */
export interface AsideEncoder extends Omit<PageEncoder, 'ofBytes'> {
  readonly ofBytes: PageMaker<Buffer>['ofBytes'];
  /** To be called when nothing more will be asked of it. */
  close(): void;
}

/** Writes the pages of a query, in a thread where that can be. */
export function encodeAside(thread: PageThread, setup: CopySetup): AsideEncoder {
  const encoder = pageEncoder(setup.options, setup.query);
  if (encoder.ofBytes === null) return { ...encoder, close: () => {} };
  const copies = thread.begin(setup, encoder.ofBytes);
  return {
    ...encoder,
    ofBytes: copies.copy,
    close: copies.end,
  };
}
