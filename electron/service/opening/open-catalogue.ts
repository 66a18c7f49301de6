import path from 'node:path';
import { settleSwitch } from '../catalogue/backup/switch-store.ts';
import type { Catalogue } from '../catalogue/database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../catalogue/database/catalogue-file.ts';
import { refuseMissing } from '../catalogue/database/missing-catalogue.ts';
import { asStoreProblemError } from '../catalogue/database/store-problem.ts';
import { storeIdOf } from '../catalogue/sidecars/describe.ts';
import { openPrivateStore } from '../private-store.ts';
import { type CatalogueLocation, type CatalogueServer, locateCatalogue } from './catalogue-location.ts';

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
