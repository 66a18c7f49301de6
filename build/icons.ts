import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image';
import { asIcns, asIco } from './icon-containers.ts';
import { root } from './paths.ts';

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/**
 * Draws the icon in every size that the platforms require, from the one vector source, into `out/icons/`: one PNG per
 * size for Linux, `almanac.ico` for Windows, `almanac.icns` for macOS.
 */
export async function drawIcons(): Promise<string> {
  const folder = path.join(root, 'out', 'icons');
  await mkdir(folder, { recursive: true });
  const source = await readFile(path.join(import.meta.dirname, 'icons', 'almanac.svg'), 'utf8');
  const pictures = new Map<number, Uint8Array>();
  for (const size of sizes) pictures.set(size, await drawn(source, size));
  for (const [size, picture] of pictures) await writeFile(path.join(folder, `${size}x${size}.png`), picture);
  await writeFile(path.join(folder, 'almanac.ico'), asIco(pictures));
  await writeFile(path.join(folder, 'almanac.icns'), asIcns(pictures));
  return folder;
}

/** The library renders the vector at a size of its own choice, larger than most: the image is scaled from there. */
function drawn(source: string, size: number): Promise<Uint8Array> {
  return Transformer.fromSvg(source)
    .resize({ width: size, height: size, fit: ResizeFit.Fill, filter: ResizeFilterType.Lanczos3 })
    .png();
}
