import { describe, expect, it } from 'vitest';
import { actingOn, namespaces, type Who } from './testing/acting.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as, newNamespace } = actingOn(under);
const instance = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';

describe('Writing', () => {
  it('the creator of a namespace owns it; it is unpublished by default', async () => {
    const path = await newNamespace('mine', 'stranger');
    expect((await under.ask(path)).status).toBe(401);
    expect((await under.ask(path, as('member'))).status).toBe(403);
    const changed = await under.ask(path, as('stranger', { method: 'PATCH', json: { published: true } }));
    expect([changed.status, changed.json.published]).toEqual([200, true]);
    expect((await under.ask(path)).status).toBe(200);
  });

  it.each<[Who, number]>([
    ['anonymous', 401],
    ['stranger', 403],
    ['staff', 200],
    ['owner', 200],
  ])('PATCH of a namespace by %s is %i', async (who, status) => {
    const json = { description: `by ${who}` };
    const got = await under.ask(`${namespaces}city/`, as(who, { method: 'PATCH', json }));
    expect([got.status, got.headers.allow]).toEqual([status, instance]);
  });

  it('PUT replaces every writable field', async () => {
    const path = await newNamespace('replaced', 'owner', { description: 'x', published: true });
    const { status, json } = await under.ask(
      path,
      as('owner', { method: 'PUT', json: { label: 'New', slug: 'replaced' } }),
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({ label: 'New', description: '', published: false, allowed_groups: [] });
  });

  it('PATCH changes only the given fields; an empty body changes nothing', async () => {
    const path = await newNamespace('patched', 'owner', { description: 'x' });
    const { json } = await under.ask(path, as('owner', { method: 'PATCH', json: { label: 'New' } }));
    expect(json).toMatchObject({ label: 'New', description: 'x' });
    const headers = { 'content-type': 'application/json' };
    expect((await under.ask(path, as('owner', { method: 'PATCH', headers, body: '' }))).json).toEqual(json);
  });

  it('licence, source and contact of a dataset are changed by callers who may write, independently of its versions', async () => {
    const path = `${namespaces}city/datasets/population/provenance/`;
    const record = (await under.ask(`${namespaces}city/datasets/population/`)).json;
    const write = (who: Who, method: string, json: object) => under.ask(path, as(who, { method, json }));
    for (const [who, status] of [
      ['anonymous', 401],
      ['stranger', 403],
    ] as const) {
      expect((await write(who, 'PATCH', { licence: 'CC0-1.0' })).status).toBe(status);
    }
    expect((await write('owner', 'PATCH', { licence: 'CC0-1.0', nonsense: 1 })).json).toEqual({
      licence: 'CC0-1.0',
      source: '',
      contact: '',
    });
    expect((await write('owner', 'PATCH', { contact: 'anna@example.org' })).json).toMatchObject({ licence: 'CC0-1.0' });
    const got = await under.ask(path);
    expect([got.status, got.headers.allow]).toEqual([200, 'GET, PUT, PATCH, HEAD, OPTIONS']);
    expect(got.json).toEqual({ licence: 'CC0-1.0', source: '', contact: 'anna@example.org' });
    expect((await write('owner', 'PUT', { source: 'Census' })).json).toEqual({
      licence: '',
      source: 'Census',
      contact: '',
    });
    expect((await write('owner', 'PATCH', { source: 'x'.repeat(2001) })).status).toBe(400);
    expect((await write('owner', 'PATCH', { source: 5 })).status).toBe(400);
    // The record has the specification's fields and no others.
    expect((await under.ask(`${namespaces}city/datasets/population/`)).json).toEqual(record);
  });

  it('unknown and read-only fields are ignored', async () => {
    const path = await newNamespace('ignored');
    const before = (await under.ask(path, as('owner'))).json;
    const json = { id: 99, url: 'http://x/', datasets: [], nonsense: 1, ['__proto__']: { label: 'x' } };
    const got = await under.ask(path, as('owner', { method: 'PATCH', json }));
    expect([got.status, got.json]).toEqual([200, before]);
  });

  it('PUT with an empty body names the required fields', async () => {
    const path = await newNamespace('required');
    const { status, json } = await under.ask(path, as('owner', { method: 'PUT', json: {} }));
    expect([status, json]).toEqual([400, { label: ['This field is required.'], slug: ['This field is required.'] }]);
  });

  it('a wrong type is 400', async () => {
    const path = await newNamespace('typed');
    const json = {
      label: '',
      slug: 'with space',
      published: 'perhaps',
      description: null,
      image: 1,
      allowed_groups: 'x',
    };
    const got = await under.ask(path, as('owner', { method: 'PUT', json }));
    expect([got.status, got.json]).toEqual([
      400,
      {
        label: ['This field may not be blank.'],
        slug: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'],
        description: ['This field may not be null.'],
        image: ['Not a valid string.'],
        published: ['Must be a valid boolean.'],
        allowed_groups: ['Expected a list of items but got type "str".'],
      },
    ]);
  });

  it('a slug that is taken', async () => {
    const path = await newNamespace('taken');
    const got = await under.ask(path, as('owner', { method: 'PATCH', json: { slug: 'city' } }));
    expect([got.status, got.json]).toEqual([400, { slug: ['namespace with this slug already exists.'] }]);
  });

  it('a changed slug is the new address', async () => {
    const path = await newNamespace('before-moving');
    const { json } = await under.ask(path, as('owner', { method: 'PATCH', json: { slug: 'after-moving' } }));
    expect(json.url).toBe(`${under.base}${namespaces}after-moving/`);
    expect((await under.ask(path, as('owner'))).status).toBe(404);
    expect((await under.ask(`${namespaces}after-moving/`, as('owner'))).status).toBe(200);
  });

  it.each([
    [['{base_url}/api/v1/groups/99/'], 'Invalid hyperlink - Object does not exist.'],
    [['http://x/'], 'Invalid hyperlink - No URL match.'],
    [[1], '0: Not a valid string.'],
  ])('an invalid group: %j', async (groups, message) => {
    const json = {
      allowed_groups: groups.map((group) =>
        typeof group === 'string' ? group.replace('{base_url}', under.base) : group,
      ),
    };
    const got = await under.ask(`${namespaces}hidden/`, as('owner', { method: 'PATCH', json }));
    expect([got.status, got.json]).toEqual([400, { allowed_groups: [message] }]);
  });

  it('DELETE of a namespace removes its contents: 204, and then 404', async () => {
    const path = await newNamespace('removed');
    await under.ask(`${path}datasets/`, as('owner', { method: 'POST', json: { label: 'x', slug: 'x' } }));
    expect((await under.ask(path, as('stranger', { method: 'DELETE' }))).status).toBe(403);
    const { status, text, headers } = await under.ask(path, as('owner', { method: 'DELETE' }));
    expect([status, text, headers.allow, headers.vary]).toEqual([204, '', instance, 'Accept']);
    expect((await under.ask(path, as('owner', { method: 'DELETE' }))).status).toBe(404);
    expect((await under.ask(`${path}datasets/x/`, as('staff'))).status).toBe(404);
  });
});

describe('Writing datasets', () => {
  it('are created, changed and deleted by callers who may write their namespace', async () => {
    const path = await newNamespace('datasets-of');
    const list = `${path}datasets/`;
    const json = { label: 'One', slug: 'one', description: 'First.' };
    expect((await under.ask(list, { method: 'POST', json })).status).toBe(401);
    expect((await under.ask(list, as('stranger', { method: 'POST', json }))).status).toBe(403);
    const made = await under.ask(list, as('owner', { method: 'POST', json }));
    expect([made.status, made.json.url, made.headers.allow]).toEqual([
      201,
      `${under.base}${list}one/`,
      'GET, POST, HEAD, OPTIONS',
    ]);
    expect((await under.ask(list, as('owner', { method: 'POST', json }))).json).toEqual({
      slug: ['dataset with this slug already exists.'],
    });
    const changed = await under.ask(`${list}one/`, as('owner', { method: 'PATCH', json: { label: 'Uno' } }));
    expect(changed.json).toMatchObject({ label: 'Uno', description: 'First.' });
    const replaced = await under.ask(
      `${list}one/`,
      as('owner', { method: 'PUT', json: { label: 'Uno', slug: 'one' } }),
    );
    expect(replaced.json).toMatchObject({ description: '' });
    expect((await under.ask(`${list}one/`, as('owner', { method: 'DELETE' }))).status).toBe(204);
    expect((await under.ask(`${list}one/`, as('owner'))).status).toBe(404);
  });

  it("a column's label and description are writable", async () => {
    const path = `${namespaces}hidden/datasets/secret/`;
    const json = {
      columns: [
        { name: 'year', label: 'Jahr', description: 'Kalenderjahr' },
        { name: 'remark', label: 'Bemerkung' },
      ],
    };
    const got = await under.ask(path, as('owner', { method: 'PATCH', json }));
    expect([got.status, got.json.columns[0], got.json.columns[4].label]).toEqual([
      200,
      { type: 'integer', description: 'Kalenderjahr', name: 'year', label: 'Jahr' },
      'Bemerkung',
    ]);
    const unknown = await under.ask(path, as('owner', { method: 'PATCH', json: { columns: [{ name: 'nothing' }] } }));
    expect([unknown.status, unknown.json]).toEqual([400, { columns: ['There is no column "nothing".'] }]);
  });
});
