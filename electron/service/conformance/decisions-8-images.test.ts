import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { actingOn, namespaces } from './acting.ts';
import { underTest } from './service-under-test.ts';

const under = underTest();
const { as, newNamespace } = actingOn(under);

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
