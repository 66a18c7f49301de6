import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { type StartedChild, TestChildren } from '../../electron/commands/testing/child-processes.ts';
import { readClock } from '../../electron/follow/testing/test-clock.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import { addUser, issueToken } from '../../electron/service/accounts/administer.ts';
import { catalogueFile } from '../../electron/service/catalogue/database/catalogue-file.ts';
import { migrations } from '../../electron/service/catalogue/database/migrate.ts';
import { startService } from '../../electron/service/service.ts';
import { storeViolations } from '../store-violations.ts';
import { type Act, isPublic, obtainToken, password, randomAct } from './testing/acts.ts';
import { checkDifference, checkRows, checkWorld } from './testing/check-world.ts';
import { FollowedWeb } from './testing/followed-web.ts';
import { OtherComputer } from './testing/other-computer.ts';
import { ServiceClient } from './testing/service-client.ts';
import type { ServiceReady } from './testing/service-process-for-test.ts';
import { below, oneOf, people, seesDataset, type World } from './testing/world.ts';

/**
 * Weeks of use by several people in quick motion, against a real service over HTTP that follows sources on the web, with
 * a model beside it that knows what everybody must be able to read. The same seed makes the same acts, and the sources
 * change alike: `npm run qa -- simulate --seed 1 --seconds 60`.
 */
const seconds = Number(process.env.ALMANAC_SECONDS ?? caseCount(15, 60));

const serviceScript = path.join(import.meta.dirname, 'testing/service-process-for-test.ts');
const olderCatalogue = path.join(import.meta.dirname, '../older-catalogue.ts');
const virtualTime = pathToFileURL(path.join(import.meta.dirname, 'testing/virtual-time-for-test.ts')).href;

let home = '';
let web: FollowedWeb;
let elsewhere: OtherComputer;
const children = new TestChildren();
const figures = { acts: 0, rows: 0, crashes: 0, restarts: 0, upgrades: 0, days: 0 };
const client = new ServiceClient();
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-simulation-'));
  elsewhere = new OtherComputer(path.join(home, 'elsewhere'), client);
  await writeFile(aheadFile(), '0');
  web = await FollowedWeb.open(seed, () => readClock(aheadFile()));
});
afterEach(async () => {
  await children.endAll();
  await web.close();
  await rm(home, { recursive: true, force: true });
});
afterAll(() => {
  const { acts, rows, crashes, restarts, upgrades, days } = figures;
  const { exports, copies, faults } = elsewhere;
  process.stderr.write(
    `\nSimulation: ${days} days, ${acts} acts, ${client.requests} requests, ${rows} rows compared, ${crashes} kills, ` +
      `${restarts} restarts (${upgrades} upgrades), ${exports} exports and ${copies} copies with ${faults} faults, ` +
      `${web.requests} requests to followed sources, ${web.versions} versions of them and ${web.held} that were held. ALMANAC_SEED=${seed}\n`,
  );
});

const data = () => path.join(home, 'data');
/** How far the service's clock is ahead. */
const aheadFile = () => path.join(home, 'ahead');

/** Makes the accounts, with tokens for all. */
async function makeAccounts(): Promise<void> {
  const first = await startService({ dataFolder: data(), prepareRows: false });
  const { records } = first.deps.catalogue;
  for (const who of people) {
    if (who === 'anonymous') continue;
    await addUser(records, {
      username: who,
      password,
      isStaff: who === 'staff',
      groups: who === 'ben' ? ['readers'] : [],
    });
    client.tokens[who] = await issueToken(records, who);
  }
  await first.close();
}

async function serve(): Promise<StartedChild> {
  const env = { ALMANAC_AHEAD: aheadFile() };
  const served = children.start('--import', [virtualTime, serviceScript, data()], { env });
  await expect
    .poll(() => (served.child.exitCode === null ? served.output.out : served.output.error), { interval: 20 })
    .toContain('"control"');
  const { url, control } = JSON.parse(served.output.out.split('\n')[0] ?? '') as ServiceReady;
  client.base = url;
  web.control = control;
  return served;
}

/** Makes the store that of an earlier release. */
async function makeOlder(schema: number): Promise<void> {
  figures.upgrades += 1;
  const file = path.join(data(), catalogueFile);
  const older = path.join(home, 'older.sqlite');
  const { error, code } = await children.start(olderCatalogue, [file, older, String(schema)]).ended;
  expect([code, error]).toEqual([0, '']);
  for (const log of ['-wal', '-shm']) for (const one of [file, older]) await rm(one + log, { force: true });
  await rename(older, file);
}

/** The rows of every version are stored, and no others: what was deleted is gone while the service keeps running. */
async function checkStored(world: World): Promise<void> {
  const versions = Object.values(world).flatMap((namespace) =>
    Object.values(namespace.datasets).flatMap(({ versions, following }) =>
      following === null || following.held === null ? versions : [...versions, following.held],
    ),
  );
  const stored = async () => (await readdir(path.join(data(), 'rows', 'versions'))).length;
  await expect.poll(stored, { timeout: 10_000, message: 'stored versions' }).toBe(versions.length);
}

/** What may be there after a process was killed during an act: nothing of it, or all. */
async function settle(before: World, act: Act, isDone: boolean): Promise<World> {
  const after = structuredClone(before);
  act.apply(after);
  if (isDone) return after;
  const wrong: string[] = [];
  for (const world of isDeepStrictEqual(before, after) ? [before] : [before, after]) {
    try {
      figures.rows += await checkWorld(client, world);
      return world;
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`What is there is neither nothing of the act nor all of it:\n${wrong.join('\n')}`);
}

async function run(log: string[]): Promise<void> {
  const random = seededRandom(seed);
  await makeAccounts();
  let served = await serve();
  let world: World = {};
  let number = 0;
  const next = () => {
    number += 1;
    return number;
  };
  const choice = () => ({ random, world, next, group: `${client.base}api/v1/groups/1/` });

  /** Some hours or days, in which sources change and are checked; the service may be killed meanwhile. */
  const passTime = async (): Promise<void> => {
    const words = web.choosePause(random);
    const isKilled = random() < 0.3;
    log.push(`${words}${isKilled ? ', and the service is killed' : ''}`);
    if (isKilled) {
      figures.crashes += 1;
      const passing = web.pass().catch(() => null);
      await sleep(300 * random() ** 2);
      served.child.kill('SIGKILL');
      await served.ended;
      await passing;
      served = await serve();
    }
    await web.settle(world, client, await web.pass());
    figures.days = Math.round(web.ahead / 86_400_000);
  };

  const step = async (): Promise<void> => {
    const roll = random();
    const places = Object.entries(world).flatMap(([name, namespace]) =>
      Object.entries(namespace.datasets).flatMap(([slug, dataset]) =>
        dataset.versions.length > 0 ? [{ at: [name, slug] as const, namespace, dataset }] : [],
      ),
    );
    const place = places.length > 0 ? oneOf(random, places) : null;
    if (place !== null && roll < 0.35) {
      const who = oneOf(
        random,
        people.filter((one) => seesDataset(one, place.namespace, place.dataset)),
      );
      const { versions } = place.dataset;
      const at = below(random, versions.length);
      log.push(`${who} reads ${place.at.join('/')}`);
      await checkRows(client, who, place.at, versions[at] ?? [], at);
      figures.rows += versions[at]?.length ?? 0;
      if (random() < 0.5) await checkDifference(client, who, place.at, versions);
    } else if (place !== null && roll < 0.38) {
      log.push(`${place.at.join('/')} is carried off${isPublic(place.namespace) ? '' : ', which is private'}`);
      await elsewhere.carryOff(random, place.at, place.dataset.versions.at(-1) ?? [], `carry-${next()}`);
    } else if (roll < 0.4) {
      const act = obtainToken(choice());
      log.push(act.text);
      await act.run(client);
    } else if (roll < 0.42) {
      // Earlier schemas have no sources.
      const schema = random() < 0.5 ? null : 5 + below(random, migrations.length - 5);
      log.push(`The service is ${schema === null ? 'restarted' : `upgraded from schema ${schema}`}`);
      figures.restarts += 1;
      await checkStored(world);
      served.child.kill('SIGTERM');
      await served.ended;
      if (schema !== null) await makeOlder(schema);
      served = await serve();
    } else if (roll < 0.5) {
      if (web.isQuiet(world)) log.push(await web.change(random, world, client, next));
      for (let pauses = 1 + below(random, 4); pauses > 0; pauses -= 1) await passTime();
    } else if (roll < 0.52) {
      log.push(await web.change(random, world, client, next));
    } else if (roll < 0.56) {
      const act = randomAct(choice());
      log.push(`The service is killed while ${act.text}`);
      figures.crashes += 1;
      const doing = act.run(client).then(
        () => true,
        () => false,
      );
      await sleep(300 * random() ** 2);
      served.child.kill('SIGKILL');
      await served.ended;
      const isDone = await doing;
      served = await serve();
      world = await settle(world, act, isDone);
    } else {
      const act = randomAct(choice());
      log.push(act.text);
      await act.run(client);
      act.apply(world);
    }
    figures.acts += 1;
  };

  for (let follows = 0; follows < 3; follows += 1) log.push(await web.change(random, world, client, next));
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await step();
    if (figures.acts % 10 === 0) await checkStored(world);
    if (figures.acts % 40 === 0) figures.rows += await checkWorld(client, world);
  }
  await passTime();
  figures.rows += await checkWorld(client, world);
  await checkStored(world);
  served.child.kill('SIGTERM');
  await served.ended;
  const last = await startService({ dataFolder: data(), prepareRows: false });
  try {
    // The copy of an earlier release's catalogue is kept on purpose.
    const violations = async () =>
      (await storeViolations(last)).filter((one) => !one.includes(`${catalogueFile}.before-`));
    await expect.poll(violations, { interval: 50 }).toEqual([]);
  } finally {
    await last.close();
  }
}

test(`${seconds} s of people who publish, follow, change, read and copy, with kills and faults (ALMANAC_SEED=${seed})`, {
  timeout: 240_000 + seconds * 2_000,
}, async () => {
  const log: string[] = [];
  try {
    await run(log);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const replay = `npm run qa -- simulate --seed ${seed} --seconds ${seconds}`;
    throw new Error(`${message}\nReplay: ${replay}\nThe last acts of ${log.length}:\n${log.slice(-12).join('\n')}`, {
      cause: error,
    });
  }
});
