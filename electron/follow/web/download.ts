import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'content-disposition';
import { explain } from '#shared/failures.ts';
import type { SourceSecret } from '#shared/rpc/calls/follow.ts';
import { ServiceError } from '../../connector/errors.ts';
import { explainStatus } from '../../connector/http/answers/explain-status.ts';
import { tooSlow } from '../../connector/http/exchange.ts';
import { shown } from '../../connector/http/transport/trust.ts';
import type { HttpAnswer, HttpRequest } from '../../lib/http/client.ts';
import type { Retries } from '../../lib/http/retry.ts';
import type { Downloaded, Web, WebDownload } from '../sources/web.ts';

/** One request; a body is a question, which may be asked again. */
export type WebRequest = HttpRequest & { readonly signal: AbortSignal };

/** Reads an answer. @param secret the one that was sent, so that no error quotes it */
export type AnswerReader<Result> = (answer: HttpAnswer, secret: SourceSecret | null) => Promise<Result>;

/** Runs `read` on the answer to a request, within the host's turn. */
export type WebExchange = <Result>(request: WebRequest, read: AnswerReader<Result>) => Promise<Result>;

const maxDownloadBytes = 64 * 1024 ** 3;

/** Less data than this in this time, in bytes and milliseconds, is a download that trickles and would never end. */
const bytesOfProgress = 64 * 1024;
const maxSlowMs = 5 * 60_000;

/** What has been written so far. */
interface Part {
  offset: number;
  /** The largest offset so far, also of attempts that had to start again. */
  farthest: number;
  /** A validator for `If-Range`: a strong tag or a date (RFC 9110, 13.1.5); null if the file cannot be continued. */
  validator: string | null;
  head: HttpAnswer | null;
  total: number | null;
}

/**
 * Downloads a file, continued after interruptions. @see Web.download
 * @param exchange sends one request, without repeating it
 */
export async function downloadFile(
  exchange: WebExchange,
  address: URL,
  target: string,
  { headers = {}, signal, report }: WebDownload & Pick<Web, 'signal'>,
  retries: Retries,
): Promise<{ readonly file: Downloaded; readonly received: number }> {
  const handle = await open(target, 'w', 0o600);
  const part: Part = { offset: 0, farthest: 0, validator: null, head: null, total: null };
  let received = 0;
  try {
    for (;;) {
      const range =
        part.offset > 0 && part.validator !== null
          ? { range: `bytes=${part.offset}-`, 'if-range': part.validator }
          : {};
      // Compressed in transit a file could not be continued.
      const sent = { 'accept-encoding': 'identity', ...headers, ...range };
      try {
        await exchange({ address, method: 'GET', headers: sent, signal }, (answer) =>
          append(answer, handle, part, (bytes) => {
            received += bytes;
            if (part.offset > part.farthest) retries.progressed();
            part.farthest = Math.max(part.farthest, part.offset);
            report(part.offset, part.total);
          }),
        );
        return { file: downloaded(part, address), received };
      } catch (error) {
        signal.throwIfAborted();
        await retries.pause(error, signal);
      }
    }
  } finally {
    await handle.close();
  }
}

async function append(
  answer: HttpAnswer,
  handle: FileHandle,
  part: Part,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { status, headers, address } = answer;
  if (status === 416 || (status === 206 && !continues(headers, part))) {
    // The file has become another one: from the start, without a range.
    await restart(handle, part);
    throw interrupted(address);
  }
  if (status !== 200 && status !== 206) {
    throw explainStatus({ address, status, retryAfter: undefined, problem: undefined, text: '', token: null });
  }
  if (status === 200) await restart(handle, part);
  if (part.head === null || status === 200) {
    part.head = answer;
    part.validator = validatorOf(headers);
    part.total = lengthOf(headers);
  }
  let since = performance.now();
  let progress = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    progress += chunk.length;
    if (progress >= bytesOfProgress) {
      since = performance.now();
      progress = 0;
    } else if (performance.now() - since > maxSlowMs) throw tooSlow(address);
    if (part.offset + chunk.length > maxDownloadBytes) throw tooBig(address);
    await handle.write(chunk, 0, chunk.length, part.offset);
    part.offset += chunk.length;
    onBytes(chunk.length);
  }
  // A connection that ends early without an error, as with HTTP/1.0 behind some proxies.
  if (part.total !== null && part.offset < part.total) throw interrupted(address);
  if (part.total !== null && part.offset > part.total) {
    const reason = explain('length-differs', { expected: part.total, found: part.offset });
    throw new ServiceError('malformed', reason, shown(address), { retry: true });
  }
}

async function restart(handle: FileHandle, part: Part): Promise<void> {
  await handle.truncate(0);
  part.offset = 0;
  part.validator = null;
  part.head = null;
  part.total = null;
}

/** Whether a partial answer starts where the file ends, and is of the same length. */
function continues(headers: Headers, { offset, total }: Part): boolean {
  const [, start = '', whole = ''] = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(headers.get('content-range') ?? '') ?? [];
  return Number(start) === offset && start !== '' && (whole === '*' || total === null || Number(whole) === total);
}

function lengthOf(headers: Headers): number | null {
  const text = headers.get('content-length') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}

function validatorOf(headers: Headers): string | null {
  const tag = headers.get('etag');
  if (tag?.startsWith('"')) return tag;
  return headers.get('last-modified');
}

function interrupted(address: URL): ServiceError {
  const reason = explain('broken-off', { host: address.host });
  return new ServiceError('cut-off', reason, shown(address), { retry: true });
}

function tooBig(address: URL): ServiceError {
  const reason = explain('download-too-big', { host: address.host, size: maxDownloadBytes / 1024 ** 3 });
  return new ServiceError('too-big', reason, shown(address));
}

/** The validators of an answer, as they are stored. */
export function stateOf(headers: Headers): Downloaded['state'] {
  return { etag: headers.get('etag'), modified: headers.get('last-modified'), bytes: lengthOf(headers) };
}

function downloaded({ head, offset }: Part, requested: URL): Downloaded {
  const headers = head?.headers ?? new Headers();
  const address = head?.address ?? requested;
  return {
    bytes: offset,
    state: stateOf(headers),
    contentType: headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null,
    fileName: nameOf(headers, address),
    address,
  };
}

/** A plain file name that cannot leave its folder; null if there is none. */
function nameOf(headers: Headers, address: URL): string | null {
  let given = '';
  try {
    given = parse(headers.get('content-disposition') ?? '').parameters.filename ?? '';
  } catch {
    // A malformed header names nothing.
  }
  const last = address.pathname.split('/').at(-1) ?? '';
  const name = path.win32.basename(path.posix.basename(given === '' ? decoded(last) : given));
  const clean = Array.from(name, (character) => (/[\p{Cc}\p{Cf}<>:"|?*\\/]/u.test(character) ? '_' : character))
    .join('')
    .slice(-150);
  return clean === '' || clean === '.' || clean === '..' ? null : clean;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
