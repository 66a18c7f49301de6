import { describe, expect, it } from 'vitest';
import { trashDays } from '#shared/api/records/trash.ts';
import { emptyExpired } from '../operations/empty-trash.ts';
import { actingOn, namespaces, type Who } from './testing/acting.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as, newNamespace } = actingOn(under);
const trash = '/api/v1/trash/';

const remove = async (path: string, who: Who = 'owner') =>
  (await under.ask(path, as(who, { method: 'DELETE' }))).status;
const listed = async (who: Who = 'owner') => (await under.ask(trash, as(who))).json.results;
const restore = async (id: number, who: Who = 'owner') =>
  await under.ask(`${trash}${id}/restore/`, as(who, { method: 'POST' }));

async function newDataset(namespace: string, slug: string, versions = 1): Promise<string> {
  const path = `${namespace}datasets/${slug}/`;
  const made = await under.ask(`${namespace}datasets/`, as('owner', { method: 'POST', json: { label: slug, slug } }));
  expect(made.status).toBe(201);
  for (let version = 1; version <= versions; version += 1) {
    const headers = { 'content-type': 'text/csv' };
    const sent = await under.ask(`${path}versions/`, as('owner', { method: 'POST', headers, body: `n\n${version}\n` }));
    expect(sent.status).toBe(202);
    await expect
      .poll(async () => (await under.ask(sent.json.url.slice(under.base.length), as('owner'))).json.ready)
      .toBe(true);
  }
  return path;
}

const rowsOf = async (path: string) => (await under.ask(`${path}data/`, as('owner'))).json.results;

describe('The trash', () => {
  it('is of those who may write: others see nothing of it, and anonymous callers are asked to sign in', async () => {
    const path = await newNamespace('binned', 'owner', { published: true });
    expect(await remove(path)).toBe(204);
    expect((await under.ask(path, as('staff'))).status).toBe(404);
    const [entry] = await listed();
    expect(entry).toMatchObject({
      namespace: 'binned',
      dataset: '',
      version: '',
      label: 'Namespace binned',
      versions: 0,
    });
    expect(Date.parse(entry.expires) - Date.parse(entry.deleted)).toBe(trashDays * 86_400_000);
    expect(await listed('stranger')).toEqual([]);
    expect((await restore(entry.id, 'stranger')).status).toBe(404);
    expect((await restore(entry.id, 'anonymous')).status).toBe(401);
    expect((await under.ask(trash)).status).toBe(401);
    expect((await under.ask(`${trash}${entry.id}/`, as('staff'))).json).toEqual(entry);
    expect((await restore(entry.id, 'staff')).json).toEqual({ namespace: 'binned', dataset: '', version: '' });
    // As public as before.
    expect((await under.ask(path)).status).toBe(200);
    expect((await restore(entry.id)).status).toBe(404);
  });

  it('gives back a dataset with its versions and rows, under another name if its own is taken', async () => {
    const home = await newNamespace('home');
    const path = await newDataset(home, 'towns', 2);
    expect(await remove(path)).toBe(204);
    expect((await under.ask(path, as('owner'))).status).toBe(404);
    expect((await under.ask(home, as('owner'))).json.datasets).toEqual([]);
    await newDataset(home, 'towns');
    const entry = (await listed()).find(({ namespace }: { namespace: string }) => namespace === 'home');
    expect(entry).toMatchObject({ dataset: 'towns', versions: 2 });
    expect((await restore(entry.id)).json).toEqual({ namespace: 'home', dataset: 'towns_2', version: '' });
    expect(await rowsOf(`${home}datasets/towns_2/`)).toEqual([{ n: 2 }]);
    expect(await rowsOf(path)).toEqual([{ n: 1 }]);
  });

  it('gives back a version, which is then the newest again', async () => {
    const path = await newDataset(await newNamespace('series'), 'prices', 2);
    const [newest] = (await under.ask(path, as('owner'))).json.versions;
    const version = newest.url.slice(under.base.length);
    expect(await remove(version)).toBe(204);
    expect((await under.ask(version, as('owner'))).status).toBe(404);
    expect(await rowsOf(path)).toEqual([{ n: 1 }]);
    const [entry] = await listed();
    expect(entry).toMatchObject({ namespace: 'series', dataset: 'prices', version: newest.slug, versions: 1 });
    expect((await restore(entry.id)).status).toBe(200);
    expect(await rowsOf(path)).toEqual([{ n: 2 }]);
    expect((await under.ask(version, as('owner'))).json).toEqual(newest);
  });

  it('restores what is in something deleted only after that; if that is gone for good, it stands for it', async () => {
    const home = await newNamespace('nested', 'owner', { published: true });
    const path = await newDataset(home, 'inner');
    await remove(path);
    await remove(home);
    const [outer, inner] = await listed();
    const refused = await restore(inner.id);
    expect([refused.status, refused.json.detail]).toEqual([409, '"nested" is in the trash too: restore that first.']);
    expect(await remove(`${trash}${outer.id}/`)).toBe(204);
    expect((await restore(inner.id)).json).toEqual({ namespace: 'nested', dataset: 'inner', version: '' });
    expect(await rowsOf(path)).toEqual([{ n: 1 }]);
    expect((await under.ask(path)).status).toBe(401);
  });

  it('is passed over by a permanent deletion, and emptied by hand and after its time', async () => {
    const { deps } = under.service;
    const home = await newNamespace('short');
    const permanent = await newDataset(home, 'permanent');
    const old = await newDataset(home, 'old');
    const before = (await listed()).length;
    expect(await remove(`${permanent}?permanent=true`)).toBe(204);
    expect(await remove(`${old}?permanent=perhaps`)).toBe(400);
    expect(await listed()).toHaveLength(before);
    await remove(old);
    const stored = async () => (await deps.catalogue.records.selectFrom('versions').select('key').execute()).length;
    const kept = await stored();
    await emptyExpired(deps, new Date(Date.now() + (trashDays - 1) * 86_400_000));
    expect(await listed()).toHaveLength(before + 1);
    await emptyExpired(deps, new Date(Date.now() + (trashDays + 1) * 86_400_000));
    expect([await listed(), await stored()]).toEqual([[], kept - 1]);
    await remove(home);
    expect(await remove(trash, 'stranger')).toBe(204);
    expect(await listed()).toHaveLength(1);
    expect(await remove(trash)).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await under.ask(`${namespaces}short/`, as('staff'))).status).toBe(404);
  });
});
