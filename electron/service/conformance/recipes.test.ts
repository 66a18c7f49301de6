import { beforeAll, describe, expect, it, vi } from 'vitest';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import { addUser, changeUser, issueToken, removeUser } from '../accounts/administer.ts';
import { password } from './testing/fixtures.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const path = (name: string, rest = '') => {
  const [namespace = '', dataset = ''] = name.split('/');
  return `/api/v1/namespaces/${namespace}/datasets/${dataset}/${rest}`;
};
const owner = () => ({ token: under.tokens.owner });
const put = (name: string, sql: string, more: object = {}, token = under.tokens.owner) =>
  under.ask(path(name, 'recipe/'), { method: 'PUT', json: { sql, ...more }, token });
const run = (name: string, token = under.tokens.owner) =>
  under.ask(path(name, 'recipe/run/'), { method: 'POST', json: {}, token });
async function publish(name: string, csv: string) {
  const answer = await under.ask(path(name, 'versions/'), {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
    ...owner(),
  });
  expect(answer.status).toBe(202);
  const record = new URL(answer.headers.location ?? '').pathname;
  await vi.waitUntil(async () => (await under.ask(record, owner())).json?.ready === true, { timeout: 60_000 });
}
const rowsOf = async (name: string, token?: string) =>
  (await under.ask(path(name, 'data/'), token === undefined ? {} : { token })).json.results;
const births = 'SELECT district, sum(inhabitants) AS people FROM "city/population" WHERE year = 1990 GROUP BY district';

describe('a derived dataset', () => {
  it('is created hidden, and has versions that name what they were made from', async () => {
    const made = await put('city/derived', births);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ run: 'by-hand', state: 'new', last_run: null, problem: '', sql: births });
    expect(made.json.inputs).toHaveLength(1);
    expect((await under.ask(path('city/derived'))).status).toBe(404);
    const ran = await run('city/derived');
    expect(ran.status).toBe(202);
    const version = await under.ask(new URL(ran.headers.location ?? '').pathname, owner());
    const recipe = recipeOfVersion(version.json.metadata);
    const [input] = made.json.inputs;
    expect(recipe).toEqual({
      sql: births,
      inputs: [
        {
          name: 'city/population',
          address: new URL(input.url).pathname,
          version: input.version,
          checksum: input.checksum,
        },
      ],
    });
    expect(await rowsOf('city/derived', under.tokens.owner)).toEqual([
      { district: 'Altstadt', people: 7000 },
      { district: 'Neustadt', people: 7037 },
    ]);
    expect((await under.ask(path('city/derived', 'recipe/'), owner())).json.state).toBe('active');
  });

  it('makes no version of equal rows, and one of others, with a record of the change', async () => {
    expect((await run('city/derived')).json).toEqual({ unchanged: true, held: [] });
    const described = { name: 'district', label: 'Quarter', description: 'A part of the city' };
    const note = { method: 'PATCH', json: { columns: [described] }, ...owner() } as const;
    expect((await under.ask(path('city/derived'), note)).status).toBe(200);
    await publish('city/population', 'year,district,inhabitants\n1990,Altstadt,7001\n1990,Neustadt,7037\n');
    expect((await run('city/derived')).status).toBe(202);
    // What a user wrote about a column stays.
    expect((await under.ask(path('city/derived'), owner())).json.columns[0]).toMatchObject(described);
    const changes = await under.ask(path('city/derived', 'changes/'), owner());
    expect(changes.json.results).toHaveLength(1);
    expect((await rowsOf('city/derived', under.tokens.owner))[0]).toEqual({ district: 'Altstadt', people: 7001 });
  });

  it('has the code lists of columns that pass through unchanged, unless it has others', async () => {
    const create = async (name: string, csv: string) => {
      const [namespace, slug] = name.split('/');
      const json = { label: name, slug };
      const at = `/api/v1/namespaces/${namespace}/datasets/`;
      expect((await under.ask(at, { method: 'POST', json, ...owner() })).status).toBe(201);
      await publish(name, csv);
      return `${under.base}${path(name)}`;
    };
    const link = (name: string, column: string, codes: string | null) =>
      under.ask(path(name, `columns/${column}/`), { method: 'PATCH', json: { codes }, ...owner() });
    const codesOf = async (name: string, token?: string) => {
      const { json } = await under.ask(path(name, 'columns/'), token === undefined ? {} : { token });
      return json.results.map((one: { name: string; codes: string | null }) => [one.name, one.codes]);
    };
    const regions = await create('city/recipe-regions', 'code,label\nA,Alpha\nB,Beta\n');
    const sexes = await create('hidden/recipe-sexes', 'code,label\n1,Women\n2,Men\n');
    const others = await create('city/recipe-others', 'code,label\nA,Other\nB,Another\n');
    for (const name of ['city/coded-1', 'city/coded-2']) {
      await create(name, 'region,near,sex,n\nA,B,1,10\nB,A,2,20\n');
      for (const [column, list] of Object.entries({ region: regions, near: regions, sex: sexes }))
        expect((await link(name, column, list)).status).toBe(200);
    }
    expect((await link('city/coded-2', 'near', others)).status).toBe(200);
    const both = ['city/coded-1', 'city/coded-2'].map((name) => `SELECT region, near, sex, n FROM "${name}"`);
    const sql = `SELECT region AS area, near, sex, upper(region) AS raised, sum(n) AS n
      FROM (${both.join(' UNION ALL ')}) WHERE n > 0 GROUP BY ALL ORDER BY ALL`;
    expect((await put('city/coded', sql)).status).toBe(201);
    expect((await run('city/coded')).status).toBe(202);
    expect((await under.ask(path('city/coded'), { method: 'PATCH', json: { hidden: false }, ...owner() })).status).toBe(
      200,
    );
    const plain = [
      ['near', null],
      ['sex', null],
      ['raised', null],
      ['n', null],
    ];
    expect(await codesOf('city/coded')).toEqual([['area', regions], ...plain]);
    expect(await codesOf('city/coded', under.tokens.owner)).toEqual([
      ['area', regions],
      plain[0],
      ['sex', sexes],
      ...plain.slice(2),
    ]);
    const labels = (await under.ask(path('city/coded', 'data/?_labels=true&limit=1'))).json.results;
    expect(labels).toEqual([{ area: 'A', area_label: 'Alpha', near: 'B', sex: 1, raised: 'A', n: 20 }]);

    // Of two columns with one name, the second gets another name.
    const twice = 'SELECT one.near, two.near FROM "city/coded-1" one JOIN "city/coded-2" two USING (sex)';
    expect((await put('city/coded-twice', twice)).status).toBe(201);
    expect((await run('city/coded-twice')).status).toBe(202);
    expect(await codesOf('city/coded-twice', under.tokens.owner)).toEqual([
      ['near', regions],
      [expect.any(String), null],
    ]);

    // A list that was chosen for the derived dataset stays.
    expect((await link('city/coded', 'area', others)).status).toBe(200);
    await publish('city/coded-1', 'region,near,sex,n\nA,B,1,11\nB,A,2,20\n');
    expect((await run('city/coded')).status).toBe(202);
    expect((await codesOf('city/coded'))[0]).toEqual(['area', others]);
  });

  it('is computed again on exactly its versions', async () => {
    const { json } = await under.ask(path('city/derived', 'versions/'), owner());
    for (const { slug } of json.results) {
      const again = await under.ask(path('city/derived', `version/${slug}/recompute/`), {
        method: 'POST',
        json: {},
        ...owner(),
      });
      expect(again.json).toEqual({ verdict: 'same', rows: 0, message: '' });
    }
    const none = await under.ask(path('city/population', `version/${json.results[0].slug}/recompute/`), {
      method: 'POST',
      json: {},
    });
    expect(none.status).toBe(404);
  });

  it('keeps its versions when an input loses a column, and says what is missing', async () => {
    await publish('city/population', 'year,name,inhabitants\n1990,Altstadt,7001\n');
    const failed = await run('city/derived');
    expect(failed.status).toBe(400);
    const { json } = await under.ask(path('city/derived', 'recipe/'), owner());
    expect(json.state).toBe('failing');
    expect(json.problem).toContain('no column district');
    expect(await rowsOf('city/derived', under.tokens.owner)).toHaveLength(2);
  });

  it('refuses cycles, naming them', async () => {
    await publish('city/population', 'year,district,inhabitants\n1990,Altstadt,7001\n1990,Neustadt,7037\n');
    await run('city/derived');
    expect((await put('city/second', 'FROM "city/derived"')).status).toBe(201);
    await run('city/second');
    const { status, json } = await put('city/derived', 'FROM "city/second"');
    expect([status, json.sql[0]]).toEqual([
      400,
      'The recipe would read its own result: city/derived ← city/second ← city/derived.',
    ]);
    expect((await put('city/self', 'FROM "city/self"')).status).toBe(400);
  });

  it('is shown to everybody only after the private inputs are confirmed', async () => {
    expect((await put('city/leak', 'SELECT district FROM "hidden/secret"')).status).toBe(201);
    expect((await run('city/leak')).status).toBe(202);
    const show = (more: object) =>
      under.ask(path('city/leak'), { method: 'PATCH', json: { hidden: false, ...more }, ...owner() });
    const refused = await show({});
    expect(refused.status).toBe(400);
    expect(refused.json.confirm_private_inputs[0]).toContain('hidden/secret');
    expect((await under.ask(path('city/leak', 'data/'))).status).toBe(404);
    expect((await show({ confirm_private_inputs: true })).status).toBe(200);
    expect((await under.ask(path('city/leak', 'data/'))).status).toBe(200);
    const other = await put('city/leak', 'SELECT district FROM "members/secret"', {}, under.tokens.staff);
    expect(other.json.confirm_private_inputs[0]).toContain('members/secret');
  });

  it('remembers the private inputs of its versions when its recipe changes, or is removed', async () => {
    const show = (more: object = {}) =>
      under.ask(path('city/memory'), { method: 'PATCH', json: { hidden: false, ...more }, ...owner() });
    const names = async () => (await show()).json.confirm_private_inputs?.[0];
    expect((await put('city/memory', 'SELECT district FROM "hidden/secret"')).status).toBe(201);
    expect((await run('city/memory')).status).toBe(202);
    expect((await put('city/memory', births)).status).toBe(200);
    expect(await names()).toContain('hidden/secret');
    expect((await under.ask(path('city/memory', 'recipe/'), { method: 'DELETE', ...owner() })).status).toBe(204);
    expect(await names()).toContain('hidden/secret');
    const rename = (slug: string, to: string) =>
      under.ask(path(`hidden/${slug}`), { method: 'PATCH', json: { slug: to }, ...owner() });
    expect((await rename('secret', 'renamed')).status).toBe(200);
    expect(await names()).toContain('hidden/secret');
    expect((await rename('renamed', 'secret')).status).toBe(200);
    expect((await show({ confirm_private_inputs: true })).status).toBe(200);
    // It is public already.
    const label = { method: 'PATCH', json: { label: 'Memory' }, ...owner() } as const;
    expect((await under.ask(path('city/memory'), label)).status).toBe(200);
  });

  it('keeps nothing of a run whose recipe changes meanwhile', async () => {
    expect((await put('city/changing', 'SELECT district FROM "hidden/secret"')).status).toBe(201);
    const { imports } = under.service.deps;
    const turns = vi.spyOn(imports, 'take');
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((caller) => imports.take(caller, undefined, () => {})));
    const running = run('city/changing');
    await vi.waitUntil(() => turns.mock.calls.length > held.length, { timeout: 60_000 });
    expect((await put('city/changing', births, { run: 'on-change' })).status).toBe(200);
    for (const end of held) end();
    turns.mockRestore();
    expect((await running).status).toBe(404);
    expect((await under.ask(path('city/changing', 'versions/'), owner())).json.count).toBe(0);
    // The new recipe is still to be run.
    const { json } = await under.ask(path('city/changing', 'recipe/'), owner());
    expect([json.sql, json.state, json.last_run]).toEqual([births, 'new', null]);
  });

  it('is written only by those who may write, with their own rights', async () => {
    expect((await put('city/theirs', births, {}, under.tokens.stranger)).status).toBe(403);
    // It is hidden at first.
    expect((await under.ask(path('city/derived', 'recipe/'))).status).toBe(404);
    expect((await put('city/population', births, {}, under.tokens.stranger)).status).toBe(403);
    expect((await under.ask(path('city/population', 'recipe/'))).status).toBe(401);
    expect((await under.ask(path('city/population', 'recipe/'), { token: under.tokens.stranger })).status).toBe(403);
    expect((await under.ask(path('city/derived', 'recipe/'), { token: under.tokens.stranger })).status).toBe(404);
    expect((await put('city/theirs', 'FROM "members/secret"')).json.sql[0]).toContain('no dataset members/secret');
  });

  it('runs only while its author may write here, whatever the account is called', async () => {
    const { records } = under.service.deps.catalogue;
    const hire = async () => (await addUser(records, { username: 'author', password, isStaff: true })).id;
    const id = await hire();
    const token = await issueToken(records, 'author');
    expect((await put('city/authored', 'FROM "members/secret"', {}, token)).status).toBe(201);
    await changeUser(records, id, { username: 'renamed' });
    expect((await run('city/authored')).status).toBe(202);
    const gone = 'The author of the recipe may no longer write here. To run it with your rights, save it again.';
    for (const [lost, again] of [
      [{ isActive: false }, { isActive: true }],
      [{ isStaff: false }, { isStaff: true }],
    ]) {
      await changeUser(records, id, lost ?? {});
      const { status, json } = await run('city/authored');
      expect([status, json.sql]).toEqual([400, [gone]]);
      await changeUser(records, id, again ?? {});
      expect((await run('city/authored')).json).toMatchObject({ unchanged: true });
    }
    await changeUser(records, id, { username: 'author' });
    await removeUser(records, id);
    await hire();
    expect((await run('city/authored')).json.sql).toEqual([gone]);
    expect((await under.ask(path('city/authored', 'recipe/'), owner())).json.problem).toBe(gone);
    expect((await put('city/authored', 'FROM "hidden/secret"')).status).toBe(200);
    expect((await run('city/authored')).json).toMatchObject({ unchanged: true });
  });

  it('knows the fixed versions that it reads: to confirm them, and to compute it again', async () => {
    const slugs = async (name: string): Promise<string[]> =>
      (await under.ask(path(name, 'versions/'), owner())).json.results.map(({ slug }: { slug: string }) => slug);
    const old = (await slugs('city/population')).at(-1);
    const secret = (await slugs('hidden/secret'))[0];
    const count = (name: string) => `(SELECT count(*) FROM "${name}")`;
    const sql = `SELECT ${['city/population', `city/population@${old}`, `hidden/secret@${secret}`].map(count).join(', ')}`;
    expect((await put('city/fixed', sql)).status).toBe(201);
    expect((await run('city/fixed')).status).toBe(202);
    const [made] = await slugs('city/fixed');
    const request = { method: 'POST', json: {}, ...owner() } as const;
    const again = await under.ask(path('city/fixed', `version/${made}/recompute/`), request);
    expect(again.json).toEqual({ verdict: 'same', rows: 0, message: '' });
    const shown = await under.ask(path('city/fixed'), { method: 'PATCH', json: { hidden: false }, ...owner() });
    expect(shown.json.confirm_private_inputs[0]).toContain('hidden/secret');
  });

  it('is no followed source, and none becomes one', async () => {
    const source = { address: 'https://example.org/x.csv' };
    expect((await under.ask(path('city/derived', 'source/'), { method: 'PUT', json: source, ...owner() })).status).toBe(
      409,
    );
    const kind = { ...source, kind: 'recipe' };
    expect(
      (await under.ask(path('city/population', 'source/'), { method: 'PUT', json: kind, ...owner() })).status,
    ).toBe(400);
  });

  it('keeps its versions without its recipe', async () => {
    expect((await under.ask(path('city/second', 'recipe/'), { method: 'DELETE', ...owner() })).status).toBe(204);
    expect((await under.ask(path('city/second', 'recipe/'), owner())).status).toBe(404);
    expect(await rowsOf('city/second', under.tokens.owner)).toHaveLength(2);
  });
});

describe('a join report', () => {
  beforeAll(async () => {
    for (const slug of ['left', 'right']) {
      await under.ask('/api/v1/namespaces/city/datasets/', { method: 'POST', json: { slug, label: slug }, ...owner() });
    }
    await publish('city/left', 'code,n\nA,1\nA,2\nB,3\nC,4\n,5\n');
    await publish('city/right', 'key,m\nA,1\nB,2\nB,3\nD,4\n');
  });

  it('counts rows and keys on both sides', async () => {
    const { json } = await under.ask('/api/v1/sql/join-report/', {
      method: 'POST',
      json: { left: 'city/left', right: 'city/right', on: [['code', 'key']] },
    });
    expect(json).toMatchObject({
      left: {
        rows: 5,
        keys: 3,
        matched: 3,
        unmatched: 2,
        unmatched_keys: [{ key: ['C'], rows: 1 }],
        repeated: 1,
        repeated_keys: [{ key: ['A'], rows: 2 }],
      },
      right: {
        rows: 4,
        keys: 3,
        matched: 3,
        unmatched: 1,
        unmatched_keys: [{ key: ['D'], rows: 1 }],
        repeated: 1,
        repeated_keys: [{ key: ['B'], rows: 2 }],
      },
      rows: 4,
    });
    expect(json.inputs).toHaveLength(2);
  });

  it('compares numbers with texts as texts, and names a missing column', async () => {
    const ask = (on: string[][]) =>
      under.ask('/api/v1/sql/join-report/', { method: 'POST', json: { left: 'city/left', right: 'city/right', on } });
    expect((await ask([['n', 'key']])).json.rows).toBe(0);
    expect((await ask([['nope', 'key']])).json.on[0]).toContain('no column city/left.nope');
  });
});
