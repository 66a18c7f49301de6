import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import { explain, type Failure, failure } from '#shared/failures.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { scratchConnection, type ViewedFile, type viewedFileCalls } from '#shared/rpc/calls/viewed-files.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import type { LocalEndpoint } from '../../connector/connections/entries.ts';
import { columnNotes, previewFile, previewOf } from '../../jobs/publish/planned-file.ts';
import { explainJobError, JobError } from '../../jobs/queue/job-failure.ts';
import type { Progress, Service } from '../../service/service.ts';
import { readFileList, type StoredViewedFile, startScratchService, writeFileList } from '../scratch-service.ts';

/** The one namespace of the scratch service. It is unpublished, so that it is invisible without its token. */
const namespace = { slug: 'files', label: 'Files', published: false };

/** Minimum time between two progress events. */
const progressIntervalMs = 250;

export interface ViewedFilesParts {
  /** Folder for the stored rows of the files. */
  readonly folder: string;
  readonly announce: (event: BackendEvent) => void;
}

/** The window exports rows by a job. */
type ViewedFileFunctions = Omit<Pick<BackendFunctions<AbortSignal>, keyof typeof viewedFileCalls>, 'exportResult'>;

/** The files that are viewed without being published, in a service of their own that only this process can read. */
export interface ViewedFiles {
  readonly functions: ViewedFileFunctions;
  /** The service that stores them, started on first use. */
  service(): Promise<LocalEndpoint>;
  /** The operations of that service, started on first use. */
  operations(): Promise<Service>;
  scratchFolder(): Promise<string>;
  /** Cancels all reading. Stored rows stay for restored tabs. */
  close(): Promise<void>;
}

interface Entry extends Changeable<StoredViewedFile> {
  state: ViewedFile['state'];
  progress: ViewedFile['progress'];
  preview: FilePreview | null;
  failure: Failure | null;
  reading: { readonly controller: AbortController; readonly done: Promise<void> } | null;
  /** Whether a tab of this run shows it. */
  claimed: boolean;
}

type Changeable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function idOf(file: string): string {
  return `f${createHash('sha256').update(file).digest('hex').slice(0, 20)}`;
}

function newEntry(file: string): Entry {
  const kept = { id: idOf(file), path: file, options: {}, stored: false, rows: null, rejected: 0, sheets: [] };
  return { ...kept, bytes: -1, modifiedMs: -1, ...idle, state: 'cancelled', claimed: true };
}

const idle = { progress: null, preview: null, failure: null, reading: null } as const;

function storedFileOf({
  id,
  path: file,
  options,
  stored,
  rows,
  rejected,
  sheets,
  bytes,
  modifiedMs,
}: Entry): StoredViewedFile {
  return { id, path: file, options, stored, rows, rejected, sheets, bytes, modifiedMs };
}

/** The one path that stands for a file, even if it is reached through a link. */
async function canonicalPath(file: string): Promise<string> {
  const resolved = path.resolve(file);
  return realpath(resolved).catch(() => resolved);
}

/**
 * Size and modification time of a readable file.
 * @throws {JobError} for anything else, with a message
 */
export async function fileStamp(file: string): Promise<{ readonly bytes: number; readonly modifiedMs: number }> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') throw notReadable(file);
    throw new JobError('file-missing', explain('file-not-there'), file, true);
  });
  if (found.isDirectory()) throw new JobError('is-a-folder', explain('this-is-a-folder'), file);
  if (!found.isFile()) throw new JobError('bad-input', explain('no-file'), file);
  await access(file, constants.R_OK).catch(() => {
    throw notReadable(file);
  });
  return { bytes: found.size, modifiedMs: found.mtimeMs };
}

function notReadable(file: string): JobError {
  return new JobError('not-readable', explain('file-not-readable'), file, true);
}

async function compareWithDisk({ path: file, bytes, modifiedMs, stored }: Entry): Promise<ViewedFile['onDisk']> {
  if (!stored) return 'same';
  const found = await stat(file).catch(() => null);
  if (found === null) return 'missing';
  return found.size === bytes && found.mtimeMs === modifiedMs ? 'same' : 'changed';
}

async function recordOf(entry: Entry): Promise<ViewedFile> {
  const { id, path: file, options, state, stored, progress, rows, rejected, sheets, failure } = entry;
  const reference = { connection: scratchConnection, namespace: namespace.slug, dataset: id };
  const onDisk = await compareWithDisk(entry);
  return { id, path: file, reference, options, state, stored, progress, rows, rejected, sheets, failure, onDisk };
}

/** The list of files, as it is stored: read when it is first needed. */
class FileList {
  readonly #file: string;
  #opened: Promise<Map<string, Entry>> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  entries(): Promise<Map<string, Entry>> {
    this.#opened ??= readFileList(this.#file).then((files) => new Map(files.map((kept) => [kept.id, leftOver(kept)])));
    return this.#opened;
  }

  async find(id: string): Promise<Entry> {
    const entry = (await this.entries()).get(id);
    if (entry !== undefined) return entry;
    throw new BackendFailure(failure('not-found', explain('file-not-viewed'), { where: id }));
  }

  async save(): Promise<void> {
    const files = [...(await this.entries()).values()].map(storedFileOf);
    this.#writing = this.#writing.catch(() => undefined).then(() => writeFileList(this.#file, files));
    await this.#writing;
  }

  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }
}

function leftOver(kept: StoredViewedFile): Entry {
  return { ...kept, ...idle, state: kept.stored ? 'ready' : 'cancelled', claimed: false };
}

async function cancel({ reading }: Entry): Promise<void> {
  if (reading === null) return;
  reading.controller.abort(new DOMException(englishText(explain('closing')), 'AbortError'));
  await reading.done;
}

/** Opens the list of viewed files in a folder; nothing is read or started before it is needed. */
export function openViewedFiles({ folder, announce }: ViewedFilesParts): ViewedFiles {
  const list = new FileList(path.join(folder, 'files.json'));
  const files = new StoredFileRows(list, folder, announce);
  return {
    functions: functionsOver(list, files),
    async service() {
      const { service, token } = await files.service();
      return { address: service.url, token };
    },
    operations: async () => (await files.service()).service,
    async scratchFolder() {
      await files.service();
      return files.scratch;
    },
    close: () => files.close(),
  };
}

function functionsOver(list: FileList, files: StoredFileRows): ViewedFileFunctions {
  return {
    async viewFile({ path: given }) {
      const file = await canonicalPath(given);
      await files.removed(idOf(file));
      const known = await list.entries();
      const entry = known.get(idOf(file)) ?? newEntry(file);
      entry.claimed = true;
      known.set(entry.id, entry);
      if (entry.reading === null && !entry.stored) files.read(entry);
      return recordOf(entry);
    },
    async listViewedFiles() {
      return Promise.all([...(await list.entries()).values()].map(recordOf));
    },
    previewViewedFile: async ({ id }) => (await list.find(id)).preview,
    async readViewedFileAgain({ id, options }) {
      const entry = await list.find(id);
      await cancel(entry);
      if (options !== undefined) entry.options = options;
      files.read(entry);
      return recordOf(entry);
    },
    async cancelViewedFile({ id }) {
      await cancel(await list.find(id));
    },
    async closeViewedFile({ id }) {
      const entry = (await list.entries()).get(id);
      if (entry !== undefined) await files.remove(entry);
    },
    async retainViewedFiles({ ids }) {
      const kept = new Set(ids);
      const known = await list.entries();
      const left = [...known.values()].filter(({ id, claimed }) => !claimed && !kept.has(id));
      // If none remain there is no need to open the store.
      if (left.length === known.size) known.clear();
      else for (const entry of left) await files.remove(entry);
      await files.clearFolder();
    },
  };
}

/** The rows of the files, in a service that is started when it is first needed. */
class StoredFileRows {
  readonly #list: FileList;
  readonly #folder: string;
  readonly #announce: ViewedFilesParts['announce'];
  readonly scratch: string;
  readonly #removing = new Map<string, Promise<void>>();
  #started: ReturnType<typeof startScratchService> | null = null;
  #closed = false;
  #announced = 0;

  constructor(list: FileList, folder: string, announce: ViewedFilesParts['announce']) {
    this.#list = list;
    this.#folder = folder;
    this.#announce = announce;
    this.scratch = path.join(folder, 'scratch');
  }

  #changed(): void {
    this.#announce({ kind: 'viewed-files-changed' });
  }

  service() {
    if (this.#started !== null) return this.#started;
    const starting = mkdir(this.scratch, { recursive: true, mode: 0o700 }).then(() =>
      startScratchService(this.#folder, this.#announce),
    );
    this.#started = starting;
    // Another attempt may succeed, for instance once there is space on the disk again.
    starting.catch(() => {
      if (this.#started === starting) this.#started = null;
    });
    return starting;
  }

  /** Reads a file in the background; the outcome is stored in its entry. */
  read(entry: Entry): void {
    const controller = new AbortController();
    Object.assign(entry, idle, { state: 'reading' });
    entry.reading = { controller, done: this.#read(entry, controller.signal) };
    this.#changed();
  }

  async #read(entry: Entry, signal: AbortSignal): Promise<void> {
    try {
      await this.#store(entry, signal);
      Object.assign(entry, idle, { state: 'ready' });
    } catch (error) {
      Object.assign(entry, idle, { state: signal.aborted ? 'cancelled' : 'failed' });
      if (!signal.aborted) entry.failure = failureOfFile(error, entry.path);
    }
    if (this.#closed) return;
    await this.#list.save().catch(() => undefined);
    this.#changed();
  }

  async #store(entry: Entry, signal: AbortSignal): Promise<void> {
    const { bytes, modifiedMs } = await fileStamp(entry.path);
    const { service } = await this.service();
    // Save before storing rows, so that the next start knows what a crash left.
    await this.#list.save();
    signal.throwIfAborted();
    // A viewed file is shown as it is.
    const options = { rowsFrom: null, marks: null, ...entry.options };
    const preview = await previewFile(service.files, { path: entry.path, options }, this.scratch, 'show', signal);
    entry.preview = previewOf(preview);
    entry.sheets = preview.sheets;
    this.#changed();
    const rejects = path.join(this.scratch, `${entry.id}.csv`);
    const name = path.basename(entry.path);
    try {
      const { slug, label, published } = namespace;
      const stored = await service.publish(
        {
          namespace: { slug, create: { label, published, allowedGroups: [] } },
          dataset: { slug: entry.id, create: { label: name, description: '' } },
          mode: 'replace',
          file: preview.plan,
          columns: columnNotes(preview.plan),
          sourceName: name,
          rejects,
        },
        { signal, onProgress: (progress) => this.#report(entry, progress) },
      );
      Object.assign(entry, { stored: true, rows: stored.rows, rejected: stored.rejected, bytes, modifiedMs });
    } finally {
      await rm(rejects, { force: true });
    }
  }

  #report(entry: Entry, { rows, fraction }: Progress): void {
    entry.progress = { rows, fraction };
    const now = performance.now();
    if (now - this.#announced < progressIntervalMs) return;
    this.#announced = now;
    this.#changed();
  }

  remove(entry: Entry): Promise<void> {
    const removed = this.#remove(entry).finally(() => this.#removing.delete(entry.id));
    this.#removing.set(entry.id, removed);
    return removed;
  }

  /** Waits until the removal of a file that is opened again meanwhile has ended. */
  async removed(id: string): Promise<void> {
    await this.#removing.get(id)?.catch(() => undefined);
  }

  async #remove(entry: Entry): Promise<void> {
    (await this.#list.entries()).delete(entry.id);
    await cancel(entry);
    // If the list cannot be written it names one file too many, which the next start removes.
    await this.#list.save().catch(() => undefined);
    this.#changed();
    // A result that was read from a service is in a folder of its own.
    const home = path.dirname(entry.path);
    if (path.dirname(home) === this.scratch) await rm(home, { recursive: true, force: true });
    // An earlier run may have stored rows that its list does not mention.
    if (!entry.stored && entry.claimed) return;
    const { service } = await this.service();
    await service.removeDataset({ namespace: namespace.slug, dataset: entry.id });
  }

  /** Removes everything if no restored tab can show any of it. */
  async clearFolder(): Promise<void> {
    if ((await this.#list.entries()).size === 0 && this.#started === null)
      await rm(this.#folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const known = await this.#list.entries();
    await Promise.all([...known.values()].map(cancel));
    await this.#list.settled();
    await (await this.#started?.catch(() => null))?.service.close();
    this.#started = null;
    await this.clearFolder();
  }
}

/** Adds the file's name to a failure without one. */
function failureOfFile(error: unknown, file: string): Failure {
  const { failure } = explainJobError(error);
  if (failure.kind === 'internal') process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return { ...failure, where: failure.where || file };
}
