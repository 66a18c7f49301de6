import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Provenance } from '#shared/api/records/provenance.ts';
import { explain } from '#shared/failures.ts';
import type { ExportRequest, ExportResult } from '#shared/rpc/jobs.ts';
import { licenceIn } from '#shared/version-metadata.ts';
import { readProvenance } from '../../connector/editing/provenance.ts';
import { isOpenedInPlace, putUserFile } from '../../lib/user-file.ts';
import { describeExport } from '../descriptor/data-package.ts';
import { prepareDescriptor } from '../descriptor/descriptor-file.ts';
import { isResumableExport, type JobDeps } from '../job-deps.ts';
import { JobError, type JobWork } from '../queue/job-failure.ts';
import { type FinishedFile, writeExportFile } from './write-export-file.ts';

/** Writes rows to a file of the user's, atomically. */
export async function runExport(deps: JobDeps, request: ExportRequest, work: JobWork): Promise<ExportResult> {
  const resumable = isResumableExport(deps, request);
  const isLocal = request.reference.connection === deps.localConnection;
  const target = await openTarget(deps, request.target, work.id, resumable, resumable && !isLocal);
  try {
    const { made, provenance } = await deps.withService(request.reference.connection, async (service) => {
      const isDescribed = request.descriptor || request.format === 'xlsx';
      const provenance = isDescribed ? await readProvenance(service.source, request.reference, work.signal) : null;
      const made = await writeExportFile({
        service,
        endsWithJob: deps.endsWithJob ?? false,
        files: deps.files,
        request,
        provenance,
        folder: target.folder,
        workFolder: target.keep,
        work,
        retryLimits: deps.retryLimits,
      });
      return { made, provenance };
    });
    work.signal.throwIfAborted();
    const descriptor = await place(target, request, made, provenance);
    await target.discard();
    const { rows, bytes, checksum, version } = made;
    return { kind: 'export', path: target.target, descriptor, rows, bytes, checksum, version };
  } catch (error) {
    await target.abandon().catch(() => undefined);
    throw error;
  }
}

/** Renames the file into place, and its descriptor right after it. */
async function place(
  target: TargetFile,
  request: ExportRequest,
  made: FinishedFile,
  provenance: Provenance | null,
): Promise<string | null> {
  if (!request.descriptor || target.isStream) {
    await target.finish(made.file);
    return null;
  }
  const { columns, rows, bytes, checksum, version, dataset } = made;
  const { label, description, address, metadata } = dataset;
  const resource = describeExport({
    file: path.basename(target.target),
    request,
    label,
    description,
    address,
    version,
    licence: provenance?.licence || licenceIn(metadata),
    source: provenance?.source ?? '',
    contact: provenance?.contact ?? '',
    columns,
    rows,
    bytes,
    checksum,
    created: new Date(),
  });
  const descriptor = await prepareDescriptor(target.target, resource, target.folder);
  await target.finish(made.file);
  await descriptor.commit();
  return descriptor.file;
}

/** A file that is created atomically. */
interface TargetFile {
  /** The user's file. */
  readonly target: string;
  /** Whether it is a device or a pipe, which is written to and has no descriptor beside it. */
  readonly isStream: boolean;
  /** Path of a folder beside it, on the same disk, for temporary files; until it is discarded or abandoned. */
  readonly folder: string;
  /** Where that folder was created. */
  readonly location: string;
  /** Gives a finished file of the folder the user's path, as {@link putUserFile}. */
  finish(made: string): Promise<void>;
  /** Retains the folder for a later run, even if this process is killed. */
  keep(): Promise<void>;
  /** Removes the folder. */
  discard(): Promise<void>;
  /** Removes the folder unless it is retained for a later run. */
  abandon(): Promise<void>;
}

/**
 * Prepares to create a file.
 * @param id identifies the work; a later run with the same id finds what the previous one left
 * @param resumableFromStart false if there is nothing to resume before `keep` is called
 * @throws {JobError} if the target cannot be written, before any work is done
 */
export async function openTarget(
  { unfinished, scratch }: Pick<JobDeps, 'unfinished' | 'scratch'>,
  requested: string,
  id: string,
  resumable: boolean,
  resumableFromStart = resumable,
): Promise<TargetFile> {
  const target = path.resolve(requested);
  await refuseUnwritable(target);
  const isStream = await isOpenedInPlace(target);
  const beside = isStream ? path.join(scratch, path.basename(target)) : target;
  const work = await unfinished.open(id, beside, resumable, resumableFromStart);
  if (work === null) throw new JobError('in-use', explain('being-made'), target);
  return {
    target,
    isStream,
    folder: work.folder,
    location: work.location,
    keep: work.keep,
    discard: () => unfinished.discard(id),
    async abandon() {
      if (await work.isKept()) await work.close();
      else await unfinished.discard(id);
    },
    async finish(made) {
      if (!(await work.isThere())) throw new JobError('file-missing', explain('file-or-folder-gone'), work.location);
      await putUserFile(made, target);
    },
  };
}

async function refuseUnwritable(target: string): Promise<void> {
  const parent = path.dirname(target);
  const [place, found] = await Promise.all([stat(parent).catch(() => null), stat(target).catch(() => null)]);
  if (place === null || !place.isDirectory()) {
    throw new JobError('file-missing', explain('no-folder', { folder: parent }), target);
  }
  if (found?.isDirectory()) throw new JobError('is-a-folder', explain('is-a-folder', { file: target }), target);
}
