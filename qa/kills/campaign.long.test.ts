import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { commandLine, type StartedChild, TestChildren } from '../../electron/commands/testing/child-processes.ts';
import { openWorkFolders } from '../../electron/jobs/export/work-folders.ts';
import { openScratch } from '../../electron/jobs/scratch.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import { addUser, issueToken } from '../../electron/service/accounts/administer.ts';
import { publishNew } from '../../electron/service/operations/publish/publish-file.ts';
import { startService } from '../../electron/service/service.ts';
import { SettingsFile } from '../../electron/shell/settings/settings.ts';
import { storeViolations } from '../store-violations.ts';
import type { ActLine } from './store-changes-for-test.ts';

/** Five hundred before a release: `npm run qa -- kills --times 10`. */
const rounds = caseCount(2, 50);
const worker = path.join(import.meta.dirname, './store-changes-for-test.ts');
const csv = 'code,name\n007,Arc\n010,Bo\n013,Cy\n';
const rows = 3;

let home = '';
const children = new TestChildren();
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-campaign-'));
  await mkdir(path.join(home, 'out'));
  await mkdir(path.join(home, 'data', 'config'), { recursive: true });
  await writeFile(path.join(home, 'rows.csv'), csv);
});
afterEach(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

/**
 * Waits for a process to reach a state; fails if it ends first, or takes longer than half of the time that commands
 * once waited for a dead service.
 */
async function until(what: string, process: StartedChild, isReached: () => boolean): Promise<void> {
  for (const end = performance.now() + 120_000; !isReached(); await sleep(5)) {
    if (process.child.exitCode !== null) throw new Error(`${what}: the process ended.\n${process.output.error}`);
    if (performance.now() > end)
      throw new Error(`${what}: still waiting.\n${process.output.out}\n${process.output.error}`);
  }
}

/**
 * Changes over all rounds: acknowledged ones, and possible ones, which were started and killed before the
 * acknowledgement.
 */
class Acts {
  readonly #done = new Map<string, string[]>();
  readonly #begun = new Map<string, string[]>();

  add(lines: readonly ActLine[]): void {
    for (const { state, kind, name } of lines) {
      if (state === 'ready') continue;
      const map = state === 'done' ? this.#done : this.#begun;
      map.set(kind, [...(map.get(kind) ?? []), name]);
    }
  }

  done(kind: string): readonly string[] {
    return this.#done.get(kind) ?? [];
  }

  begun(kind: string): readonly string[] {
    return this.#begun.get(kind) ?? [];
  }
}

function linesIn(out: string): ActLine[] {
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ActLine);
}

async function check(acts: Acts): Promise<void> {
  const dataFolder = path.join(home, 'data');
  // As the next command does when it starts.
  await openWorkFolders(path.join(dataFolder, 'jobs', 'unfinished')).sweep();
  await openScratch(path.join(dataFolder, 'cache', 'jobs'));
  // As the window does when it starts.
  new SettingsFile(path.join(dataFolder, 'config', 'settings.json'), () => {}).read();
  const service = await startService({ dataFolder, prepareRows: false });
  try {
    const { records } = service.deps.catalogue;
    const datasets = await records
      .selectFrom('datasets')
      .selectAll()
      .where('namespace_id', 'not in', records.selectFrom('trash').select('trash.namespace_id'))
      .execute();
    const versions = await records.selectFrom('versions').selectAll().execute();
    const versionsOf = (slug: string) => {
      const id = datasets.find((one) => one.slug === slug)?.id;
      return versions.filter((one) => one.dataset_id === id);
    };
    const slugs = datasets.map(({ slug }) => slug);
    for (const name of acts.done('publish')) expect(slugs).toContain(name);
    for (const name of acts.done('delete')) expect(slugs).not.toContain(name);
    for (const [kind, slug] of [
      ['replace', 'same'],
      ['append', 'grows'],
    ] as const) {
      const made = versionsOf(slug).length;
      // Nothing that was acknowledged is missing, and nothing was done twice.
      expect(made).toBeGreaterThanOrEqual(acts.done(kind).length);
      expect(made).toBeLessThanOrEqual(acts.begun(kind).length);
    }
    const grown = versionsOf('grows').sort((one, other) => one.slug.localeCompare(other.slug));
    expect(grown.map((one) => one.rows)).toEqual(grown.map((_, at) => rows * (at + 1)));
    const users = (await records.selectFrom('users').select('username').execute()).map(({ username }) => username);
    for (const name of acts.done('account')) expect(users).toContain(name);
    const queries = (await records.selectFrom('queries').select('slug').execute()).map(({ slug }) => slug);
    for (const name of acts.done('query')) expect(queries).toContain(name);
    const label = (await records.selectFrom('namespaces').select('label').where('slug', '=', 'k').executeTakeFirst())
      ?.label;
    const lastLabel = acts.done('label').at(-1);
    if (lastLabel !== undefined)
      expect(acts.begun('label').slice(acts.begun('label').indexOf(lastLabel))).toContain(label);
    if (acts.done('image').length > 0) {
      const shown = datasets.find(({ slug }) => slug === 'first');
      for (const name of [shown?.image, shown?.showcase_image, shown?.thumbnail_image])
        expect([name, await service.deps.images.state(name ?? '')]).toEqual([name, 'intact']);
    }
    if (acts.done('settings').length > 0) {
      const kept = JSON.parse(await readFile(path.join(dataFolder, 'config', 'settings.json'), 'utf8')) as {
        cacheMegabytes: number;
      };
      expect(kept.cacheMegabytes).toBeGreaterThanOrEqual(512 + acts.done('settings').length);
    }
    if (acts.done('pin').length > 0)
      expect(slugs.filter((slug) => slug.startsWith('pinned-')).length).toBeGreaterThan(0);
    const exported = await readdir(path.join(home, 'out'));
    expect(exported.filter((name) => !/^export-\d+-\d+\.csv$/.test(name))).toEqual([]);
    for (const name of acts.done('export')) expect(exported).toContain(`${name}.csv`);
    for (const name of exported)
      expect((await readFile(path.join(home, 'out', name), 'utf8')).replaceAll('\r\n', '\n')).toBe(csv);
    // Images without a record are removed in the background.
    await expect.poll(() => storeViolations(service), { timeout: 60_000, interval: 50 }).toEqual([]);
  } finally {
    await service.close();
  }
}

test(`${rounds} kills of commands and services while a store is changed in every way (ALMANAC_SEED=${seed})`, {
  timeout: 120_000 + rounds * 240_000,
}, async () => {
  const random = seededRandom(seed);
  const acts = new Acts();
  const there = await startService({ dataFolder: path.join(home, 'there'), prepareRows: false });
  const dataFolder = path.join(home, 'data');
  try {
    const source = { path: path.join(home, 'rows.csv'), format: 'csv' } as const;
    for (let number = 0; number < 5; number += 1) {
      const slug = `pinned-${number}`;
      const namespace = { slug: 'o', label: 'O', published: true };
      await publishNew(there.deps, { namespace, dataset: { slug, label: slug } }, source);
    }
    const first = await startService({ dataFolder, prepareRows: false });
    const { records } = first.deps.catalogue;
    await addUser(records, { username: 'staff', password: 'A long password of words 1', isStaff: true });
    const token = await issueToken(records, 'staff');
    const namespace = { slug: 'k', label: 'K', published: true };
    await publishNew(first.deps, { namespace, dataset: { slug: 'first', label: 'First' } }, source);
    await first.close();

    for (let round = 0; round < rounds; round += 1) {
      const killed = (['command', 'command beside a service', 'service', 'both'] as const)[Math.floor(random() * 4)];
      const served =
        killed === 'command' ? null : children.start(commandLine, ['serve', '--port', '0', '--data', dataFolder]);
      if (served !== null) await until('serve', served, () => served.output.out.includes('"ready":true'));
      const words = [home, String(round), String(Math.floor(random() * 2 ** 31)), token, there.url];
      const acting = children.start(worker, words);
      try {
        await until('acts', acting, () => acting.output.out.includes('"ready"'));
        // Squaring favours early moments, when most work starts.
        await sleep(3_000 * random() ** 2);
        if (killed === 'service' || killed === 'both') served?.child.kill('SIGKILL');
        if (killed === 'service') {
          // No command waits for a dead service: it takes the store over, and continues.
          const before = linesIn(acting.output.out).filter(({ state }) => state === 'done').length;
          const doneNow = () => linesIn(acting.output.out).filter(({ state }) => state === 'done').length;
          await until('going on without the service', acting, () => doneNow() > before);
        }
        acting.child.kill('SIGKILL');
        await acting.ended;
        if (served !== null) {
          served.child.kill(killed === 'command beside a service' && random() < 0.5 ? 'SIGTERM' : 'SIGKILL');
          await served.ended;
        }
        acts.add(linesIn(acting.output.out));
        expect(acting.output.error).toBe('');
        await check(acts);
        expect(existsSync(path.join(dataFolder, 'rows'))).toBe(true);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const said = `${acting.output.out.split('\n').slice(-6).join('\n')}\n${served?.output.error ?? ''}`;
        throw new Error(`Round ${round} (${killed}, ALMANAC_SEED=${seed}): ${message}\n${said}`, { cause: error });
      }
    }
  } finally {
    await there.close();
  }
});
