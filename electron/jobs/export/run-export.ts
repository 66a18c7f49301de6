import path from 'node:path';
import type { Provenance } from '#shared/api/records/provenance.ts';
import type { ExportRequest, ExportResult } from '#shared/rpc/jobs.ts';
import { licenceIn } from '#shared/version-metadata.ts';
import { readProvenance } from '../../connector/editing/provenance.ts';
import { describeExport } from '../descriptor/data-package.ts';
import { prepareDescriptor } from '../descriptor/descriptor-file.ts';
import type { JobDeps } from '../job-deps.ts';
import type { JobWork } from '../queue/job-work.ts';
import { isResumableExport } from './resumable-export.ts';
import { openTarget, type TargetFile } from './target-file.ts';
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
