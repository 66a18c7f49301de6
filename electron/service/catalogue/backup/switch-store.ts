import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { publish, syncFile, syncFolder, writeTextDurably } from '../../../lib/durable-file.ts';
import { readAs } from '../../../lib/read-as.ts';
import { DataFolderInUseError, lockDataFolder } from '../database/data-folder-lock.ts';

/**
 * A restored store is assembled in `restoring/` of the data folder until it is complete and durable. A marker file then
 * commits the switch: however it is interrupted, the next process that opens the folder completes it first.
 */
const restoringFolder = 'restoring';

/** Written when the new store is complete: the old one is being moved aside. */
const readyMarker = 'ready.json';
/** Replaces the marker once the old store is moved aside: the new one is being moved in. */
const switchingMarker = 'switching.json';

const Plan = Type.Object({
  /** Name of the folder, below the data folder, for the previous store. */
  aside: Type.String({ pattern: '^replaced-[0-9TZ-]{1,40}$' }),
  configFolder: Type.String({ minLength: 1 }),
});
export type SwitchPlan = Static<typeof Plan>;

/** The folder in which a restored store is assembled, with the settings beside it. */
export function stagingIn(dataFolder: string) {
  const folder = path.join(dataFolder, restoringFolder);
  return { folder, store: path.join(folder, 'store'), config: path.join(folder, 'config') };
}

/** The parts of a store, in the order in which they are moved aside: the catalogue makes it a store. */
const storeParts = ['catalogue.sqlite-wal', 'catalogue.sqlite-shm', 'catalogue.sqlite', 'rows', 'media'];

/** Schedules the switch; durable when this resolves. */
export async function planSwitch(dataFolder: string, plan: SwitchPlan): Promise<void> {
  const { folder } = stagingIn(dataFolder);
  await writeTextDurably(path.join(folder, readyMarker), JSON.stringify(plan));
  await syncFolder(dataFolder);
}

/**
 * Finishes an unfinished switch, and removes what an interrupted restore has left. Only for the process that holds the
 * lock of the folder, before it opens the catalogue.
 * @returns where the previous store was moved; null if there was nothing to do
 */
export async function finishSwitch(dataFolder: string): Promise<string | null> {
  const { folder, store, config } = stagingIn(dataFolder);
  if (!existsSync(folder)) return null;
  const plan =
    (await readAs(Plan, path.join(folder, switchingMarker))) ?? (await readAs(Plan, path.join(folder, readyMarker)));
  if (plan === null) {
    // There are only copies from the backup: the store itself has not been touched.
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const aside = path.join(dataFolder, plan.aside);
  if (!existsSync(path.join(folder, switchingMarker))) {
    await mkdir(path.join(aside, 'config'), { recursive: true, mode: 0o700 });
    for (const name of storeParts) await moveIfExists(path.join(dataFolder, name), path.join(aside, name));
    for (const name of await namesIn(config)) {
      const before = path.join(plan.configFolder, name);
      if (existsSync(before)) await copyDurably(before, path.join(aside, 'config', name));
    }
    await syncFolder(aside);
    await syncFolder(dataFolder);
    await publish(path.join(folder, readyMarker), path.join(folder, switchingMarker));
  }
  for (const name of storeParts) await moveIfExists(path.join(store, name), path.join(dataFolder, name));
  await mkdir(plan.configFolder, { recursive: true, mode: 0o700 });
  for (const name of await namesIn(config)) {
    const target = path.join(plan.configFolder, name);
    await copyFile(path.join(config, name), `${target}.part`);
    await restrictToThisComputer(`${target}.part`, target);
    await syncFile(`${target}.part`);
    await publish(`${target}.part`, target);
  }
  await syncFolder(dataFolder);
  await rm(folder, { recursive: true, force: true });
  return aside;
}

/** How long another process may take to finish a switch, and how often to check. */
const [switchTimeoutMs, pollMs] = [15_000, 20];

/**
 * Like {@link finishSwitch}, for a process that does not hold the lock: waits for the process that holds it while it
 * switches, and continues with the unchanged store if the switch has not started.
 */
export async function settleSwitch(dataFolder: string): Promise<void> {
  const { folder } = stagingIn(dataFolder);
  for (const end = performance.now() + switchTimeoutMs; ; await sleep(pollMs)) {
    const isSwitching = existsSync(path.join(folder, switchingMarker));
    if (!isSwitching && !existsSync(path.join(folder, readyMarker))) return;
    try {
      const lock = await lockDataFolder(dataFolder);
      try {
        await finishSwitch(dataFolder);
      } finally {
        lock.release();
      }
      return;
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      if (!isSwitching) return;
      if (performance.now() > end) throw error;
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function moveIfExists(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to);
}

/** Restored settings open the service to other computers only if the current ones do: that needs consent. */
async function restrictToThisComputer(restored: string, before: string): Promise<void> {
  const settings = await readRecord(restored);
  if (!isOpen(settings) || isOpen(await readRecord(before))) return;
  const service = { ...(settings.service as object), network: false };
  await writeFile(restored, `${JSON.stringify({ ...settings, service }, null, 2)}\n`, { mode: 0o600 });
}

async function readRecord(file: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isOpen({ service }: Record<string, unknown>): boolean {
  return typeof service === 'object' && service !== null && 'network' in service && service.network === true;
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await syncFile(to);
}
