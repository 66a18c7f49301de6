import { writeFile } from 'node:fs/promises';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { actingOn, namespaces } from './testing/acting.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as, newNamespace } = actingOn(under);

describe('Images', () => {
  const picture = () => Transformer.fromRgbaPixels(Buffer.alloc(1300 * 975 * 4, 0x7f), 1300, 975);
  const encode = { png: () => picture().png(), jpeg: () => picture().jpeg(), webp: () => picture().webp(80) };
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

  /** The header of a PNG file of 10,000 × 6,000 pixels, which is refused because of its header. */
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
      const path = await newNamespace(`pictured-${kind}`, 'owner', { published: true });
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

  describe('are as visible as their owner', () => {
    const png = async () => await Transformer.fromRgbaPixels(Buffer.alloc(40 * 30 * 4, 0x7f), 40, 30).png();
    const namesOf = (record: Record<string, string>) =>
      [record.image, record.showcase_image, record.thumbnail_image].map((name) => `/media/${name}`);

    it.each([`${namespaces}hidden/`, `${namespaces}hidden/datasets/secret/`])(
      '%s, which is not public',
      async (path) => {
        const got = await under.ask(path, as('owner', { method: 'PATCH', body: form(await png(), 'a.png') }));
        for (const image of namesOf(got.json)) {
          const anonymous = await under.ask(image);
          expect([anonymous.status, anonymous.headers['www-authenticate']]).toEqual([401, 'Token']);
          expect(anonymous.bytes.includes('PNG') || anonymous.bytes.includes('WEBP')).toBe(false);
          for (const method of ['GET', 'HEAD']) {
            expect((await under.ask(image, as('stranger', { method }))).status).toBe(403);
            expect((await under.ask(image, as('member', { method }))).status).toBe(403);
            const seen = await under.ask(image, as('owner', { method }));
            expect([seen.status, seen.headers['cache-control'], seen.headers.vary]).toEqual([
              200,
              'private, no-cache',
              expect.stringMatching(/Authorization.*Cookie/),
            ]);
          }
          const requested = { headers: { range: 'bytes=0-3' } };
          expect((await under.ask(image, requested)).status).toBe(401);
          const again = image.replace('/images/', '/images/x/../');
          expect([401, 404]).toContain((await under.ask(again)).status);
        }
      },
    );

    it('those of a hidden dataset exist only for those who may write', async () => {
      const path = `${namespaces}city/datasets/population/`;
      const got = await under.ask(path, as('owner', { method: 'PATCH', body: form(await png(), 'a.png') }));
      await under.ask(path, as('owner', { method: 'PATCH', json: { hidden: true } }));
      for (const image of namesOf(got.json)) {
        for (const who of ['anonymous', 'stranger'] as const)
          expect((await under.ask(image, as(who))).status).toBe(404);
        const seen = await under.ask(image, as('owner'));
        expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, no-cache']);
      }
      const shown = { hidden: false, image: '' };
      expect((await under.ask(path, as('owner', { method: 'PATCH', json: shown }))).status).toBe(200);
    });

    it('those of a namespace for groups are visible to the members, and to everyone only while it is public', async () => {
      const path = await newNamespace('pictured-for-groups', 'staff', { published: true });
      const record = await under.ask(path, as('staff', { method: 'PATCH', body: form(await png(), 'a.png') }));
      const [image = ''] = namesOf(record.json);
      const status = async (who: 'anonymous' | 'member' | 'stranger') => (await under.ask(image, as(who))).status;
      const all = async () => [await status('anonymous'), await status('member'), await status('stranger')];
      expect(await all()).toEqual([200, 200, 200]);
      expect((await under.ask(image)).headers['cache-control']).toMatch(/^public/);
      const groups = (await under.ask('/api/v1/groups/', as('member'))).json.results.map(
        ({ url }: { url: string }) => url,
      );
      const allowed = await under.ask(path, as('staff', { method: 'PATCH', json: { allowed_groups: groups } }));
      expect([allowed.status, await all()]).toEqual([200, [401, 200, 403]]);
      await under.ask(path, as('staff', { method: 'PATCH', json: { allowed_groups: [], published: false } }));
      expect(await all()).toEqual([401, 403, 403]);
    });

    it('an unreferenced image is not found', async () => {
      await writeFile(`${under.service.dataFolder}/media/images/0123456789abcdef01234567.png`, await png());
      expect((await under.ask('/media/images/0123456789abcdef01234567.png', as('staff'))).status).toBe(404);
    });
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

  it('a path other than the current one is refused', async () => {
    const json = { image: '../../etc/passwd' };
    const got = await under.ask(`${namespaces}city/`, as('owner', { method: 'PATCH', json }));
    expect(got.json).toEqual({ image: ['The submitted data was not a file. Check the encoding type on the form.'] });
  });
});
