import { type Fault, startFaultyProxy } from '../../lib/testing/faulty-proxy.ts';

/** A proxy in front of a service, with faults of pages of rows; everything else is forwarded. */
export interface FaultyPages {
  readonly url: string;
  /** Offsets of the requested pages of rows, in order. */
  readonly offsets: number[];
  /** Chooses the fault for each page of rows; null for none. @param times how often the page was requested */
  onPage: (offset: number, times: number) => Fault | null;
  close(): Promise<void>;
}

/** The answer ends within its rows. */
export const cut: Fault = { kind: 'cut', afterBytes: 64 };

export async function openFaultyPages(service: string): Promise<FaultyPages> {
  const proxy = await startFaultyProxy(service);
  const pages: FaultyPages = { url: `${proxy.address}/`, offsets: [], onPage: () => null, close: proxy.close };
  proxy.fault = (_, path, query) => {
    if (!path.endsWith('/data/') || Number(query.get('limit')) < 1000) return null;
    const offset = Number(query.get('offset') ?? 0);
    pages.offsets.push(offset);
    return pages.onPage(offset, pages.offsets.filter((one) => one === offset).length);
  };
  return pages;
}
