import PQueue from 'p-queue';
import type { DeriveTask } from '../../reading/images/derive-task.ts';
import { IsolatedProcess } from '../../reading/process/isolated-process.ts';
import { sharedBudget } from '../../reading/process/memory-budget.ts';

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
