import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { say } from '#shared/sentences/say.ts';
import { DamagedCatalogueError } from './service/catalogue/damaged-catalogue.ts';
import { DataFolderInUseError } from './service/catalogue/data-folder-lock.ts';
import { NewerCatalogueError } from './service/catalogue/migrate.ts';
import { MissingCatalogueError, versionsBeside } from './service/catalogue/missing-catalogue.ts';
import { type RunningService, type ServiceOptions, startService } from './service/server.ts';
import { type RepairReport, repairStore } from './service/sidecars/repair.ts';

/** What belongs to a catalogue: without it nobody knows what the rows and pictures are of. */
const storeNames = ['catalogue.sqlite', 'catalogue.sqlite-wal', 'catalogue.sqlite-shm', 'rows', 'media'];

/**
 * Starts the service of the window's own store. A damaged store is put aside whole, so that the window opens on an
 * empty one instead of nothing, and whoever can save something from the old one finds it. A port that cannot be had
 * gives way to any free one.
 * @param notify is told what the person should know
 * @param repair make catalogue and files agree first
 * @throws whatever kept the service from starting, after it was told
 */
export async function startOwnService(
  options: ServiceOptions,
  notify: (notice: Notice) => void,
  repair = false,
): Promise<RunningService> {
  try {
    if (repair) notify(noticeOfRepair(await repairStore(options.dataFolder, {}), options.dataFolder));
    return await startService(options);
  } catch (error) {
    if (isPortTaken(error) && (options.port ?? 0) !== 0) {
      const running = await startOwnService({ ...options, port: 0 }, notify);
      const message = `Port ${options.port} cannot be had: another program has it, or it is the system’s. This computer’s own datasets answer at ${running.url} until Almanac is started again.`;
      notify({ kind: 'port-taken', message, where: '', kept: null });
      return running;
    }
    // Rows without a catalogue are not put aside: it can be rebuilt from what lies beside them.
    if (!(error instanceof DamagedCatalogueError) || versionsBeside(error.file) > 0) {
      notify(noticeOf(error, options.dataFolder));
      throw error;
    }
    const kept = await putStoreAside(options.dataFolder);
    notify({
      kind: 'store-damaged',
      message:
        'The catalogue of this computer’s own datasets could not be read. It was put aside with their rows, and an empty one was begun.',
      where: error.file,
      kept,
    });
    return await startService(options);
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}

/** Moves a store into a folder of its own beside it. @returns that folder */
export async function putStoreAside(dataFolder: string): Promise<string> {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const kept = path.join(dataFolder, `damaged-${moment}`);
  await mkdir(kept, { recursive: true });
  for (const name of storeNames) {
    const from = path.join(dataFolder, name);
    if (existsSync(from)) await rename(from, path.join(kept, name));
  }
  return kept;
}

function noticeOf(error: unknown, dataFolder: string): Notice {
  const message = error instanceof Error ? error.message : String(error);
  const about = { message, where: dataFolder, kept: null };
  if (error instanceof MissingCatalogueError || error instanceof DamagedCatalogueError)
    return { kind: 'catalogue-lost', ...about };
  if (error instanceof NewerCatalogueError) return { kind: 'newer-store', ...about };
  if (error instanceof DataFolderInUseError) return { kind: 'folder-in-use', ...about };
  return { kind: 'service-failed', ...about };
}

function noticeOfRepair(report: RepairReport, dataFolder: string): Notice {
  const { restored, recovered, missing, differing, unreadable, withoutPassword } = report;
  const broken = missing.length + differing.length + unreadable.length;
  const message = [
    say('store-repaired', { versions: report.verified, datasets: restored.datasets }),
    ...(restored.madePrivate.length > 0 ? [say('made-private', { names: restored.madePrivate.join(', ') })] : []),
    ...(recovered.length > 0 ? [say('rows-recovered', { versions: recovered.length })] : []),
    ...(broken > 0 ? [say('versions-broken', { versions: broken })] : []),
    ...(withoutPassword.length > 0 ? [say('without-password', { names: withoutPassword.join(', ') })] : []),
  ].join(' ');
  return { kind: 'store-repaired', message, where: dataFolder, kept: report.putAside };
}
