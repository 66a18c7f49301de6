import { randomUUID } from 'node:crypto';
import { lstat, open, readFile, readlink, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { oneOf } from '#shared/rpc/one-of.ts';
import { CacheMegabytes, ShellLanguage } from '#shared/rpc/shell-settings.ts';
import { openConnectionStore } from '../connector/connections/connection-store.ts';
import { type Places, placesFor } from '../places.ts';
import { toolVersion } from '../service/meta.ts';
import { syncFolder } from '../service/rows/durable-file.ts';
import { SettingsFile } from '../shell/settings.ts';
import { CommandFailure } from './run.ts';

/** Raised whenever an older Almanac could not take in what this one writes. */
const formatVersion = 1;

const strict = { additionalProperties: false } as const;

/** Settings that mean something on another computer, each of which may be left out. */
const MovableSettings = Type.Partial(
  Type.Object(
    {
      theme: oneOf('light', 'dark', 'system'),
      language: ShellLanguage,
      notifications: Type.Boolean(),
      updates: Type.Boolean(),
      cacheMegabytes: CacheMegabytes,
      port: Type.Integer({ minimum: 0, maximum: 65_535 }),
    },
    strict,
  ),
  strict,
);

/** A connection without what is known of its service alone: no token, no session, no agreement to send in the clear. */
const MovableConnection = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    colour: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' }),
    address: Type.String({ minLength: 1, maxLength: 4096 }),
  },
  strict,
);

const SettingsDocument = Type.Object(
  {
    format: Type.Literal('almanac-settings'),
    version: Type.Literal(formatVersion),
    tool: Type.Optional(Type.String()),
    settings: Type.Optional(MovableSettings),
    connections: Type.Optional(Type.Array(MovableConnection, { maxItems: 10_000 })),
  },
  strict,
);
type SettingsDocument = Static<typeof SettingsDocument>;

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

/** An address without what may be a secret in it. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

function settingsIn({ config }: Places): SettingsFile {
  return new SettingsFile(path.join(config, 'settings.json'), ({ file, kept }) => {
    process.stderr.write(`almanac: ${file} could not be read and was put aside as ${kept}.\n`);
  });
}

async function exportSettings(file: string, { data, force = false }: SettingsWords): Promise<void> {
  const places = placesFor(data);
  const { theme, language, notifications, updates, cacheMegabytes, service } = settingsIn(places).read();
  const { connections } = await openConnectionStore(places.config);
  const document: SettingsDocument = {
    format: 'almanac-settings',
    version: formatVersion,
    tool: `Almanac ${toolVersion}`,
    settings: { theme, language, notifications, updates, cacheMegabytes, port: service.port },
    connections: connections.flatMap(({ name, colour, address }) =>
      address === null ? [] : [{ name, colour, address: withoutSecrets(address) }],
    ),
  };
  const target = path.resolve(file);
  if (!force && (await lstat(target).catch(() => null)) !== null)
    throw new CommandFailure(`${target} is there already. Choose another name, or add --force to replace it.`);
  await writeDurably(target, `${JSON.stringify(document, null, 2)}\n`).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${target} cannot be written (${error.code ?? error.message}).`);
  });
  process.stdout.write(`Wrote the settings and ${document.connections?.length ?? 0} connections to ${target}.\n`);
}

async function writeDurably(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

/** Files larger than this hold no settings. */
const maxBytes = 16 * 2 ** 20;

async function readDocument(file: string): Promise<SettingsDocument> {
  let value: unknown;
  try {
    if ((await lstat(file)).size > maxBytes) throw new Error('it is too large');
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}.`);
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'almanac-settings') throw new CommandFailure(`${file} holds no settings of Almanac.`);
  if (typeof version === 'number' && version > formatVersion)
    throw new CommandFailure(`${file} was written by a newer Almanac. Install the newer Almanac to import it.`);
  if (!Value.Check(SettingsDocument, value)) {
    const [problem] = Value.Errors(SettingsDocument, value);
    throw new CommandFailure(
      `${file} cannot be imported: ${problem?.instancePath || 'the file'} ${problem?.message ?? 'is not understood'}. Nothing was changed.`,
    );
  }
  for (const [position, { address }] of (value.connections ?? []).entries()) {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
      throw new CommandFailure(
        `${file} cannot be imported: /connections/${position}/address is no web address (${JSON.stringify(address)}). Nothing was changed.`,
      );
  }
  return value;
}

async function importSettings(file: string, { data, json = false }: SettingsWords): Promise<void> {
  const places = placesFor(data);
  const document = await readDocument(path.resolve(file));
  if (await isWindowOpen(places))
    throw new CommandFailure(
      'Almanac is open and would write its own settings over these. Close it, and import again.',
    );
  const { connections } = await openConnectionStore(places.config);
  const known = new Set(connections.flatMap(({ address }) => (address === null ? [] : [withoutSecrets(address)])));
  const added = [];
  for (const { name, colour, address: given } of document.connections ?? []) {
    const address = withoutSecrets(given);
    if (known.has(address)) continue;
    known.add(address);
    added.push({ id: randomUUID(), name, colour, address, plainHttpAgreed: false, signedIn: false });
  }
  const settings = settingsIn(places);
  const { port, ...plain } = document.settings ?? {};
  const { service } = settings.read();
  settings.change({ ...plain, service: { ...service, port: port ?? service.port } });
  if (added.length > 0) await (await openConnectionStore(places.config)).write([...connections, ...added]);
  const changed = Object.keys(document.settings ?? {});
  const present = (document.connections ?? []).length - added.length;
  if (json) process.stdout.write(`${JSON.stringify({ ok: true, settings: changed, added: added.length, present })}\n`);
  else
    process.stdout.write(
      `Imported ${changed.length} settings and ${added.length} connections; ${present} connections were here already. Sign in to each connection anew.\n`,
    );
}

/** Whether the window of this profile is open: the runtime keeps a lock with its process id in the window's folder. */
async function isWindowOpen({ window }: Places): Promise<boolean> {
  if (process.platform === 'win32') return (await lstat(path.join(window, 'lockfile')).catch(() => null)) !== null;
  const owner = await readlink(path.join(window, 'SingletonLock')).catch(() => '');
  const id = Number(/-(\d+)$/.exec(owner)?.[1] ?? Number.NaN);
  if (!Number.isInteger(id)) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
