import { imageSize } from 'image-size';
import PQueue from 'p-queue';
import type { DeriveTask } from '../../reading/images/derive-pictures.ts';
import { IsolatedProcess, IsolatedProcessError } from '../../reading/process/isolated-process.ts';
import { sharedBudget } from '../../reading/process/memory-budget.ts';

/** Maximum number of pixels of an image: decoding a larger one would take too much memory. */
export const maxPixels = 50_000_000;

/** The file is not an accepted image; the message is DRF's. */
export class ImageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImageError';
  }
}

/** The accepted formats, detected by content, with their file extensions. */
const endings: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpg', webp: 'webp' };

const showcaseBox = { width: 1200, height: 630 };
const thumbnailBox = { width: 320, height: 240 };

/** A validated image with its smaller versions. */
export interface PreparedImage {
  readonly content: Buffer;
  /** File extension: `png`, `jpg` or `webp`. */
  readonly ending: string;
  readonly showcase: Uint8Array;
  readonly thumbnail: Uint8Array;
}

/** Validates an uploaded image by its content and derives its smaller versions. @throws {ImageError} */
export async function prepareImage(content: Buffer): Promise<PreparedImage> {
  const ending = kindOf(content);
  const [showcase, thumbnail] = await smaller(content);
  return { content, ending, showcase, thumbnail };
}

/**
 * The file extension of an image by its format, which is read with its size from the header, before anything is
 * decoded.
 * @throws {ImageError}
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
/** Messages if the decoding process ended without a result. */
const undecoded = {
  memory: 'Decoding this image takes more memory than is allowed. Upload a smaller image.',
  time: 'Decoding this image takes longer than is allowed. Upload a smaller image.',
  crash: 'The decoder crashed on this image, which is probably damaged. Save it again with another program.',
} as const;

async function smaller(content: Buffer): Promise<[showcase: Uint8Array, thumbnail: Uint8Array]> {
  const task = { content, boxes: [showcaseBox, thumbnailBox], maxPixels: maxPixels };
  const [showcase, thumbnail] = await deriveImages(task).catch((error: unknown) => {
    throw new ImageError(error instanceof IsolatedProcessError ? undecoded[error.ending] : noImage);
  });
  if (showcase === undefined || thumbnail === undefined) throw new ImageError(noImage);
  return [showcase, thumbnail];
}

/** Decoding a large image takes some hundred megabytes, so only one is decoded at a time. */
const turns = new PQueue({ concurrency: 1 });

/** Limits of the decoding process: resident memory and time. */
const residentLimitBytes = 2 ** 30;
const heapLimitMebibytes = 256;
const decodeLimitMs = 60_000;

/**
 * Makes a WebP image for each box that fits into it, upright and never larger than the original, without the camera's
 * metadata. Each image is decoded in a separate process.
 * @throws if the content cannot be decoded completely
 */
export function deriveImages(images: DeriveTask): Promise<readonly Uint8Array[]> {
  return turns.add(async () => {
    const process = new IsolatedProcess('images', { residentLimitBytes, heapLimitMebibytes }, sharedBudget);
    const limits = { idleLimitMs: decodeLimitMs, totalLimitMs: decodeLimitMs };
    try {
      return await process.run(
        { kind: 'images', images },
        // The client waits for the response to the request that contained the image.
        { kind: 'pinned' },
        { ...limits, signal: undefined, onProgress: undefined, name: 'image' },
      );
    } finally {
      await process.end();
    }
  });
}
