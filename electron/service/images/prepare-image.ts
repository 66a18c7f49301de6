import { imageSize } from 'image-size';
import { ForeignProcessError } from '../foreign/foreign-process.ts';
import { deriveImages } from './derive-images.ts';

/** Most pixels that an image may have: decoding a bigger one would take memory that others need. */
export const maxPixels = 50_000_000;

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

/** An image that was checked, with its smaller pictures. */
export interface PreparedImage {
  readonly content: Buffer;
  /** Of its file's name: `png`, `jpg` or `webp`. */
  readonly ending: string;
  readonly showcase: Uint8Array;
  readonly thumbnail: Uint8Array;
}

/** Checks an uploaded image by its content and derives its smaller pictures. @throws {ImageError} */
export async function prepareImage(content: Buffer): Promise<PreparedImage> {
  const ending = kindOf(content);
  const [showcase, thumbnail] = await smaller(content);
  return { content, ending, showcase, thumbnail };
}

/**
 * The extension of its format, read with its size from the header alone, before anything is decoded. @throws
 * {ImageError}
 */
function kindOf(content: Buffer): string {
  let found: { type?: string; width: number; height: number };
  try {
    found = imageSize(content);
  } catch {
    throw new ImageError(noImage);
  }
  const ending = endings[found.type ?? ''];
  if (ending === undefined) throw new ImageError(noImage);
  if (found.width * found.height > maxPixels) throw new ImageError(tooManyPixels);
  return ending;
}

const noImage =
  'Upload a valid image. The file you uploaded was either not a PNG, JPEG or WebP image or a corrupted image.';
const tooManyPixels = `Ensure this image has no more than ${maxPixels} pixels.`;
/** If the decoding process ended before it had answered. */
const undecoded = {
  memory: 'Decoding this image takes more memory than is allowed. Upload a smaller image.',
  time: 'Decoding this image takes longer than is allowed. Upload a smaller image.',
  crash: 'The decoder crashed on this image, which is probably damaged. Save it again with another program.',
} as const;

async function smaller(content: Buffer): Promise<[showcase: Uint8Array, thumbnail: Uint8Array]> {
  const task = { content, boxes: [showcaseBox, thumbnailBox], maxPixels: maxPixels };
  const [showcase, thumbnail] = await deriveImages(task).catch((error: unknown) => {
    throw new ImageError(error instanceof ForeignProcessError ? undecoded[error.ending] : noImage);
  });
  if (showcase === undefined || thumbnail === undefined) throw new ImageError(noImage);
  return [showcase, thumbnail];
}
