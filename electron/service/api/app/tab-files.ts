import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { denied, refusal } from '../plugins/api-error.ts';
import type { CallerCredentials } from '../plugins/authentication.ts';
import { callerKey } from '../plugins/exchange.ts';
import { type ReceivedUpload, type Reception, receiveUpload, uploadFolder } from '../uploads/receive.ts';

/** Address to which a page sends the files that its reader has chosen. */
const tabFilesPath = '/app/files';

/** Maximum number of files of one account; another one replaces the one that was not used for the longest time. */
const maxFiles = 20;

const maxAccounts = 1000;

/** Longer names are cut: file systems allow 255 bytes. */
const maxNameLength = 60;

interface SentFile {
  readonly name: string;
  readonly path: string;
}

/** The files that pages have sent for their accounts, to preview and publish them. They end with the process. */
export class TabFiles {
  /** Folder that contains them all. */
  readonly folder: string;
  readonly #accounts = new LRUCache<string, LRUCache<string, SentFile>>({ max: maxAccounts });

  constructor(dataFolder: string) {
    this.folder = path.join(dataFolder, uploadFolder);
  }

  /** Keeps a received file for an account, by the key of its requests. @returns its path for calls of the account's tabs */
  async add(account: string, received: ReceivedUpload): Promise<string> {
    const id = randomBytes(12).toString('hex');
    const name = bareName(received.name);
    const folder = path.join(this.folder, id);
    await mkdir(folder, { mode: 0o700 });
    const file = { name, path: path.join(folder, name) };
    await rename(received.path, file.path);
    const files = this.#accounts.get(account) ?? new LRUCache({ max: maxFiles, dispose: removeFile });
    this.#accounts.set(account, files.set(id, file));
    return `${id}/${name}`;
  }

  /** Where a file of an account is; null if the account has sent none with this path. */
  find(account: string, given: string): string | null {
    const [id = ''] = given.split('/');
    const file = this.#accounts.get(account)?.get(id);
    return file !== undefined && given === `${id}/${file.name}` ? file.path : null;
  }
}

function removeFile(file: SentFile): void {
  void rm(path.dirname(file.path), { recursive: true, force: true }).catch(() => undefined);
}

/** The last part of a path of any system, without characters that file systems or terminals treat specially. */
function bareName(given: string): string {
  const last =
    given
      .split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/[\p{C}:*?"<>|]/gu, '') ?? '';
  const ending = path.extname(last).slice(0, maxNameLength / 2);
  const stem = last.slice(0, last.length - ending.length).slice(0, maxNameLength - ending.length);
  return /^\.*$/.test(stem) ? `file${ending}` : stem + ending;
}

interface TabFilesParts {
  readonly authenticate: (request: FastifyRequest) => Promise<CallerCredentials>;
  readonly files: TabFiles;
  readonly dataFolder: string;
  readonly reception: Pick<Reception, 'silenceMs' | 'makeRoom'>;
}

/** Receives files for the tabs of an account: only from pages of this service, which the browser names in `Origin`. */
export async function registerTabFiles(app: FastifyInstance, parts: TabFilesParts): Promise<void> {
  const { authenticate, files, dataFolder, reception } = parts;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: 'POST',
      url: tabFilesPath,
      handler: async (request) => {
        refuseOtherPages(request);
        const { caller } = await authenticate(request);
        if (caller === null) throw denied(caller);
        const received = await receiveUpload(dataFolder, request, { ...reception, onFields: async () => {} });
        return { path: await files.add(callerKey({ caller, request }), received) };
      },
    });
  });
}

/** @throws {ApiError} 403 unless a request comes from a page of this service */
export function refuseOtherPages({ headers, protocol, host }: FastifyRequest): void {
  if (headers.origin !== `${protocol}://${host}`) throw refusal(403, 'This address is for pages of this service.');
}
