import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import { caseCount, seed } from '../lib/testing/tier.ts';
import { type Service, startService } from '../service/service.ts';
import { type Following, openFollowing } from './open-following.ts';
import { openTestClock } from './testing/test-clock.ts';

let folder = '';
let service: Service;
let following: Following;
let token = '';
/** A day ahead of the versions, so that no input counts as just published. */
const clock = openTestClock(Date.now() + 86_400_000);
const problems: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-recipes-'));
  await open();
  await ask('POST', 'namespaces/', { slug: 'n', label: 'N', published: true });
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function open(sql: 'all' | 'off' = 'all'): Promise<void> {
  service = await startService({ dataFolder: path.join(folder, 'data'), samples: null, prepareRows: false, sql });
  token = await service.issueOperatorToken();
  const report = (_: string, error: unknown) => problems.push(error);
  following = await openFollowing({ local: service, clock, scratch: path.join(folder, 'scratch'), report });
}

async function close(): Promise<void> {
  await following.close();
  await service.close();
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answer
  readonly json: any;
}

async function ask(method: string, address: string, json?: object): Promise<Answer> {
  const response = await fetch(`${service.url}api/v1/${address}`, {
    method,
    headers: { authorization: `Token ${token}`, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

const dataset = (slug: string, rest = '') => `namespaces/n/datasets/${slug}/${rest}`;

/** What each version of an input holds: the sum of its values by key. */
const contents = new Map<string, ReadonlyMap<number, number>>();

async function publish(slug: string, values: readonly (readonly [number, number])[]): Promise<void> {
  const file = path.join(folder, `${slug}.csv`);
  await writeFile(file, `k,v\n${values.map((pair) => pair.join(',')).join('\n')}\n`);
  const create = { label: slug, description: '' };
  const request = {
    namespace: { slug: 'n' },
    dataset: { slug, create },
    file: { path: file, format: 'csv' as const },
    columns: [],
    sourceName: slug,
    mode: 'replace' as const,
  };
  const { version } = await service.publish(request, {});
  contents.set(`${slug}@${version}`, sums(values));
}

function sums(values: Iterable<readonly [number, number]>): Map<number, number> {
  const found = new Map<number, number>();
  for (const [key, value] of values) found.set(key, (found.get(key) ?? 0) + value);
  return found;
}

/** A chain: each recipe adds the values of its inputs by key. */
const recipes: Readonly<Record<string, readonly string[]>> = { d1: ['a', 'b'], d2: ['d1', 'a'], d3: ['d2', 'b'] };

function sqlOf(inputs: readonly string[]): string {
  const all = inputs.map((input) => `SELECT k, v FROM "n/${input}"`).join(' UNION ALL ');
  return `SELECT k, sum(v) AS v FROM (${all}) GROUP BY k`;
}

/** Versions that were checked, and the rows of the last one. */
const checked = new Map<string, { readonly versions: readonly string[]; readonly rows: string }>();

/** Checks every new version of the chain: its rows are those of exactly the versions that it names. None is lost. */
async function checkVersions(): Promise<void> {
  for (const slug of Object.keys(recipes)) {
    const { json } = await ask('GET', dataset(slug, 'versions/?limit=1000'));
    const all: { slug: string; metadata: string }[] = [...json.results].reverse();
    const { versions: before, rows } = checked.get(slug) ?? { versions: [], rows: '' };
    const versions = all.map((version) => version.slug);
    expect(versions.slice(0, before.length)).toEqual(before);
    let last = rows;
    for (const { slug: version, metadata } of all.slice(before.length)) {
      const recipe = recipeOfVersion(metadata);
      const inputs = recipe?.inputs.map((input) => contents.get(`${input.name.slice(2)}@${input.version}`));
      if (inputs === undefined) throw new Error(`${slug}@${version} has no recipe.`);
      expect(inputs).not.toContain(undefined);
      const expected = sums(inputs.flatMap((one) => [...(one ?? [])]));
      const page = await ask('GET', dataset(slug, `data/?version=${version}&limit=1000`));
      const found = page.json.results.map(({ k, v }: { k: number; v: number }) => [k, v]);
      expect([slug, version, found]).toEqual([slug, version, [...expected].sort(([one], [other]) => one - other)]);
      contents.set(`${slug}@${version}`, new Map(found));
      // No version is doubled.
      expect(JSON.stringify(found)).not.toBe(last);
      last = JSON.stringify(found);
    }
    checked.set(slug, { versions, rows: last });
  }
}

/** The newest state of the chain, from the newest versions of the inputs. */
async function newestOf(slug: string): Promise<ReadonlyMap<number, number> | null> {
  const { json } = await ask('GET', dataset(slug, 'data/?limit=1000'));
  if (json.results === undefined) return null;
  // An input may have a key twice.
  return sums(json.results.map(({ k, v }: { k: number; v: number }): [number, number] => [k, v]));
}

const countOf = async (slug: string): Promise<number> => (await ask('GET', dataset(slug, 'versions/'))).json.count;

/** While an input is private, what everybody may read is not made from it. */
async function hideAndShow(values: readonly (readonly [number, number])[]): Promise<void> {
  const hide = (hidden: boolean) => ask('PATCH', dataset('a'), { hidden });
  expect((await hide(true)).status).toBe(200);
  const before = await countOf('d1');
  await publish('a', values);
  await following.follower.runDue();
  expect(await countOf('d1')).toBe(before);
  expect((await hide(false)).status).toBe(200);
}

/** An input is renamed: its recipes stop until another dataset takes its name, or it gets it back. */
async function rename(step: number, values: readonly (readonly [number, number])[]): Promise<void> {
  const move = async (from: string, to: string) =>
    expect((await ask('PATCH', dataset(from), { slug: to })).status).toBe(200);
  await move('b', `b-${step}`);
  const before = [await countOf('d1'), await countOf('d3')];
  await following.follower.runDue();
  expect([await countOf('d1'), await countOf('d3')]).toEqual(before);
  expect((await ask('GET', dataset('d1', 'recipe/'))).json.problem).toContain('no dataset n/b');
  if (step % 2 === 0) await move(`b-${step}`, 'b');
  else await publish('b', values);
}

it('a chain of recipes follows its inputs through any history, without a wrong, mixed, lost or doubled version', async () => {
  const random = seededRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const values = () => Array.from({ length: 1 + below(5) }, () => [below(4), below(100)] as const);
  for (const slug of ['a', 'b']) await publish(slug, values());
  for (const [slug, inputs] of Object.entries(recipes)) {
    // A recipe needs its inputs.
    expect((await ask('PUT', dataset(slug, 'recipe/'), { sql: sqlOf(inputs), run: 'on-change' })).status).toBe(201);
    await following.follower.runDue();
    const guards = { rows_fell: null, column_gone: false, column_retyped: false, checks: [] };
    expect((await ask('PATCH', dataset(slug, 'source/'), { guards })).status).toBe(200);
  }
  // What is made from public inputs is public, and the rest is not.
  expect((await ask('PATCH', dataset('d1'), { hidden: false })).status).toBe(200);
  await checkVersions();
  for (let step = 0; step < caseCount(14, 60); step += 1) {
    const action = below(9);
    if (action < 3) await publish(action === 0 ? 'a' : 'b', values());
    else if (action === 3) await following.follower.runDue();
    else if (action === 4) {
      // A run is stopped in the middle.
      const slug = Object.keys(recipes)[below(3)] ?? 'd1';
      const entry = await service.sources.entry({ namespace: 'n', dataset: slug });
      const stop = new AbortController();
      const running = entry === null ? null : following.follower.check(entry, { signal: stop.signal });
      await sleep(below(150));
      stop.abort(new DOMException('Stopped.', 'AbortError'));
      await running?.catch(() => null);
    } else if (action === 5) {
      // The newest version of an input is removed, if another one is left.
      const { json } = await ask('GET', dataset('a', 'versions/'));
      if (json.count > 1) await ask('DELETE', dataset('a', `version/${json.results[0].slug}/`));
    } else if (action === 7) await hideAndShow(values());
    else if (action === 8) await rename(step, values());
    else {
      const racing = following.follower.runDue();
      await publish('a', values());
      await racing;
    }
    await checkVersions();
  }
  for (let round = 0; round < 4; round += 1) await following.follower.runDue();
  for (const slug of Object.keys(recipes)) {
    const { json } = await ask('GET', dataset(slug, 'recipe/'));
    expect([slug, json.state, json.problem]).toEqual([slug, 'active', '']);
  }
  await checkVersions();
  for (const [slug, inputs] of Object.entries(recipes)) {
    const newest = await Promise.all(inputs.map(newestOf));
    const expected = sums(newest.flatMap((one) => [...(one ?? [])]));
    expect([slug, [...((await newestOf(slug)) ?? [])]]).toEqual([
      slug,
      [...expected].sort(([one], [other]) => one - other),
    ]);
  }
  expect(problems).toEqual([]);
});

it('recipes wait while the service runs no SQL, and catch up when it does', async () => {
  const before = await countOf('d1');
  await close();
  await open('off');
  await publish('a', [[2, 1234]]);
  await following.follower.runDue();
  expect([await countOf('d1'), (await ask('GET', dataset('d1', 'recipe/'))).status]).toEqual([before, 404]);
  await close();
  await open();
  await following.follower.runDue();
  expect(await countOf('d1')).toBe(before + 1);
});

it('a recipe runs on change also after its private inputs were confirmed', async () => {
  await publish('secret', [[1, 1]]);
  await ask('PATCH', dataset('secret'), { hidden: true });
  await ask('PUT', dataset('shown', 'recipe/'), { sql: 'FROM "n/secret"', run: 'on-change' });
  await following.follower.runDue();
  await ask('PATCH', dataset('shown'), { hidden: false, confirm_private_inputs: true });
  await publish('secret', [[1, 2]]);
  await following.follower.runDue();
  expect((await ask('GET', dataset('shown', 'data/'))).json.results).toEqual([{ k: 1, v: 2 }]);
});

it('a recipe works again once its input is shown as it was, without a version that came meanwhile', async () => {
  const stateOf = async () => (await ask('GET', dataset('d1', 'recipe/'))).json.state;
  const before = await countOf('d1');
  await ask('PATCH', dataset('a'), { hidden: true });
  await publish('a', [[1, 99]]);
  await following.follower.runDue();
  expect(await stateOf()).toBe('failing');
  const [newest] = (await ask('GET', dataset('a', 'versions/'))).json.results;
  await ask('DELETE', dataset('a', `version/${newest.slug}/`));
  await following.follower.runDue();
  expect(await stateOf()).toBe('failing');
  await ask('PATCH', dataset('a'), { hidden: false });
  await following.follower.runDue();
  expect([await stateOf(), await countOf('d1')]).toEqual(['active', before]);
});

it('an input that is made private, or removed, stops the recipe and leaves its versions', async () => {
  await ask('POST', 'namespaces/', { slug: 'p', label: 'P', published: true });
  const before = await ask('GET', dataset('d1', 'versions/'));
  await ask('PATCH', dataset('a'), { hidden: true });
  await publish('a', [[1, 4711]]);
  await following.follower.runDue();
  const { json } = await ask('GET', dataset('d1', 'recipe/'));
  expect([json.state, json.problem]).toEqual(['failing', expect.stringContaining('Not everyone may read n/a')]);
  expect((await ask('GET', dataset('d1', 'versions/'))).json.count).toBe(before.json.count);
  await ask('DELETE', dataset('a', '?permanent=true'));
  await following.follower.runDue();
  expect((await ask('GET', dataset('d1', 'recipe/'))).json.problem).toContain('no dataset n/a');
  expect((await ask('GET', dataset('d1', 'versions/'))).json.count).toBe(before.json.count);
});
