import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { workerAddress } from '../rows/worker-address.ts';

/** Width and height in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The content of a PNG, JPEG or WebP file, and the boxes that its smaller pictures are to fit into. */
export interface DeriveTask {
  readonly content: Uint8Array;
  readonly boxes: readonly Box[];
  /** More pixels than this are not decoded, whatever the reader of heads took the file for. */
  readonly most: number;
}

export type DeriveAnswer =
  | { readonly kind: 'done'; readonly pictures: readonly Uint8Array[] }
  | { readonly kind: 'failed'; readonly message: string };

/** A large image takes some hundred megabytes while it is decoded: one at a time. */
const turns = new PQueue({ concurrency: 1 });

/**
 * Makes for each box a WebP picture that fits into it, upright and never larger than the image itself, without what the
 * camera wrote beside the pixels.
 * @throws where the content cannot be decoded to its end
 */
export function deriveImages(task: DeriveTask): Promise<readonly Uint8Array[]> {
  return turns.add(() => inThread(task));
}

/** The decoder runs in WebAssembly in a thread of its own: a flaw in it reaches nothing but the picture. */
function inThread(task: DeriveTask): Promise<readonly Uint8Array[]> {
  const worker = new Worker(workerAddress('image-worker', import.meta.url), { workerData: task });
  return new Promise<readonly Uint8Array[]>((resolve, reject) => {
    worker.on('message', (answer: DeriveAnswer) => {
      if (answer.kind === 'done') resolve(answer.pictures);
      else reject(new Error(answer.message));
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('The thread for the image ended without an answer.')));
    // The library's own threads would keep this one alive, and its memory.
  }).finally(() => worker.terminate());
}
