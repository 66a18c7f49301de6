import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explain } from '#shared/failures.ts';
import { JobError } from '../../queue/job-failure.ts';
import type { Web } from '../sources/web.ts';

const interpreted = [304, 400, 404, 405, 406, 409, 410, 422];

function refused(status: number, address: URL): JobError {
  return new JobError('not-accepted', explain('unexpected-status', { host: address.host, status }), address.href, true);
}

/** The web without turns, limits or repetition, for tests of one source against one server. */
export const plainWeb: Web = {
  async get(address, { accept = '*/*', headers = {}, method = 'GET', signal }) {
    const answer = await fetch(address, { method, headers: { accept, ...headers }, signal });
    const text = await answer.text();
    const at = new URL(answer.url);
    if (!answer.ok && !interpreted.includes(answer.status)) throw refused(answer.status, at);
    return {
      status: answer.status,
      headers: answer.headers,
      address: at,
      text: () => text,
      json() {
        try {
          return JSON.parse(text);
        } catch {
          throw new JobError('malformed', explain('answer-no-json', { host: at.host }), at.href);
        }
      },
    };
  },

  async download(address, target, { headers = {}, signal, report }) {
    const answer = await fetch(address, { headers: { ...headers, 'accept-encoding': 'identity' }, signal });
    const at = new URL(answer.url);
    if (!answer.ok || answer.body === null) throw refused(answer.status, at);
    let bytes = 0;
    const length = answer.headers.get('content-length');
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of Readable.fromWeb(answer.body as never) as AsyncIterable<Uint8Array>) {
        bytes += piece.length;
        report(bytes, length === null ? null : Number(length));
        yield piece;
      }
    };
    await pipeline(counted, createWriteStream(target));
    const disposition = /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    const last = decodeURIComponent(at.pathname.split('/').at(-1) ?? '');
    return {
      bytes,
      state: {
        etag: answer.headers.get('etag'),
        modified: answer.headers.get('last-modified'),
        bytes: length === null ? null : Number(length),
      },
      contentType: answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null,
      fileName: path.basename(disposition ?? last) || null,
      address: at,
    };
  },
};
