import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { ImageNames } from '../catalogue/namespaces.ts';

/** Most pixels that an image may have: decoding a bigger one would take memory that others need. */
export const largestPixels = 50_000_000;

/** The file that was sent is no image that the service takes; the message is DRF's. */
export class ImageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImageError';
  }
}

/** The kinds that are taken, by what their content says, with the ending that their file gets. */
const endings: Readonly<Record<string, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

// The library reads many more kinds, among them programs in disguise (SVG): only these three loaders stay open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });

const derivations = {
  showcase: { width: 1200, height: 630 },
  thumb: { width: 320, height: 240 },
} as const;

/** Folder below the data folder that `/media/` serves. */
export const mediaFolder = 'media';

const noImages: ImageNames = { image: '', showcaseImage: '', thumbnailImage: '' };

/** Checks an uploaded image by its content and stores it with its smaller derivations. @throws {ImageError} */
export async function storeImage(dataFolder: string, content: Buffer): Promise<ImageNames> {
  const ending = await endingOf(content);
  const name = randomBytes(12).toString('hex');
  const names = {
    image: `images/${name}.${ending}`,
    showcaseImage: `images/showcase/${name}.webp`,
    thumbnailImage: `images/thumb/${name}.webp`,
  };
  const showcase = await derive(content, derivations.showcase);
  const thumbnail = await derive(content, derivations.thumb);
  await write(dataFolder, names.image, content);
  await write(dataFolder, names.showcaseImage, showcase);
  await write(dataFolder, names.thumbnailImage, thumbnail);
  return names;
}

/** Removes the files of images that nothing shows any more; gives the names that stand for none. */
export async function removeImages(dataFolder: string, names: ImageNames): Promise<ImageNames> {
  for (const name of [names.image, names.showcaseImage, names.thumbnailImage]) {
    if (name !== '') await rm(path.join(dataFolder, mediaFolder, name), { force: true });
  }
  return noImages;
}

async function endingOf(content: Buffer): Promise<string> {
  let found: { format?: string; width?: number; height?: number };
  try {
    found = await sharp(content, { limitInputPixels: largestPixels }).metadata();
  } catch (error) {
    if (/pixel limit/i.test(String(error))) throw new ImageError(tooManyPixels);
    throw new ImageError(noImage);
  }
  const ending = endings[found.format ?? ''];
  if (ending === undefined) throw new ImageError(noImage);
  if ((found.width ?? 0) * (found.height ?? 0) > largestPixels) throw new ImageError(tooManyPixels);
  return ending;
}

const noImage =
  'Upload a valid image. The file you uploaded was either not a PNG, JPEG or WebP image or a corrupted image.';
const tooManyPixels = `Ensure this image has no more than ${largestPixels} pixels.`;

async function derive(content: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  try {
    return await sharp(content, { limitInputPixels: largestPixels, failOn: 'error' })
      .rotate()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new ImageError(noImage);
  }
}

async function write(dataFolder: string, name: string, content: Buffer): Promise<void> {
  const file = path.join(dataFolder, mediaFolder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content, { flag: 'wx' });
}
