import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { addAccount, publishInto, type RemoteService, serve } from '../actions/remote-service.ts';
import { test as base, quitApp, type RunningApp, startApp } from './app.ts';

const places = 'place,height\nUlm,478\nBergen,12\nVoss,57\n';

/** Another Almanac's service, with one dataset and a read-only account. */
export interface Office extends RemoteService {
  /** Publishes a newer version of its dataset, appending these lines. */
  publishMore(lines: string): void;
  /** Publishes a file with this name and text as a dataset with another slug. */
  publishAs(slug: string, name: string, text: string): void;
  /** Ends the account's sessions and tokens, as the service's administrators can. */
  endSignIns(): void;
}

async function openOffice(folder: string): Promise<Office> {
  const store = path.join(folder, 'store');
  const publishAs = (slug: string, name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    publishInto(store, file, `city/${slug}`);
  };
  const publish = (text: string) => publishAs('places', 'places.csv', text);
  publish(places);
  addAccount(store, 'ada', 'correct horse');
  const service = await serve(store);
  return {
    ...service,
    publishMore: (lines) => publish(places + lines),
    publishAs,
    endSignIns() {
      const database = new Database(path.join(store, 'catalogue.sqlite'));
      database.prepare("DELETE FROM tokens WHERE user_id = (SELECT id FROM users WHERE username = 'ada')").run([]);
      database.close();
    },
  };
}

/** Tests with their own Almanac beside an office. */
export const test = base.extend<{ office: Office; own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  async office({}, use) {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-office-'));
    const office = await openOffice(folder);
    await use(office);
    await office.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  async own({}, use) {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-beside-'));
    const app = await startApp(folder);
    await use(app);
    await quitApp(app);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});
