import { Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { addGroup, addUser, changeGroup, changeUser, issueToken, removeUser } from '../accounts/administer.ts';
import { groupEntries } from '../catalogue/records/groups.ts';
import { findUserByName } from '../catalogue/records/users.ts';
import { csv, form } from './testing/publishing.ts';
import { type TestRequest, type TestResponse, underTest } from './testing/service-under-test.ts';

const under = underTest({ prepareRows: false });
const namespaces = '/api/v1/namespaces/';
const atOnce = 8;

const ask = (path: string, options: TestRequest) => under.ask(path, { token: under.tokens.owner, ...options });
const post = (path: string, json: object) => ask(path, { method: 'POST', json });
const patch = (path: string, json: object) => ask(path, { method: 'PATCH', json });
const remove = (path: string) => ask(path, { method: 'DELETE' });

async function all(tries: readonly Promise<TestResponse>[]): Promise<number[]> {
  const answers = await Promise.all(tries);
  const failed = answers.filter(({ status }) => status >= 500).map(({ status, text }) => [status, text]);
  expect(failed).toEqual([]);
  return answers.map(({ status }) => status).sort();
}

const many = (act: (turn: number) => Promise<TestResponse>) => Array.from({ length: atOnce }, (_, turn) => act(turn));
const once = (good: number, bad: number) => [good, ...new Array<number>(atOnce - 1).fill(bad)].sort();

async function makeNamespace(slug: string): Promise<string> {
  expect((await post(namespaces, { slug, label: slug, published: true })).status).toBe(201);
  return `${namespaces}${slug}/`;
}

async function makeDataset(namespace: string, slug: string): Promise<string> {
  expect((await post(`${namespace}datasets/`, { slug, label: slug })).status).toBe(201);
  return `${namespace}datasets/${slug}/`;
}

describe('Concurrent requests never cause a server error', () => {
  it('that create the same namespace, dataset, or dataset with its file', async () => {
    expect(await all(many(() => post(namespaces, { slug: 'same', label: 'Same' })))).toEqual(once(201, 400));
    const datasets = `${namespaces}same/datasets/`;
    expect(await all(many(() => post(datasets, { slug: 'one', label: 'One' })))).toEqual(once(201, 400));
    const sent = () => ask(datasets, { method: 'POST', body: form(csv, 'x.csv', { slug: 'two', label: 'Two' }) });
    expect(await all(many(sent))).toEqual(once(202, 400));
  });

  it('that save queries with the same slug or label', async () => {
    const dataset = `${under.base}${await makeDataset(await makeNamespace('asked'), 'rows')}`;
    const save = (fields: object) => post('/api/v1/queries/', { dataset, ...fields });
    expect(await all(many(() => save({ label: 'Same', slug: 'same' })))).toEqual(once(201, 400));
    const labelled = await Promise.all(many(() => save({ label: 'Label' })));
    expect(labelled.map(({ status }) => status)).toEqual(new Array(atOnce).fill(201));
    const made = labelled.map(({ json }) => json as { slug: string; url: string });
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(atOnce);
    const renamed = await all(made.map(({ url }) => patch(url.slice(under.base.length), { slug: 'renamed' })));
    expect(renamed).toEqual(once(200, 400));
    await all([
      ...many(() => save({ label: 'Late', slug: 'late' })),
      ...made.map(({ url }) => remove(url.slice(under.base.length))),
      remove(dataset.slice(under.base.length)),
    ]);
  });

  it('that rename several records to one name, and create others with it', async () => {
    const slugs = Array.from({ length: atOnce }, (_, turn) => `named-${turn}`);
    const made = await Promise.all(slugs.map(makeNamespace));
    expect(await all(made.map((one) => patch(one, { slug: 'wanted' })))).toEqual(once(200, 400));
    const home = await makeNamespace('home');
    const datasets = await Promise.all(slugs.map((slug) => makeDataset(home, slug)));
    await all(
      datasets.flatMap((one) => [
        patch(one, { slug: 'wanted' }),
        post(`${home}datasets/`, { slug: 'wanted', label: 'Wanted' }),
        ask(`${home}datasets/`, { method: 'POST', body: form(csv, 'x.csv', { slug: 'wanted', label: 'W' }) }),
      ]),
    );
    const { json } = await ask(`${home}datasets/`, {});
    expect(json.results.filter(({ slug }: { slug: string }) => slug === 'wanted').length).toBeLessThanOrEqual(1);
  });

  it('that create, fill, illustrate and remove the same record', async () => {
    const png = Buffer.from(await Transformer.fromRgbaPixels(Buffer.alloc(16 * 16 * 4, 0x7f), 16, 16).png());
    const picture = (path: string) => {
      const body = new FormData();
      body.set('image', new Blob([png]), 'a.png');
      return ask(path, { method: 'PATCH', body });
    };
    const home = await makeNamespace('busy');
    const dataset = await makeDataset(home, 'rows');
    const publish = () => ask(`${dataset}versions/`, { method: 'POST', body: form(csv, 'x.csv') });
    const accepted = await publish();
    const version = (accepted.headers.location ?? '').slice(under.base.length);
    await all([
      ...many(() => picture(dataset)),
      ...many(publish),
      remove(version),
      remove(version),
      remove(`${dataset}`),
    ]);
    await all([
      ...many(() => post(namespaces, { slug: 'busy', label: 'Busy' })),
      ...many((turn) => post(`${home}datasets/`, { slug: `d-${turn}`, label: 'D' })),
      ...many((turn) =>
        ask(`${home}datasets/`, { method: 'POST', body: form(csv, 'x.csv', { slug: `f-${turn}`, label: 'F' }) }),
      ),
      ...many(() => picture(home)),
      remove(home),
      remove(`${home}?empty=true`),
      remove(home),
    ]);
  });

  it('that log in while the account is removed', async () => {
    const { records } = under.service.deps.catalogue;
    const { id } = await addUser(records, { username: 'leaving', password: 'correct horse battery' });
    const signIn = () =>
      under.ask('/api/v1/auth/token/obtain/', {
        method: 'POST',
        json: { username: 'leaving', password: 'correct horse battery' },
      });
    const answers = await Promise.all([signIn(), signIn(), removeUser(records, id).then(signIn), signIn()]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});

describe('Accounts that are changed at the same time', () => {
  const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((one) =>
      one.status === 'fulfilled' ? [] : [one.reason instanceof ExplainedError ? one.reason.kind : one.reason],
    );

  it('have unique names, and are refused with a message otherwise', async () => {
    const { records } = under.service.deps.catalogue;
    const add = (username: string) =>
      addUser(records, { username, password: 'correct horse battery', groups: ['new'] });
    const added = await Promise.allSettled(['Bea', 'bea', 'BEA', 'bea'].map(add));
    expect(codes(added)).toEqual(new Array(3).fill('username-taken'));
    expect((await groupEntries(records)).filter(({ name }) => name === 'new')).toHaveLength(1);
    const groups = await Promise.allSettled(['g', 'g', 'g'].map((name) => addGroup(records, name)));
    expect(codes(groups)).toEqual(['group-taken', 'group-taken']);
    const ids = await Promise.all(['h', 'i'].map((name) => addGroup(records, name)));
    expect(codes(await Promise.allSettled(ids.map((id) => changeGroup(records, id, 'j'))))).toEqual(['group-taken']);
    const { user } = (await findUserByName(records, 'bea')) ?? {};
    const { id = 0 } = user ?? {};
    const crossed = await Promise.allSettled([
      removeUser(records, id),
      changeUser(records, id, { email: 'b@example.org', groups: ids }),
      issueToken(records, 'bea'),
    ]);
    // In either order, the later request gets the error that the account does not exist.
    expect(codes(crossed).filter((code) => code !== 'no-such-user')).toEqual([]);
  });
});
