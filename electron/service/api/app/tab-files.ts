import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { denied, refusal } from '../plugins/api-error.ts';
import type { CallerCredentials } from '../plugins/authentication.ts';
import { callerKey } from '../plugins/exchange.ts';
import { type ReceivedUpload, type Reception, receiveUpload, uploadFolder } from '../uploads/receive.ts';

/** Address to which a page sends the files that its reader has chosen, and below which it gets those made for it. */
const tabFilesPath = '/app/files';

/** Maximum number of files of one account; another one replaces the one that was not used for the longest time. */
const maxFiles = 20;

const maxAccounts = 1000;

/** Longer names are cut: file systems allow 255 bytes. */
const maxNameLength = 60;

interface TabFile {
  /** As calls of the account's tabs name it. */
  readonly given: string;
  readonly path: string;
}

/**
 * The files that pages have sent for their accounts, to preview and publish them, and those that were made for their
 * readers to download. They end with the process.
 */
export class TabFiles {
  /** Folder that contains them all. */
  readonly folder: string;
  readonly #accounts = new LRUCache<string, LRUCache<string, TabFile>>({
    max: maxAccounts,
    dispose: (files) => files.clear(),
  });

  constructor(dataFolder: string) {
    this.folder = path.join(dataFolder, uploadFolder);
  }

  /** Keeps a received file for an account, by the key of its requests. @returns its path for calls of the account's tabs */
  async add(account: string, received: ReceivedUpload): Promise<string> {
    const { given, path: kept } = await this.create(account, received.name);
    await rename(received.path, kept);
    return given;
  }

  /** Makes room for a file of an account, which the caller writes. */
  async create(account: string, name: string): Promise<TabFile> {
    const id = randomBytes(12).toString('hex');
    const given = `${id}/${bareName(name)}`;
    await mkdir(path.join(this.folder, id), { recursive: true, mode: 0o700 });
    const file = { given, path: path.join(this.folder, given) };
    const files = this.#accounts.get(account) ?? new LRUCache({ max: maxFiles, dispose: removeFile });
    this.#accounts.set(account, files.set(id, file));
    return file;
  }

  /** Where a file of an account is; null if the account has none with this path. */
  find(account: string, given: string): string | null {
    const [id = ''] = given.split('/');
    const file = this.#accounts.get(account)?.get(id);
    return file?.given === given ? file.path : null;
  }
}

function removeFile(file: TabFile): void {
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

/** Browsers save the file, by the name at the end of its address. */
const downloadHeaders = {
  'Content-Disposition': 'attachment',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
};

interface TabFilesParts {
  readonly authenticate: (request: FastifyRequest) => Promise<CallerCredentials>;
  readonly files: TabFiles;
  readonly dataFolder: string;
  readonly reception: Pick<Reception, 'silenceMs' | 'makeRoom'>;
}

/**
 * Receives files for the tabs of an account, only from pages of this service, which the browser names in `Origin`; and
 * sends those that were made for a reader.
 */
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
    scope.route({
      method: 'GET',
      url: `${tabFilesPath}/*`,
      handler: async (request, reply) => {
        const { caller } = await authenticate(request);
        const { '*': given } = request.params as { readonly '*': string };
        const file = files.find(callerKey({ caller, request }), given);
        const content = file === null ? null : await open(file).catch(() => null);
        if (content === null) throw refusal(404, 'There is no such file of yours here.');
        return reply.headers(downloadHeaders).type('application/octet-stream').send(content.createReadStream());
      },
    });
  });
}

/** @throws {ApiError} 403 unless a request comes from a page of this service */
export function refuseOtherPages({ headers, protocol, host }: FastifyRequest): void {
  if (headers.origin !== `${protocol}://${host}`) throw refusal(403, 'This address is for pages of this service.');
}
