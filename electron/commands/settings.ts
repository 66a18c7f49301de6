import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';

import { type Places, placesFor } from '../lib/app-paths.ts';
import { isAlive } from '../lib/is-alive.ts';
import { isOpenedInPlace } from '../lib/user-file.ts';
import type { StoreOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { counted } from './running/row-count.ts';
import { CommandFailure } from './running/run.ts';

interface SettingsOptions extends StoreOptions {
  readonly force?: boolean;
}

/** `almanac settings export|import`: transfers settings and connections to another computer, without secrets. */
export const settingsActs = { 'settings export': { run: exportSettings }, 'settings import': { run: importSettings } };

async function settingsIn({ config }: Places) {
  const { SettingsFile } = await import('../shell/settings/settings.ts');
  return new SettingsFile(path.join(config, 'settings.json'), ({ file, kept }) => {
    process.stderr.write(`almanac: ${file} could not be read and was moved aside as ${kept}.\n`);
  });
}

async function exportSettings(file: string, { data, force = false, json }: SettingsOptions): Promise<void> {
  const places = placesFor(data);
  const { settingsDocument, writeSettingsDocument } = await import('../backend/settings-document.ts');
  const { openConnectionStore } = await import('../connector/connections/connection-store.ts');
  const { connections } = await openConnectionStore(places.config);
  const document = settingsDocument((await settingsIn(places)).read(), connections);
  const target = path.resolve(file);
  if (!force && !(await isOpenedInPlace(target)) && (await lstat(target).catch(() => null)) !== null)
    throw new CommandFailure(`${target} already exists. Choose another name, or add --force to replace it.`);
  await writeSettingsDocument(target, document);
  const count = document.connections?.length ?? 0;
  printResult(
    json,
    { ok: true, path: target, connections: count },
    `Wrote the settings and ${counted(count, 'connection')} to ${target}.`,
  );
}

async function importSettings(file: string, { data, json }: SettingsOptions): Promise<void> {
  const places = placesFor(data);
  const { newConnections, readSettingsDocument } = await import('../backend/settings-document.ts');
  const { openConnectionStore } = await import('../connector/connections/connection-store.ts');
  const document = await readSettingsDocument(path.resolve(file));
  if (await isWindowOpen(places))
    throw new CommandFailure(
      'Almanac is running and would overwrite these settings. Close it and import again, or import them in its settings.',
    );
  const store = await openConnectionStore(places.config);
  const { added, needSignIn, present } = newConnections(document, store.connections);
  const settings = await settingsIn(places);
  const { port, ...plain } = document.settings ?? {};
  const { service } = settings.read();
  settings.change({ ...plain, service: { ...service, port: port ?? service.port } });
  if (added.length > 0) await store.write([...store.connections, ...added]);
  const changed = Object.keys(document.settings ?? {});
  const signIn = added.filter(({ id }) => needSignIn.has(id)).map(({ name, address }) => name || address);
  const result = { ok: true, settings: changed, added: added.length, present, signIn };
  const lines = [
    `Imported ${counted(changed.length, 'setting')} and ${counted(added.length, 'connection')}; ${counted(present, 'connection')} already existed.`,
    ...(signIn.length > 0 ? [`Sign in again to: ${signIn.join(', ')}.`] : []),
  ];
  printResult(json, result, lines.join('\n'));
}

/** Whether the window of this profile is open: the runtime keeps a lock with its process id in the window's folder. */
async function isWindowOpen({ window }: Places): Promise<boolean> {
  if (process.platform === 'win32') return (await lstat(path.join(window, 'lockfile')).catch(() => null)) !== null;
  const owner = await readlink(path.join(window, 'SingletonLock')).catch(() => '');
  const id = Number(/-(\d+)$/.exec(owner)?.[1] ?? Number.NaN);
  return Number.isInteger(id) && isAlive(id);
}
