import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { isDataFile } from '#shared/file-name.ts';
import type { Choice, SourceState } from '#shared/follow.ts';
import { ServiceError } from '../../../connector/errors.ts';
import { explainStatus } from '../../../connector/http/answers/explain-status.ts';
import { shown } from '../../../connector/http/transport/trust.ts';
import { JobError } from '../../../jobs/queue/job-failure.ts';
import { dataFilesInArchive } from '../../../service/user-files.ts';
import { stateOf } from '../../web/download.ts';
import { chosen, describedEntry, entry, listing } from '../common/listing.ts';
import { extensionFor, formatTitle, type Look, looksLike } from '../common/looks-like.ts';
import { entryGone } from '../common/problems.ts';
import { beginningOf } from '../common/received-file.ts';
import type { DataSource, Fetched, FetchWork, ListedEntry, Listing } from '../data-source.ts';
import type { Downloaded, Web, WebAnswer } from '../web.ts';
import { zipMembers } from './zip-members.ts';

/** Entry of an archive that stands for all of its data files as one table. */
const allMembers = '*';

const headBytes = 64 * 1024;

interface Head {
  readonly answer: WebAnswer;
  readonly look: Look;
  readonly contentType: string;
  readonly name: string;
  readonly bytes: number | null;
  readonly modified: string | null;
}

function typeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isoDate(text: string | null): string | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function refusedBy({ address, status }: WebAnswer): Error {
  return explainStatus({ address, status, retryAfter: undefined, problem: undefined, text: '', token: null });
}

/** Looks at how a file starts. @throws {ServiceError} if there is no file */
async function readHead(address: string, web: Web): Promise<Head> {
  const answer = await web.get(address, { maxBytes: headBytes, cut: true });
  if (answer.status !== 200) throw refusedBy(answer);
  const contentType = typeOf(answer.headers);
  const length = answer.headers.get('content-length') ?? '';
  return {
    answer,
    contentType,
    look: looksLike(answer.bytes, contentType),
    name: decodeURIComponent(answer.address.pathname.split('/').at(-1) || answer.address.host),
    bytes: /^\d+$/.test(length) ? Number(length) : null,
    modified: isoDate(answer.headers.get('last-modified')),
  };
}

function refuse(look: Look, address: URL): void {
  const { host } = address;
  if (look === 'page') {
    throw new ServiceError('web-page', explain('page-for-data', { host }), shown(address));
  }
  if (look === 'other' || look === 'empty') {
    const reason = look === 'empty' ? explain('answer-empty', { host }) : explain('not-a-source', { host });
    throw new ServiceError('not-a-source', reason, shown(address));
  }
}

async function listFile(address: URL, web: Web): Promise<Listing> {
  const [first = address.href, ...others] = partAddresses(address.href);
  const head = await readHead(first, web);
  refuse(head.look, head.answer.address);
  const members = head.look === 'zip' && others.length === 0 ? await zipMembers(head.answer.address, web) : null;
  const isArchive = members !== null && members.length > 0;
  const entries = isArchive ? memberEntries(head, members) : [fileEntry(head, others.length > 0)];
  return listing('file', head.name, entries);
}

function fileEntry({ name, look, contentType, bytes, modified }: Head, isPart: boolean): ListedEntry {
  return entry('', name, { format: formatTitle(name, look, contentType), bytes: isPart ? null : bytes, modified });
}

function memberEntries({ modified }: Head, members: readonly { name: string; bytes: number }[]): ListedEntry[] {
  const each = members.map(({ name, bytes }) =>
    entry(name, name, { format: formatTitle(name, 'text', ''), bytes, modified }),
  );
  const bytes = members.reduce((sum, one) => sum + one.bytes, 0);
  const all = entry(allMembers, allMembers, { format: each[0]?.format ?? null, bytes, modified });
  return each.length > 1 ? [...each, all] : each;
}

/** The validators of all parts; null unless each has one. */
async function readState(choice: Choice, web: Web): Promise<SourceState | null> {
  const states: SourceState[] = [];
  for (const address of partAddresses(choice.address)) {
    const requested = await web.get(address, { method: 'HEAD' });
    // Servers that know no HEAD are asked for the file, of which only the head is read.
    const answer = requested.status === 200 ? requested : await web.get(address, { maxBytes: 1, cut: true });
    if (answer.status !== 200) throw refusedBy(answer);
    const state = stateOf(answer.headers);
    if (state.etag === null && state.modified === null) return null;
    states.push(state);
  }
  return combined(states);
}

function combined(states: readonly SourceState[]): SourceState {
  const [only] = states;
  if (states.length === 1 && only !== undefined) return only;
  return Object.fromEntries(
    states.flatMap((state, at) => Object.entries(state).map(([name, value]) => [`${at} ${name}`, value])),
  );
}

/** Checks a downloaded file, and gives it a name that tells its format. */
async function settle(file: string, folder: string, at: number, found: Downloaded): Promise<string> {
  const contentType = found.contentType ?? '';
  const look = looksLike(await beginningOf(file, headBytes), contentType);
  refuse(look, found.address);
  const name = found.fileName ?? 'data';
  const telling = isDataFile(name) ? name : `${name}${extensionFor(look, contentType)}`;
  const target = path.join(folder, String(at), telling);
  await mkdir(path.dirname(target), { recursive: true });
  await rename(file, target);
  return target;
}

async function fetchFiles(choice: Choice, folder: string, web: Web, { report }: FetchWork): Promise<Fetched> {
  const addresses = partAddresses(choice.address);
  const files: string[] = [];
  const states: SourceState[] = [];
  let bytes = 0;
  for (const [at, address] of addresses.entries()) {
    const before = bytes;
    const found = await web.download(address, path.join(folder, `${at}.part`), {
      report: (received, total) => report(before + received, addresses.length === 1 ? total : null),
    });
    bytes += found.bytes;
    states.push(found.state);
    files.push(await settle(path.join(folder, `${at}.part`), folder, at, found));
  }
  const [first = ''] = files;
  return {
    files,
    options: files.length === 1 ? await memberOptions(first, choice) : {},
    columns: [],
    rows: null,
    state: combined(states),
    bytes,
  };
}

/** Which files of an archive are read. @throws {JobError} if that was not chosen, or the chosen one is gone */
async function memberOptions(file: string, { entry: member, address }: Choice): Promise<Fetched['options']> {
  const members: string[] = await dataFilesInArchive(file).catch(() => []);
  if (member === allMembers) return { combine: { files: [] } };
  if (members.includes(member)) return { entry: member };
  if (member !== '') throw entryGone(member, address);
  if (members.length <= 1) return {};
  throw new JobError('not-found', explain('entry-required', { entries: members.slice(0, 20).join(', ') }));
}

/** A file at an address: GET with `ETag` and `Last-Modified` (RFC 9110, 8.8), any format that can be published. */
export const fileSource: DataSource = {
  kind: 'file',
  find: listFile,
  async describe(choice, web) {
    const found = await listFile(new URL(choice.address), web);
    return describedEntry(
      chosen(found.entries, ({ id }) => id, choice),
      found,
    );
  },
  state: readState,
  fetch: fetchFiles,
};

/** More files than this are not one table. */
const maxParts = 1000;

/**
 * The addresses of several files that are one table: `{1..12}` in an address stands for these numbers, `{01..12}` for
 * numbers of two digits. Without braces it is the address itself.
 */
export function partAddresses(address: string): string[] {
  const readable = address.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  const [range, first = '', last = ''] = /\{(\d{1,9})\.\.(\d{1,9})\}/.exec(readable) ?? [];
  if (range === undefined || Number(last) < Number(first)) return [address];
  const count = Math.min(Number(last) - Number(first) + 1, maxParts);
  const width = first.startsWith('0') ? first.length : 0;
  return Array.from({ length: count }, (_, at) =>
    readable.replace(range, String(Number(first) + at).padStart(width, '0')),
  );
}
