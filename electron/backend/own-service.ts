import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#shared/english/explained-error.ts';
import { explain, inTurn } from '#shared/failures.ts';
import type { Notice } from '#shared/rpc/backend-process.ts';
import type { StoredToken, TokenVault } from '../connector/connections/token-vault.ts';
import { writeTextDurably } from '../lib/durable-file.ts';
import { systemCodeOf } from '../lib/errors/system-error.ts';
import { canBeRebuilt, MissingCatalogueError, type RepairReport, repairStore } from '../service/closed-store.ts';
import {
  DamagedCatalogueError,
  DataFolderInUseError,
  type Service,
  type ServiceOptions,
  startService,
} from '../service/service.ts';

/** The files of a catalogue and what depends on it: without it, rows and images cannot be identified. */
const storeNames = ['catalogue.sqlite', 'catalogue.sqlite-wal', 'catalogue.sqlite-shm', 'rows', 'media'];

/**
 * Starts the service of the window's own store. A damaged store is moved aside as a whole, so that the window opens
 * with an empty one and the old one can still be recovered. If no port is chosen, the data folder has one of its own;
 * if that is taken, any free one is used.
 * @param notify called with what the user should know
 * @param repair reconcile catalogue and files first
 * @throws the error that kept the service from starting, after it was reported
 */
export async function startOwnService(
  options: ServiceOptions,
  notify: (notice: Notice) => void,
  repair = false,
): Promise<Service> {
  const { port = 0, dataFolder, host } = options;
  if (port !== 0) return startOnPort(options, notify, repair);
  const noted = await recordedPort(dataFolder);
  const own = noted ?? (await findFreePort(host));
  const running = await startOnPort({ ...options, port: own }, notify, repair);
  if (noted === null && own !== 0) await recordPort(dataFolder, own);
  return running;
}

async function startOnPort(
  options: ServiceOptions,
  notify: (notice: Notice) => void,
  repair: boolean,
): Promise<Service> {
  try {
    if (repair) notify(noticeOfRepair(await repairStore(options.dataFolder, {}), options.dataFolder));
    return await startService(options);
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes(systemCodeOf(error)) && (options.port ?? 0) !== 0) {
      const running = await startOnPort({ ...options, port: 0 }, notify, false);
      const message = explain('port-taken', { port: options.port ?? 0, address: running.url });
      notify({ kind: 'port-taken', message, where: '', kept: null });
      return running;
    }
    // Rows without a catalogue are not moved aside: it can be rebuilt from the files beside them.
    if (!(error instanceof DamagedCatalogueError) || canBeRebuilt(error.file)) {
      notify(noticeOf(error, options.dataFolder));
      throw error;
    }
    const kept = await putStoreAside(options.dataFolder);
    notify({
      kind: 'store-damaged',
      message: null,
      where: error.file,
      kept,
    });
    return await startService(options);
  }
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
  const about = { message: reasonOf(error), where: dataFolder, kept: null };
  if (error instanceof MissingCatalogueError || error instanceof DamagedCatalogueError)
    return { kind: 'catalogue-lost', ...about };
  if (about.message.code === 'catalogue-newer') return { kind: 'newer-store', ...about };
  if (error instanceof DataFolderInUseError) return { kind: 'folder-in-use', ...about };
  return { kind: 'service-failed', ...about };
}

function noticeOfRepair(report: RepairReport, dataFolder: string): Notice {
  const { restored, recovered, missing, differing, unreadable, withoutPassword } = report;
  const broken = missing.length + differing.length + unreadable.length;
  const message = inTurn(
    explain('store-repaired', { versions: report.verified, datasets: restored.datasets }),
    ...(restored.madePrivate.length > 0 ? [explain('made-private', { names: restored.madePrivate.join(', ') })] : []),
    ...(recovered.length > 0 ? [explain('rows-recovered', { versions: recovered.length })] : []),
    ...(broken > 0 ? [explain('versions-broken', { versions: broken })] : []),
    ...(withoutPassword.length > 0 ? [explain('without-password', { names: withoutPassword.join(', ') })] : []),
  );
  return { kind: 'store-repaired', message, where: dataFolder, kept: report.putAside };
}

/** The ports to choose from: below the ephemeral ones, so that no outgoing connection takes it between two starts. */
const [lowest, highest] = [20_000, 29_999];

/** Ports to try before the system chooses one. */
const tries = 20;

/** The recorded port of a data folder's service; null if there is none. */
async function recordedPort(dataFolder: string): Promise<number | null> {
  const port = Number(await readFile(fileIn(dataFolder), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port >= lowest && port <= highest ? port : null;
}

/** Records the port of a data folder. If that fails, the next start chooses another one. */
async function recordPort(dataFolder: string, port: number): Promise<void> {
  await writeTextDurably(fileIn(dataFolder), `${port}\n`).catch(() => {});
}

/** A free port between `lowest` and `highest`; 0, which lets the system choose, if none was found. */
async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port, host)) return port;
  }
  return 0;
}

function fileIn(dataFolder: string): string {
  return path.join(dataFolder, 'service-port');
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Do not wait for a keychain that asks the user to unlock it. */
const answerTimeoutMs = 3_000;

/** The keychain's account name for the desktop's own token of a data folder. */
function operatorAccount(dataFolder: string): string {
  return `operator ${dataFolder}`;
}

/** The stored token of a data folder; null if there is none, or the keychain does not answer in time. */
export function storedOperatorToken(dataFolder: string, vault: TokenVault): Promise<StoredToken | null> {
  return inTime(vault.read(operatorAccount(dataFolder)).catch(() => null));
}

/**
 * The token of the desktop's own account: the stored one while it is valid, otherwise a new one, which is stored. If no
 * keychain answers it stays in this process; it is never written to a file.
 * @param reading the result of {@link storedOperatorToken}, requested while the service was still starting
 */
export async function operatorToken(
  service: Pick<Service, 'dataFolder' | 'issueOperatorToken' | 'isOperatorToken'>,
  vault: TokenVault,
  reading: Promise<StoredToken | null> = storedOperatorToken(service.dataFolder, vault),
): Promise<string> {
  const account = operatorAccount(service.dataFolder);
  const known = await reading;
  if (known !== null && (await service.isOperatorToken(known.token))) return known.token;
  const token = await service.issueOperatorToken();
  const stored = vault.store(account, { token, user: null }, 'keychain');
  await inTime(stored.catch(() => vault.store(account, { token, user: null }, 'session')));
  return token;
}

/** @returns null if the work takes longer than {@link answerTimeoutMs} */
function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  return Promise.race([work, sleep(answerTimeoutMs, null, { ref: false })]);
}
