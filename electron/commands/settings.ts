import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { openConnectionStore } from '../connector/connections/connection-store.ts';
import { isAlive } from '../is-alive.ts';
import { type Places, placesFor } from '../places.ts';
import { newConnections, readSettingsDocument, settingsDocument, writeSettingsDocument } from '../settings-document.ts';
import { SettingsFile } from '../shell/settings.ts';
import { CommandFailure } from './run.ts';

interface SettingsWords {
  readonly data?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const dataOption = ['--data <folder>', 'folder of the local store (default: the application’s own)'] as const;

/** `almanac settings export|import`: settings and connections of one computer for another, without secrets. */
export function addSettingsCommand(program: Command): void {
  const settings = program.command('settings').description('Take settings and connections to another computer.');
  settings
    .command('export')
    .description('Write settings and connections to a JSON file. Passwords and tokens are never in it.')
    .argument('<file>', 'file to write')
    .option('--force', 'replace a file that is there')
    .option(...dataOption)
    .action(exportSettings);
  settings
    .command('import')
    .description('Take settings and connections from such a file. Connections that are here already stay as they are.')
    .argument('<file>', 'file to read')
    .option(...dataOption)
    .option('--json', 'print the result as JSON')
    .action(importSettings);
}

function settingsIn({ config }: Places): SettingsFile {
  return new SettingsFile(path.join(config, 'settings.json'), ({ file, kept }) => {
    process.stderr.write(`almanac: ${file} could not be read and was put aside as ${kept}.\n`);
  });
}

async function exportSettings(file: string, { data, force = false }: SettingsWords): Promise<void> {
  const places = placesFor(data);
  const { connections } = await openConnectionStore(places.config);
  const document = settingsDocument(settingsIn(places).read(), connections);
  const target = path.resolve(file);
  if (!force && (await lstat(target).catch(() => null)) !== null)
    throw new CommandFailure(`${target} is there already. Choose another name, or add --force to replace it.`);
  await writeSettingsDocument(target, document);
  process.stdout.write(`Wrote the settings and ${document.connections?.length ?? 0} connections to ${target}.\n`);
}

async function importSettings(file: string, { data, json = false }: SettingsWords): Promise<void> {
  const places = placesFor(data);
  const document = await readSettingsDocument(path.resolve(file));
  if (await isWindowOpen(places))
    throw new CommandFailure(
      'Almanac is open and would write its own settings over these. Close it, and import again, or import in its settings.',
    );
  const store = await openConnectionStore(places.config);
  const { added, needSignIn, present } = newConnections(document, store.connections);
  const settings = settingsIn(places);
  const { port, ...plain } = document.settings ?? {};
  const { service } = settings.read();
  settings.change({ ...plain, service: { ...service, port: port ?? service.port } });
  if (added.length > 0) await store.write([...store.connections, ...added]);
  const changed = Object.keys(document.settings ?? {});
  const signIn = added.filter(({ id }) => needSignIn.has(id)).map(({ name, address }) => name || address);
  if (json) {
    const result = { ok: true, settings: changed, added: added.length, present, signIn };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    process.stdout.write(
      `Imported ${changed.length} settings and ${added.length} connections; ${present} connections were here already.\n`,
    );
    if (signIn.length > 0) process.stdout.write(`Sign in again to: ${signIn.join(', ')}.\n`);
  }
}

/** Whether the window of this profile is open: the runtime keeps a lock with its process id in the window's folder. */
async function isWindowOpen({ window }: Places): Promise<boolean> {
  if (process.platform === 'win32') return (await lstat(path.join(window, 'lockfile')).catch(() => null)) !== null;
  const owner = await readlink(path.join(window, 'SingletonLock')).catch(() => '');
  const id = Number(/-(\d+)$/.exec(owner)?.[1] ?? Number.NaN);
  return Number.isInteger(id) && isAlive(id);
}
