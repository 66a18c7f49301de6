import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { imageSize } from 'image-size';
import type { ImageNames } from '../catalogue/namespaces.ts';
import { deriveImages } from './derive-images.ts';

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
const endings: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpg', webp: 'webp' };

const showcaseBox = { width: 1200, height: 630 };
const thumbnailBox = { width: 320, height: 240 };

/** Folder below the data folder that `/media/` serves. */
export const mediaFolder = 'media';

const noImages: ImageNames = { image: '', showcaseImage: '', thumbnailImage: '' };

/** Checks an uploaded image by its content and stores it with its smaller derivations. @throws {ImageError} */
export async function storeImage(dataFolder: string, content: Buffer): Promise<ImageNames> {
  const ending = kindOf(content);
  const name = randomBytes(12).toString('hex');
  const names = {
    image: `images/${name}.${ending}`,
    showcaseImage: `images/showcase/${name}.webp`,
    thumbnailImage: `images/thumb/${name}.webp`,
  };
  const [showcase, thumbnail] = await smaller(content);
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

/** The ending of its kind, read with its size from the content's head alone, before anything is decoded. @throws {ImageError} */
function kindOf(content: Buffer): string {
  let found: { type?: string; width: number; height: number };
  try {
    found = imageSize(content);
  } catch {
    throw new ImageError(noImage);
  }
  const ending = endings[found.type ?? ''];
  if (ending === undefined) throw new ImageError(noImage);
  if (found.width * found.height > largestPixels) throw new ImageError(tooManyPixels);
  return ending;
}

const noImage =
  'Upload a valid image. The file you uploaded was either not a PNG, JPEG or WebP image or a corrupted image.';
const tooManyPixels = `Ensure this image has no more than ${largestPixels} pixels.`;

async function smaller(content: Buffer): Promise<[showcase: Uint8Array, thumbnail: Uint8Array]> {
  const task = { content, boxes: [showcaseBox, thumbnailBox], most: largestPixels };
  const [showcase, thumbnail] = await deriveImages(task).catch(() => []);
  if (showcase === undefined || thumbnail === undefined) throw new ImageError(noImage);
  return [showcase, thumbnail];
}

async function write(dataFolder: string, name: string, content: Uint8Array): Promise<void> {
  const file = path.join(dataFolder, mediaFolder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content, { flag: 'wx' });
}
