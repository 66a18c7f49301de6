import { describe, expect, it } from 'vitest';
import { actingOn, namespaces, type Who } from './acting.ts';
import { underTest } from './service-under-test.ts';

const under = underTest();
const { as } = actingOn(under);

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

  it('allowed_groups are absolute group addresses', async () => {
    const { json } = await under.ask(`${namespaces}members/`, as('member'));
    expect(json.allowed_groups).toEqual([`${under.base}/api/v1/groups/1/`]);
  });
});
