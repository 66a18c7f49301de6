import { describe, expect, it } from 'vitest';
import { actingOn, namespaces, type Who } from './testing/acting.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as } = actingOn(under);

/** The authors in the metadata of the versions in an answer. */
function authorsIn(text: string): string[] {
  return [...text.matchAll(/"metadata":"([^"]*)"/g)].flatMap(([, metadata = '']) => {
    const { author } = JSON.parse(Buffer.from(metadata, 'base64').toString('utf8'));
    return author === undefined ? [] : [author];
  });
}

describe('Read access', () => {
  it.each<[string, Who, number]>([
    ['city', 'anonymous', 200],
    ['city', 'stranger', 200],
    ['hidden', 'anonymous', 401],
    ['hidden', 'member', 403],
    ['hidden', 'owner', 200],
    ['hidden', 'staff', 200],
    ['members', 'anonymous', 401],
    ['members', 'stranger', 403],
    ['members', 'member', 200],
    ['members', 'staff', 200],
  ])('the namespace %s and its dataset: %s gets %i', async (slug, who, status) => {
    const dataset = slug === 'city' ? 'population' : 'secret';
    for (const path of [
      '',
      `datasets/`,
      `datasets/${dataset}/`,
      `datasets/${dataset}/data/`,
      `datasets/${dataset}/download/`,
      `datasets/${dataset}/versions/`,
      `datasets/${dataset}/statistics/`,
      `datasets/${dataset}/provenance/`,
      `datasets/${dataset}/changes/`,
    ]) {
      expect([path, (await under.ask(`${namespaces}${slug}/${path}`, as(who))).status]).toEqual([path, status]);
    }
  });

  it.each<[Who, string[], number]>([
    ['anonymous', ['city'], 2],
    ['stranger', ['city'], 2],
    ['member', ['city', 'members'], 3],
    ['owner', ['city', 'hidden'], 3],
    ['staff', ['city', 'hidden', 'members'], 4],
  ])('lists omit what the caller may not see: %s', async (who, slugs, versions) => {
    const { json } = await under.ask(namespaces, as(who));
    expect(json.results.map((one: { slug: string }) => one.slug)).toEqual(slugs);
    expect((await under.ask('/api/v1/versions/', as(who))).json.count).toBe(versions);
    const datasets = await under.ask('/api/v1/datasets/', as(who));
    const owners = new Set(datasets.json.results.map((one: { namespace: string }) => one.namespace));
    expect(owners).toEqual(new Set(slugs.map((slug) => `${under.base}${namespaces}${slug}/`)));
  });

  it('every address of private data is closed to others, whatever the method, the format and the query', async () => {
    const dataset = `${namespaces}hidden/datasets/secret/`;
    const [{ slug }] = (await under.ask(dataset, as('owner'))).json.versions;
    const query = { label: 'Mine', dataset: `${under.base}${dataset}`, parameters: {} };
    const { id } = (await under.ask('/api/v1/queries/', { ...as('owner'), method: 'POST', json: query })).json;
    const documented: string[] = Object.keys((await under.ask('/api/v1/schema/')).json.paths);
    const values = { namespace: 'hidden', dataset: 'secret', version: slug, id } as Record<string, unknown>;
    const filled = documented.map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name])));
    const closed = filled.filter((path) => /hidden|queries\/\d/.test(path));
    expect(closed.length).toBeGreaterThan(12);
    const questions = [
      '',
      '?_format=api',
      '?_format=csv',
      '?search=Altstadt',
      '?district=Altstadt',
      `?against=${slug}`,
    ];
    const tries = [
      ...questions.map((question) => ({ method: 'GET', question, headers: { 'if-none-match': '*' } })),
      ...['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, question: '', headers: {} })),
    ];
    for (const [who, refusal] of [
      ['anonymous', 401],
      ['stranger', 403],
    ] as const) {
      for (const path of closed) {
        for (const { method, question, headers } of tries) {
          const body = /^P/.test(method) ? { json: {} } : {};
          const {
            status,
            text,
            headers: sent,
          } = await under.ask(path + question, { ...as(who), ...body, method, headers });
          const requested = `${who}: ${method} ${path}${question}`;
          // An unknown format is refused before anything else is checked.
          const expected = method === 'OPTIONS' ? [200] : question.startsWith('?_format') ? [refusal, 404] : [refusal];
          expect(expected, requested).toContain(status);
          expect(`${text}${sent.etag ?? ''}`, requested).not.toMatch(
            /Altstadt|inhabitants|"Hidden"|Secret|Mine|[0-9a-f]{64}/,
          );
        }
      }
      for (const path of filled.filter((one) => !closed.includes(one))) {
        const { text } = await under.ask(path, as(who));
        expect(text, `${who}: GET ${path}`).not.toMatch(/namespaces\/(?:hidden|members)|"Hidden"|"Secret"|"Mine"/);
      }
    }
  });

  it.each<[string, Who, boolean]>([
    ['city/datasets/population', 'anonymous', false],
    ['city/datasets/population', 'stranger', false],
    ['city/datasets/population', 'owner', true],
    ['city/datasets/population', 'staff', true],
    ['members/datasets/secret', 'member', true],
    ['hidden/datasets/secret', 'owner', true],
  ])('the author of a version of %s is shown: to %s %s', async (place, who, isShown) => {
    const dataset = `${namespaces}${place}/`;
    const home = dataset.slice(0, dataset.indexOf('datasets/'));
    const { versions } = (await under.ask(dataset, as(who))).json;
    const oldest = versions.at(-1).url.slice(under.base.length);
    for (const path of [dataset, `${dataset}versions/`, oldest, home, `${home}datasets/`]) {
      const { text } = await under.ask(path, as(who));
      expect([path, authorsIn(text)]).toEqual([path, isShown ? ['owner'] : []]);
    }
  });

  it.each<Who>(['anonymous', 'stranger'])('no list shows %s an author', async (who) => {
    for (const path of [namespaces, '/api/v1/datasets/', '/api/v1/versions/']) {
      const { text } = await under.ask(path, as(who));
      expect([path, text.includes('"metadata":"ey'), authorsIn(text)]).toEqual([path, true, []]);
    }
  });

  it('allowed_groups are absolute group addresses', async () => {
    const { json } = await under.ask(`${namespaces}members/`, as('member'));
    expect(json.allowed_groups).toEqual([`${under.base}/api/v1/groups/1/`]);
  });
});
