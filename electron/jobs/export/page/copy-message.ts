import type { RowQuery } from '#shared/row-query.ts';
import type { TakenPage } from '../../../connector/paging/whole-page.ts';
import type { EncoderOptions } from '../row-encoder.ts';

/** What pages are converted for. */
export interface CopySetup {
  readonly options: EncoderOptions;
  readonly query: RowQuery;
}

/** Messages to the worker thread; `work` is the number of an export. */
export type CopyRequest =
  | { readonly kind: 'begin'; readonly work: number; readonly setup: CopySetup }
  | { readonly kind: 'page'; readonly work: number; readonly id: number; readonly page: Uint8Array }
  | { readonly kind: 'end'; readonly work: number };

/** Messages from the worker thread: it has started, or the outcome of a page. */
export type CopyAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'page'; readonly id: number; readonly taken: TakenPage<Uint8Array> | null };

/** Bytes as a Buffer, which shares their memory. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
