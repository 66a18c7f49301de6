import type { SourceState } from '#shared/follow.ts';
import { stateOf } from '../../web/download.ts';
import type { Web, WebAnswer } from '../web.ts';
import { malformed } from './problems.ts';

/** Answers to the questions of one search: several kinds of source may look at the same address. */
const probes = new WeakMap<AbortSignal, Map<string, Promise<WebAnswer | null>>>();

/** Maximum bytes of a description, such as a catalogue of many datasets. */
const maxDescriptionBytes = 256 * 2 ** 20;

/** Bytes that are read to see whether something large is a description at all. */
const beginningBytes = 64 * 2 ** 10;

const usualAccept = 'application/json, application/ld+json;q=0.9, */*;q=0.1';

/**
 * Asks whether something is there, while it is not known what an address is: whatever goes wrong is null. Asked again
 * within the same search, it answers without asking the server again.
 * @param bytes of the beginning, if not everything is wanted
 */
export function probe(
  web: Web,
  address: URL | string,
  accept = usualAccept,
  bytes: number | null = null,
): Promise<WebAnswer | null> {
  const requested = probes.get(web.signal) ?? new Map<string, Promise<WebAnswer | null>>();
  probes.set(web.signal, requested);
  const key = `${accept} ${bytes ?? ''} ${String(address)}`;
  const answer = requested.get(key) ?? probeAnew(web, address, accept, bytes);
  requested.set(key, answer);
  return answer;
}

/** As {@link probe}, but asks the server each time. */
export async function probeAnew(
  web: Web,
  address: URL | string,
  accept: string,
  bytes: number | null = null,
): Promise<WebAnswer | null> {
  const size = bytes === null ? { maxBytes: maxDescriptionBytes } : { maxBytes: bytes, cut: true };
  try {
    const answer = await web.get(address, { accept, ...size });
    return answer.status === 200 ? answer : null;
  } catch {
    web.signal.throwIfAborted();
    return null;
  }
}

function parsed(answer: WebAnswer | null): unknown {
  if (
    answer === null ||
    !/^\s*[[{]/.test(
      answer
        .text()
        .slice(0, 1000)
        .replace(/^\uFEFF/, ''),
    )
  )
    return null;
  try {
    return answer.json();
  } catch {
    return null;
  }
}

/** The JSON of an interface while it is not known whether it is there; null for anything else. */
export async function probeJson(web: Web, address: URL | string): Promise<unknown> {
  return parsed(await probe(web, address));
}

/** Words with which descriptions of data begin, in contrast to data. */
const describing =
  /"(?:@context|@graph|@type|conformsTo|dataset|resources|profile|\$schema|links|collections|tables|distribution|downloadURL|accessURL)"/;

/**
 * The JSON behind an address that may as well be a large file of data: that is not read beyond its beginning.
 * @param words one of which is in the beginning of a description
 * @returns null for anything that does not begin as a description
 */
export async function probeDescription(web: Web, address: URL | string, words = describing): Promise<unknown> {
  const start = await probe(web, address, usualAccept, beginningBytes);
  if (start === null || start.bytes.length < beginningBytes) return parsed(start);
  return words.test(start.text()) ? probeJson(web, address) : null;
}

/**
 * JSON of a source that is known to be of its kind.
 * @param protocol names what the answer should have been
 * @param gone statuses by which the service says that there is nothing
 * @returns null if there is nothing at the address
 * @throws {JobError} if it is refused, or something else
 */
export async function fetchJson(
  web: Web,
  address: URL | string,
  protocol: string,
  { accept = usualAccept, gone = [404, 410] }: { readonly accept?: string; readonly gone?: readonly number[] } = {},
): Promise<unknown> {
  const answer = await web.get(address, { accept, maxBytes: maxDescriptionBytes });
  if (gone.includes(answer.status)) return null;
  if (answer.status !== 200) throw malformed(protocol, address);
  return answer.json();
}

/** `ETag`, `Last-Modified` and length by asking for the headers alone; null where they do not identify a state. */
export async function headState(web: Web, address: URL | string): Promise<SourceState | null> {
  try {
    const { status, headers } = await web.get(address, { method: 'HEAD' });
    if (status !== 200) return null;
    const state = stateOf(headers);
    return state.etag === null && state.modified === null ? null : state;
  } catch {
    // Many servers and signed addresses refuse HEAD; then only fetching tells.
    web.signal.throwIfAborted();
    return null;
  }
}

/** The state of the file at an address, which is part of it: the file may be moved. Null as for {@link headState}. */
export async function stateOfFile(web: Web, address: URL): Promise<SourceState | null> {
  const state = await headState(web, address);
  return state === null ? null : { address: address.href, ...state };
}

/** The state of several files together, and of what describes them; null if one of them has none. */
export async function headStates(web: Web, addresses: readonly (URL | string)[]): Promise<SourceState | null> {
  const all: Record<string, string | number | null> = {};
  for (const [at, address] of addresses.entries()) {
    const state = await headState(web, address);
    if (state === null) return null;
    for (const [name, value] of Object.entries(state)) all[`${name}-${at + 1}`] = value;
  }
  return all;
}
