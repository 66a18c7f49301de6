import { beforeAll, describe, expect, it } from 'vitest';
import { actingOn, namespaces, type Who } from './testing/acting.ts';
import { type TestRequest, underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as } = actingOn(under);

const dataset = `${namespaces}city/datasets/population/`;
/** What callers who may not write must not learn. */
const facts = /population|Counted/i;

const change = async (who: Who, json: object, method = 'PATCH') => await under.ask(dataset, as(who, { method, json }));

/** The values for the parameters of addresses: of the hidden dataset, and of one that does not exist. */
let hidden: Record<string, string>;
let missing: Record<string, string>;

beforeAll(async () => {
  const query = { label: 'Counted', dataset: `${under.base}${dataset}`, parameters: {} };
  const { json: saved } = await under.ask('/api/v1/queries/', as('stranger', { method: 'POST', json: query }));
  const { versions } = (await under.ask(dataset)).json;
  hidden = { namespace: 'city', dataset: 'population', version: versions[0].slug, id: String(saved.id) };
  missing = { namespace: 'city', dataset: 'nothing', version: '20000101000000000000', id: '999999' };
  expect((await change('owner', { hidden: true })).json).toMatchObject({ slug: 'population', hidden: true });
});

describe('A hidden dataset of a public namespace', () => {
  const readers: readonly Who[] = ['anonymous', 'stranger', 'member'];

  it.each<Who>(['anonymous', 'stranger'])(
    'answers %s as one that does not exist, whatever the address, method and format',
    async (who) => {
      const documented = Object.keys((await under.ask('/api/v1/schema/')).json.paths);
      const inside = documented.filter((path) => /\{dataset\}|queries\/\{id\}/.test(path));
      expect(inside.length).toBeGreaterThan(14);
      const questions = ['', '?_format=api', '?_format=csv', '?search=Altstadt', `?against=${hidden.version}`];
      const tries: (TestRequest & { readonly question: string })[] = [
        ...questions.map((question) => ({ question, method: 'GET', headers: { 'if-none-match': '*' } })),
        ...['HEAD', 'OPTIONS', 'DELETE'].map((method) => ({ question: '', method })),
        ...['POST', 'PUT', 'PATCH'].map((method) => ({ question: '', method, json: {} })),
      ];
      const answer = async (
        path: string,
        values: Record<string, string>,
        { question, ...ask }: (typeof tries)[number],
      ) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
        const { status, headers, text } = await under.ask(filled + question, as(who, ask));
        return { status, allow: headers.allow, etag: headers.etag, text: question === '?_format=api' ? '' : text };
      };
      for (const path of inside) {
        for (const attempt of tries) {
          const got = await answer(path, hidden, attempt);
          expect([path, attempt, got]).toEqual([path, attempt, await answer(path, missing, attempt)]);
          // What can only be run has no representation, for anyone.
          const absent = /\/(?:run|recompute)\/$/.test(path) ? 405 : 404;
          if (attempt.method === 'GET' && attempt.question === '') expect([path, got.status]).toEqual([path, absent]);
        }
      }
    },
  );

  it.each<[Who, boolean]>([...readers.map((who): [Who, boolean] => [who, false]), ['owner', true], ['staff', true]])(
    'is found by %s in lists, pages and searches: %s',
    async (who, isFound) => {
      const places = [namespaces, `${namespaces}city/`, `${namespaces}city/datasets/`, '/api/v1/datasets/'];
      for (const place of [...places, '/api/v1/versions/', '/api/v1/queries/']) {
        for (const question of ['', '?_format=api']) {
          const { status, text } = await under.ask(place + question, as(who));
          expect([place, question, status, /population/.test(text)]).toEqual([place, question, 200, isFound]);
          if (!isFound) expect(text).not.toMatch(facts);
        }
      }
      for (const question of ['?search=Population', '?hidden=true', '?slug=population']) {
        const { json } = await under.ask(`/api/v1/datasets/${question}`, as(who));
        expect([question, json.count]).toEqual([question, isFound ? 1 : 0]);
      }
    },
  );

  it.each<Who>(['owner', 'staff'])('is read by %s, and marked', async (who) => {
    const parts = [
      '',
      'data/',
      'download/',
      'versions/',
      'statistics/',
      'provenance/',
      'changes/',
      'outline/',
      'profile/',
    ];
    for (const part of [...parts, `version/${hidden.version}/`]) {
      expect([part, (await under.ask(dataset + part, as(who))).status]).toEqual([part, 200]);
    }
    expect((await under.ask(`/api/v1/queries/${hidden.id}/data/`, as(who))).json.count).toBe(5);
    const { datasets } = (await under.ask(`${namespaces}city/`, as(who))).json;
    expect(datasets.map((one: { slug: string; hidden?: boolean }) => [one.slug, one.hidden])).toEqual([
      ['population', true],
      ['not-yet-filled', undefined],
    ]);
    const page = await under.ask(`${namespaces}city/?_format=api`, as(who));
    expect(page.text).toContain('Hidden');
  });

  it('stays hidden when it is replaced by a client that does not know the field, and cannot be used by a query', async () => {
    const { status } = await change('owner', { label: 'Population', slug: 'population' }, 'PUT');
    expect([status, (await under.ask(dataset)).status]).toEqual([200, 404]);
    expect((await change('owner', { hidden: 'perhaps' })).json).toEqual({ hidden: ['Must be a valid boolean.'] });
    const query = { label: 'Mine', dataset: `${under.base}${dataset}`, parameters: {} };
    const saved = await under.ask('/api/v1/queries/', as('stranger', { method: 'POST', json: query }));
    expect(saved.json).toEqual({ dataset: ['Invalid hyperlink - Object does not exist.'] });
  });

  it('is hidden from the start if it is created so', async () => {
    const list = `${namespaces}city/datasets/`;
    const json = { label: 'Drafts', slug: 'drafts', hidden: true };
    expect((await under.ask(list, as('owner', { method: 'POST', json }))).json).toMatchObject({ hidden: true });
    expect((await under.ask(`${list}drafts/`)).status).toBe(404);
    const shown = await under.ask(`${list}drafts/`, as('owner', { method: 'PATCH', json: { hidden: false } }));
    expect(shown.json).not.toHaveProperty('hidden');
    expect((await under.ask(`${list}drafts/`)).json).toEqual(shown.json);
    expect((await under.ask(`${list}drafts/?permanent=true`, as('owner', { method: 'DELETE' }))).status).toBe(204);
  });
});
