import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { type Ask, underTest } from './service-under-test.ts';

const under = underTest();
const namespaces = '/api/v1/namespaces/';
const instance = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';

type Who = 'nobody' | 'staff' | 'owner' | 'member' | 'stranger';

function as(who: Who, ask: Ask = {}): Ask {
  return who === 'nobody' ? ask : { ...ask, token: under.tokens[who] };
}

async function newNamespace(slug: string, who: Who = 'owner', more: object = {}): Promise<string> {
  const json = { label: `Namespace ${slug}`, slug, ...more };
  const got = await under.ask(namespaces, as(who, { method: 'POST', json }));
  expect([got.status, got.headers.location]).toEqual([201, `${under.base}${namespaces}${slug}/`]);
  return `${namespaces}${slug}/`;
}

describe('Who may see', () => {
  it.each<[string, Who, number]>([
    ['city', 'nobody', 200],
    ['city', 'stranger', 200],
    ['hidden', 'nobody', 401],
    ['hidden', 'member', 403],
    ['hidden', 'owner', 200],
    ['hidden', 'staff', 200],
    ['members', 'nobody', 401],
    ['members', 'stranger', 403],
    ['members', 'member', 200],
    ['members', 'staff', 200],
  ])('the namespace %s: %s gets %i, and its dataset alike', async (slug, who, status) => {
    const dataset = slug === 'city' ? 'population' : 'secret';
    for (const path of [
      '',
      `datasets/`,
      `datasets/${dataset}/`,
      `datasets/${dataset}/data/`,
      `datasets/${dataset}/download/`,
      `datasets/${dataset}/versions/`,
      `datasets/${dataset}/statistics/`,
    ]) {
      expect([path, (await under.ask(`${namespaces}${slug}/${path}`, as(who))).status]).toEqual([path, status]);
    }
  });

  it.each<[Who, string[], number]>([
    ['nobody', ['city'], 2],
    ['stranger', ['city'], 2],
    ['member', ['city', 'members'], 3],
    ['owner', ['city', 'hidden'], 3],
    ['staff', ['city', 'hidden', 'members'], 4],
  ])('lists leave out what the caller may not see: %s', async (who, slugs, versions) => {
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

describe('Writing', () => {
  it('whoever makes a namespace owns it; it is not published until that is said', async () => {
    const path = await newNamespace('mine', 'stranger');
    expect((await under.ask(path)).status).toBe(401);
    expect((await under.ask(path, as('member'))).status).toBe(403);
    const changed = await under.ask(path, as('stranger', { method: 'PATCH', json: { published: true } }));
    expect([changed.status, changed.json.published]).toEqual([200, true]);
    expect((await under.ask(path)).status).toBe(200);
  });

  it.each<[Who, number]>([
    ['nobody', 401],
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

  it('PATCH changes the fields that are given; an empty body changes nothing', async () => {
    const path = await newNamespace('patched', 'owner', { description: 'x' });
    const { json } = await under.ask(path, as('owner', { method: 'PATCH', json: { label: 'New' } }));
    expect(json).toMatchObject({ label: 'New', description: 'x' });
    const headers = { 'content-type': 'application/json' };
    expect((await under.ask(path, as('owner', { method: 'PATCH', headers, body: '' }))).json).toEqual(json);
  });

  it('unknown and read-only fields are ignored', async () => {
    const path = await newNamespace('ignored');
    const before = (await under.ask(path, as('owner'))).json;
    const json = { id: 99, url: 'http://x/', datasets: [], nonsense: 1, ['__proto__']: { label: 'x' } };
    const got = await under.ask(path, as('owner', { method: 'PATCH', json }));
    expect([got.status, got.json]).toEqual([200, before]);
  });

  it('PUT of nothing names what is required', async () => {
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
  ])('a group that is none: %j', async (groups, message) => {
    const json = {
      allowed_groups: groups.map((group) =>
        typeof group === 'string' ? group.replace('{base_url}', under.base) : group,
      ),
    };
    const got = await under.ask(`${namespaces}hidden/`, as('owner', { method: 'PATCH', json }));
    expect([got.status, got.json]).toEqual([400, { allowed_groups: [message] }]);
  });

  it('DELETE of a namespace removes all that is in it: 204, and then 404', async () => {
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
  it('are made, changed and removed by who may write their namespace', async () => {
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

describe('Images', () => {
  const picture = () => Transformer.fromRgbaPixels(Buffer.alloc(1300 * 975 * 4, 0x7f), 1300, 975);
  const encode = { png: () => picture().png(), jpeg: () => picture().jpeg(), webp: () => picture().webp(80) };
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  /** The head of a PNG file of 10,000 × 6,000 pixels: nothing more is looked at before it is refused. */
  function hugeHead(): Buffer {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452000027100000177008060000000000000000', 'hex');
    return Buffer.concat([head, Buffer.alloc(64)]);
  }

  function form(content: Uint8Array, name: string): FormData {
    const data = new FormData();
    data.set('image', new Blob([Buffer.from(content)]), name);
    return data;
  }

  it.each(['png', 'jpeg', 'webp'] as const)(
    '%s: is stored with a showcase and a thumbnail, served under /media/',
    async (kind) => {
      const path = await newNamespace(`pictured-${kind}`);
      const content = await encode[kind]();
      const { status, json } = await under.ask(path, as('owner', { method: 'PATCH', body: form(content, 'x.exe') }));
      expect([status, json.image]).toEqual([200, expect.stringMatching(/^images\/[0-9a-f]{24}\.(png|jpg|webp)$/)]);
      const original = await under.ask(`/media/${json.image}`);
      expect([original.status, original.headers['content-type'], original.bytes.equals(content)]).toEqual([
        200,
        `image/${kind}`,
        true,
      ]);
      expect(original.headers['x-content-type-options']).toBe('nosniff');
      for (const [name, width] of [
        [json.showcase_image, 840],
        [json.thumbnail_image, 320],
      ] as const) {
        const derived = await under.ask(`/media/${name}`);
        expect([derived.headers['content-type'], imageSize(derived.bytes).width]).toEqual(['image/webp', width]);
      }
      const kept = await under.ask(path, as('owner', { method: 'PUT', json: { ...json, label: 'Kept' } }));
      expect(kept.json.image).toBe(json.image);
      const cleared = await under.ask(path, as('owner', { method: 'PATCH', json: { image: '' } }));
      expect([cleared.json.image, cleared.json.showcase_image, cleared.json.thumbnail_image]).toEqual(['', '', '']);
      expect((await under.ask(`/media/${json.image}`)).status).toBe(404);
    },
  );

  it('datasets have images too', async () => {
    const content = await encode.png();
    const got = await under.ask(
      `${namespaces}hidden/datasets/secret/`,
      as('owner', { method: 'PATCH', body: form(content, 'a.png') }),
    );
    expect(got.json.thumbnail_image).toMatch(/^images\/thumb\//);
  });

  it.each<[string, () => Promise<Uint8Array>]>([
    ['text', async () => Buffer.from('not an image')],
    ['a script', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', async () => gif],
    ['an image that was cut off', async () => (await encode.png()).subarray(0, 400)],
    ['nothing', async () => Buffer.alloc(0)],
  ])('refuses %s, whatever its name', async (_, content) => {
    const got = await under.ask(
      `${namespaces}city/`,
      as('owner', { method: 'PATCH', body: form(await content(), 'a.png') }),
    );
    expect([got.status, Object.keys(got.json)]).toEqual([400, ['image']]);
  });

  it('refuses too many pixels and too many bytes', async () => {
    const ask = as('owner', { method: 'PATCH', body: form(hugeHead(), 'a.png') });
    const pixels = await under.ask(`${namespaces}city/`, ask);
    expect([pixels.status, pixels.json.image[0]]).toEqual([400, 'Ensure this image has no more than 50000000 pixels.']);
    const bytes = await under.ask(
      `${namespaces}city/`,
      as('owner', { method: 'PATCH', body: form(Buffer.alloc(11 * 2 ** 20), 'a.png') }),
    );
    expect(bytes.status).toBe(413);
  });

  it('a path that is not the present one is no file', async () => {
    const json = { image: '../../etc/passwd' };
    const got = await under.ask(`${namespaces}city/`, as('owner', { method: 'PATCH', json }));
    expect(got.json).toEqual({ image: ['The submitted data was not a file. Check the encoding type on the form.'] });
  });
});
