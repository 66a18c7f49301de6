import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { deriveImages } from './prepare-image.ts';

const boxes = [
  { width: 300, height: 200 },
  { width: 80, height: 60 },
];
const maxPixels = 10_000_000;

/** An image whose left half is red and whose right half is transparent. */
function picture(width: number, height: number): Transformer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) if (at % width < width / 2) pixels.set([255, 0, 0, 255], at * 4);
  return Transformer.fromRgbaPixels(pixels, width, height);
}

const sizes = (pictures: readonly Uint8Array[]) =>
  pictures.map((each) => {
    const { type, width, height } = imageSize(each);
    return `${type} ${width}x${height}`;
  });

/** The same JPEG with the Exif orientation of a rotated camera. */
function lying(jpeg: Buffer): Buffer {
  const entry = '0112000300000001000600000000000000000000';
  const exif = Buffer.from(`45786966000049492a0008000000`.replace('49492a0008000000', `4d4d002a00000008`), 'hex');
  const body = Buffer.concat([exif, Buffer.from('0001', 'hex'), Buffer.from(entry, 'hex')]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

describe('the smaller versions of an image', () => {
  const wide = picture(900, 300);
  const encoded = { png: () => wide.png(), jpeg: () => wide.jpeg(90), webp: () => wide.webpLossless() };

  it.each(['png', 'jpeg', 'webp'] as const)('fit into their boxes: %s', async (kind) => {
    const pictures = await deriveImages({ content: await encoded[kind](), boxes, maxPixels });
    expect(sizes(pictures)).toEqual(['webp 300x100', 'webp 80x27']);
  });

  it('preserve transparency and colours', async () => {
    const [first] = await deriveImages({ content: await encoded.png(), boxes, maxPixels });
    if (first === undefined) throw new Error('no picture');
    const pixels = await new Transformer(first).rawPixels();
    const at = (x: number) => [...pixels.subarray((50 * 300 + x) * 4, (50 * 300 + x) * 4 + 4)];
    const [red, green, blue, opaque] = at(60);
    expect(red).toBeGreaterThan(240);
    expect([Math.max(green ?? 255, blue ?? 255) < 24, opaque, at(240)[3]]).toEqual([true, 255, 0]);
  });

  it('are rotated upright, without the camera’s metadata', async () => {
    const content = lying(await encoded.jpeg());
    expect(imageSize(content)).toMatchObject({ width: 900, height: 300, orientation: 6 });
    const pictures = await deriveImages({ content, boxes, maxPixels });
    expect(sizes(pictures)).toEqual(['webp 67x200', 'webp 20x60']);
    for (const each of pictures) expect(Buffer.from(each).includes('EXIF')).toBe(false);
  });

  it('are never larger than the image', async () => {
    const content = await picture(40, 30).png();
    expect(sizes(await deriveImages({ content, boxes, maxPixels }))).toEqual(['webp 40x30', 'webp 40x30']);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('are not derived from a truncated image: %s', async (kind) => {
    const content = await encoded[kind]();
    const half = content.subarray(0, content.length / 2);
    await expect(deriveImages({ content: half, boxes, maxPixels })).rejects.toThrow();
  });

  it('are not derived from too many pixels, and the next image is still processed', async () => {
    const content = await encoded.png();
    await expect(deriveImages({ content, boxes, maxPixels: 900 * 300 - 1 })).rejects.toThrow('more pixels');
    expect(await deriveImages({ content, boxes, maxPixels: 900 * 300 })).toHaveLength(2);
  });
});
