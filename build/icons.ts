import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { root } from './places.ts';

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Draws the icon in every size that the platforms ask for, from the one vector source, into `out/icons/`. */
export async function drawIcons(): Promise<string> {
  const folder = path.join(root, 'out', 'icons');
  await mkdir(folder, { recursive: true });
  const source = await readFile(path.join(import.meta.dirname, 'icons', 'almanac.svg'));
  for (const size of sizes) {
    // The vector has 512 units at 72 dpi: render at the size itself rather than scale a picture down.
    await sharp(source, { density: Math.max(72, (72 * size) / 512) })
      .resize(size, size)
      .png()
      .toFile(path.join(folder, `${size}x${size}.png`));
  }
  return folder;
}
