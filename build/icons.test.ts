import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import { drawIcons } from './icons.ts';

async function sizeOf(picture: Uint8Array): Promise<string> {
  const { width, height, format } = await new Transformer(picture).metadata();
  return `${format} ${width}x${height}`;
}

describe('the icons', () => {
  const drawn = drawIcons();
  const read = async (name: string) => readFile(path.join(await drawn, name));

  it('are drawn at each size, with transparent corners', async () => {
    for (const size of [16, 32, 48, 256, 512, 1024]) {
      const picture = await read(`${size}x${size}.png`);
      expect(await sizeOf(picture)).toBe(`png ${size}x${size}`);
      const pixels = await new Transformer(picture).rawPixels();
      expect(pixels.length).toBe(size * size * 4);
      expect(pixels[3]).toBeLessThan(8);
      expect(pixels.some((value, at) => at % 4 === 3 && value === 255)).toBe(true);
    }
  });

  it('are in the Windows icon at the positions in its directory', async () => {
    const file = await read('almanac.ico');
    expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
    const found: string[] = [];
    for (let entry = 0; entry < file.readUInt16LE(4); entry += 1) {
      const at = 6 + 16 * entry;
      const offset = file.readUInt32LE(at + 12);
      found.push(`${file[at]} ${await sizeOf(file.subarray(offset, offset + file.readUInt32LE(at + 8)))}`);
    }
    expect(found).toEqual([...[16, 24, 32, 48, 64, 128].map((size) => `${size} png ${size}x${size}`), '0 png 256x256']);
  });

  it('are in the macOS icon with the sizes of its entries', async () => {
    const file = await read('almanac.icns');
    expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
    const found: Record<string, string> = {};
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      const picture = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
      found[file.toString('latin1', at, at + 4)] = await sizeOf(picture);
    }
    expect(found.ic10).toBe('png 1024x1024');
    expect(found.icp4).toBe('png 16x16');
    expect(Object.keys(found)).toHaveLength(10);
  });
});
