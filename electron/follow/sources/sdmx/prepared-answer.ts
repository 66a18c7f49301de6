import { findAll, readXmlTree } from '../../../lib/xml-tree.ts';
import { withParameters } from '../common/address-path.ts';
import { malformed, stillPreparing } from '../common/problems.ts';
import type { FetchWork } from '../data-source.ts';
import type { Web } from '../web.ts';
import type { SdmxService } from './sdmx-address.ts';

/*
 * Facts: Eurostat's "API - Detailed guidelines - Asynchronous API": a large extraction is answered with `queued`, an `id` and
 * its `status`; `1.0/async/status/ID` says `SUBMITTED`, `PROCESSING`, `AVAILABLE`, `EXPIRED` or `UNKNOWN_REQUEST`, and
 * `1.0/async/data/ID` has the data once they are available. Extractions of more than 5,000,000 cells fail with 413,
 * `EXTRACTION_TOO_BIG`.
 */

/** The first pause between two questions, which doubles up to the longest one. */
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/** What is not ready after this time is fetched by the next check: the service keeps what it has prepared. */
const maxWaitMs = 15 * 60_000;

/** What a service says instead of sending data. */
export interface Preparation {
  readonly id: string;
  readonly status: string;
}

/** @param start of an answer @returns null if it is no such message */
export function preparationIn(start: string): Preparation | null {
  if (!/SUBMITTED|PROCESSING|AVAILABLE|EXPIRED|UNKNOWN_REQUEST/.test(start)) return null;
  const xml = readXmlTree(start);
  if (xml === null) return null;
  const [id, status] = ['id', 'status'].map((name) => findAll(xml, name)[0]?.text.trim() ?? '');
  return id === undefined || id === '' || status === undefined ? null : { id, status };
}

/** Whether an answer says that too much was asked for. */
export function isTooMuch(start: string): boolean {
  return /<(?:\w+:)?faultcode>\s*413\s*</.test(start) || start.includes('EXTRACTION_TOO_BIG');
}

/** Where prepared answers are, beside the interface that they were asked of; null if the service documents no such place. */
function asyncAddress({ base }: SdmxService, what: 'status' | 'data', id: string): URL | null {
  const root = /^(.*\/)sdmx\/(?:2\.1|3\.0)\/$/.exec(base.pathname)?.[1];
  return root === undefined ? null : new URL(`${root}1.0/async/${what}/${encodeURIComponent(id)}`, base);
}

/**
 * Waits until a service has prepared its answer, asking less and less often.
 * `entry` is what a person calls the data, `requested` the address of the request.
 * @returns the address of the data
 * @throws {JobError} if they are not ready after a quarter of an hour, or were given up
 */
export async function waitUntilPrepared(
  service: SdmxService,
  { id }: Preparation,
  { entry, requested }: { readonly entry: string; readonly requested: URL },
  web: Web,
  { signal, sleep }: FetchWork,
): Promise<URL> {
  const at = asyncAddress(service, 'status', id);
  const data = asyncAddress(service, 'data', id);
  if (at === null || data === null) throw stillPreparing(entry, requested);
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; waitedMs + pauseMs <= maxWaitMs; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await sleep(pauseMs);
    waitedMs += pauseMs;
    const answer = await web.get(at, { accept: 'application/xml', signal });
    const status = answer.status === 200 ? preparationIn(answer.text())?.status : undefined;
    // The format is asked for as it was at first.
    if (status === 'AVAILABLE') return withParameters(data, { format: requested.searchParams.get('format') });
    if (status === undefined) throw malformed('SDMX', at);
    if (status !== 'SUBMITTED' && status !== 'PROCESSING') break;
  }
  throw stillPreparing(entry, requested);
}
