import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { settleSwitch } from '../catalogue/backup/switch-store.ts';
import type { Catalogue } from '../catalogue/database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../catalogue/database/catalogue-file.ts';
import { canBeRebuilt, refuseMissing } from '../catalogue/database/missing-catalogue.ts';
import { asStoreProblemError, StoreProblemError } from '../catalogue/database/store-problem.ts';
import { storeIdOf } from '../catalogue/sidecars/describe.ts';
import { openPrivateStore } from '../private-store.ts';
import { type NodeRecord, readNode, writeNode } from './node-record.ts';

export type CatalogueLocation =
  | { readonly kind: 'file'; readonly file: string }
  | {
      readonly kind: 'postgres';
      /** Address with the password, if one was given; otherwise `pg` looks for it as PostgreSQL's own programs do. */
      readonly url: string;
      /** The address without the password, for messages. */
      readonly label: string;
      /** Reads the password again; null if the password of the address is the only one. */
      readonly readPassword: (() => Promise<string>) | null;
      readonly node: string;
    };

/** A server of catalogues, as it is named on the command line. */
export type CatalogueServer = Pick<NodeRecord, 'url' | 'passwordFile'>;

/** Environment variable with the password, which is not part of the address: other users of a computer can see that. */
const passwordVariable = 'ALMANAC_CATALOGUE_PASSWORD';

/**
 * Finds the catalogue of a data folder: on the server that is given, or that the folder's node has used before, or else
 * in a file.
 * @param file path of the catalogue's file in the data folder
 * @returns its location; for a server also `note`, which records to which store the folder belongs, and refuses another
 * @throws {StoreProblemError} if the folder has a catalogue of its own besides the server
 */
export async function locateCatalogue(
  file: string,
  given: CatalogueServer | null,
): Promise<{ readonly location: CatalogueLocation; readonly note: (store: string) => Promise<void> }> {
  const folder = path.dirname(file);
  const known = await readNode(folder);
  const server = given ?? known;
  if (server === null) return { location: { kind: 'file', file }, note: async () => {} };
  const label = labelOfServer(server.url);
  if (known === null && (existsSync(file) || canBeRebuilt(file))) {
    throw new StoreProblemError(explain('catalogue-beside-server', { folder, server: label }), null);
  }
  const node = known?.node ?? randomUUID();
  return {
    location: await onServer(server, node),
    async note(store) {
      if (known !== null && known.store !== '' && known.store !== store) {
        throw new StoreProblemError(explain('catalogue-of-another-server', { folder, server: label }), null);
      }
      const { url, passwordFile } = server;
      const isNoted = known?.store === store && known.url === url && known.passwordFile === passwordFile;
      if (!isNoted) await writeNode(folder, { node, store, url, passwordFile });
    },
  };
}

/** The location of a catalogue on a server. */
export async function onServer(
  server: CatalogueServer,
  node: string,
): Promise<CatalogueLocation & { readonly kind: 'postgres' }> {
  const { passwordFile } = server;
  const isInFile = passwordFile !== null && process.env[passwordVariable] === undefined;
  return {
    kind: 'postgres',
    url: await withPassword(server),
    label: labelOfServer(server.url),
    readPassword: isInFile ? () => readPassword(passwordFile) : null,
    node,
  };
}

/** Refuses work on the catalogue's file for a folder whose catalogue is on a server. @throws {StoreProblemError} */
export async function refuseServer(dataFolder: string): Promise<void> {
  const known = await readNode(dataFolder);
  if (known === null) return;
  throw new StoreProblemError(explain('catalogue-not-copied', { server: labelOfServer(known.url) }), null);
}

/** An address without its password and parameters, for messages. */
export function labelOfServer(address: string): string {
  const url = new URL(address);
  url.password = '';
  url.search = '';
  return url.href;
}

async function withPassword({ url: address, passwordFile }: CatalogueServer): Promise<string> {
  const password = process.env[passwordVariable] ?? (passwordFile === null ? '' : await readPassword(passwordFile));
  if (password === '') return address;
  const url = new URL(address);
  // Without a host, for a socket of the system, an address has no other part for a password.
  if (url.hostname === '') url.searchParams.set('password', password);
  else url.password = encodeURIComponent(password);
  return url.href;
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new StoreProblemError(explain('password-file', { file, code }), error);
  }
}

/**
 * Opens the catalogue of a data folder; creates or migrates it if necessary.
 * @param server where it is, if the folder is new or the server has moved; otherwise the folder records it
 * @throws {DamagedCatalogueError | MissingCatalogueError | StoreProblemError}
 */
export async function openCatalogue(dataFolder: string, server: CatalogueServer | null = null): Promise<Catalogue> {
  await openPrivateStore(dataFolder).catch((error) => Promise.reject(asStoreProblemError(error, dataFolder)));
  const { location, note } = await locateCatalogue(path.join(dataFolder, catalogueFile), server);
  switch (location.kind) {
    case 'postgres':
      return await openOnServer(location, note);
    case 'file':
      await settleSwitch(dataFolder);
      refuseMissing(location.file);
      return openCatalogueFile(location.file);
  }
}

/** @param note records to which store the folder belongs from now on, and refuses another one */
async function openOnServer(
  location: CatalogueLocation & { readonly kind: 'postgres' },
  note: (store: string) => Promise<void>,
): Promise<Catalogue> {
  // Loaded on demand: few services have a server.
  const { openPostgres } = await import('../cluster/postgres/open-postgres.ts');
  const catalogue = await openPostgres(location);
  try {
    await note(await storeIdOf(catalogue.records));
    return catalogue;
  } catch (error) {
    await catalogue.close();
    throw error;
  }
}
