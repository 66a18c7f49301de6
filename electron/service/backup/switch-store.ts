import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { publish, syncFile, syncFolder } from '../../lib/durable-file.ts';
import { writeTextDurably } from '../../lib/durable-text.ts';
import { DataFolderInUseError, lockDataFolder } from '../catalogue/database/data-folder-lock.ts';

/**
 * A store that was restored waits in `restoring/` of the data folder until it is whole and on the disk. Then a note says
 * so, and from then on the switch goes forward only: the next process to take the folder, however the previous one ended
 * that began it, finishes it before anything else.
 */
const restoringFolder = 'restoring';

/** Written when the new store is whole: the old one is being put aside. */
const readyNote = 'ready.json';
/** In its place once the old store is aside: the new one is being put in. */
const switchingNote = 'switching.json';

const Plan = Type.Object({
  /** Name of the folder, below the data folder, for the store before. */
  aside: Type.String({ pattern: '^replaced-[0-9TZ-]{1,40}$' }),
  configFolder: Type.String({ minLength: 1 }),
});
export type SwitchPlan = Static<typeof Plan>;

/** Where a restored store is gathered: its folder, with the settings beside it. */
export function stagingIn(dataFolder: string) {
  const folder = path.join(dataFolder, restoringFolder);
  return { folder, store: path.join(folder, 'store'), config: path.join(folder, 'config') };
}

/** What makes a store, in the order in which it is put aside: without its catalogue nothing is taken for one. */
const storeParts = ['catalogue.sqlite-wal', 'catalogue.sqlite-shm', 'catalogue.sqlite', 'rows', 'media'];

/** Makes the switch the next thing to be done to the data folder; durable when this resolves. */
export async function planSwitch(dataFolder: string, plan: SwitchPlan): Promise<void> {
  const { folder } = stagingIn(dataFolder);
  await writeTextDurably(path.join(folder, readyNote), JSON.stringify(plan));
  await syncFolder(dataFolder);
}

/**
 * Finishes a switch that was begun, and removes what an interrupted restore has left. Only for the process that holds
 * the folder's lock, and before it opens the catalogue.
 * @returns where the store before was put; null where there was nothing to be done
 */
export async function finishSwitch(dataFolder: string): Promise<string | null> {
  const { folder, store, config } = stagingIn(dataFolder);
  if (!existsSync(folder)) return null;
  const plan = (await readPlan(path.join(folder, switchingNote))) ?? (await readPlan(path.join(folder, readyNote)));
  if (plan === null) {
    // Copies of what the backup still has: the store itself was never touched.
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const aside = path.join(dataFolder, plan.aside);
  if (!existsSync(path.join(folder, switchingNote))) {
    await mkdir(path.join(aside, 'config'), { recursive: true, mode: 0o700 });
    for (const name of storeParts) await moveIfThere(path.join(dataFolder, name), path.join(aside, name));
    for (const name of await namesIn(config)) {
      const before = path.join(plan.configFolder, name);
      if (existsSync(before)) await copyDurably(before, path.join(aside, 'config', name));
    }
    await syncFolder(aside);
    await syncFolder(dataFolder);
    await publish(path.join(folder, readyNote), path.join(folder, switchingNote));
  }
  for (const name of storeParts) await moveIfThere(path.join(store, name), path.join(dataFolder, name));
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

/** Milliseconds that another process may take to finish a switch, and between two looks at it. */
const [switchTimeoutMs, pollMs] = [15_000, 20];

/**
 * As {@link finishSwitch}, for a process that does not hold the lock: waits for the process that holds it while it switches,
 * and continues with the unchanged store if the switch has not started.
 */
export async function settleSwitch(dataFolder: string): Promise<void> {
  const { folder } = stagingIn(dataFolder);
  for (const end = performance.now() + switchTimeoutMs; ; await sleep(pollMs)) {
    const isSwitching = existsSync(path.join(folder, switchingNote));
    if (!isSwitching && !existsSync(path.join(folder, readyNote))) return;
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

async function readPlan(file: string): Promise<SwitchPlan | null> {
  try {
    const plan: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(Plan, plan) ? plan : null;
  } catch {
    return null;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to);
}

/**
 * Restored settings open the service to other computers only where those before did: the user is asked for that by a
 * dialog of the system, and no file answers it.
 */
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
