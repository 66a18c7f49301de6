import { parentPort, workerData } from 'node:worker_threads';
import Vips from 'wasm-vips';
import type { DeriveAnswer, DeriveTask } from './derive-images.ts';

/** A thread for one image: what a decoder takes, or a stranger's bytes do to it, ends with the thread. */

type Library = Awaited<ReturnType<typeof Vips>>;

function derive(vips: Library, { content, boxes, most }: DeriveTask): Uint8Array[] {
  const head = vips.Image.newFromBuffer(content);
  if (head.width * head.height > most) throw new Error('more pixels than its head said');
  return boxes.map((box) => {
    const small = vips.Image.thumbnailBuffer(content, box.width, {
      height: box.height,
      size: 'down',
      // Its option of this name does not reach the decoder.
      option_string: '[fail_on=truncated]',
    });
    return small.writeToBuffer('.webp', { Q: 82, keep: 'none' });
  });
}

/** What it says of a broken image, a line for each part of it, is not for the log. */
function sayNothing(library?: { readonly ENV: Record<string, string> }): void {
  if (library) library.ENV.VIPS_WARNING = 'off';
}

async function answer(): Promise<void> {
  let given: DeriveAnswer;
  try {
    // Its parts for AVIF, JPEG XL and SVG, which are not taken, are not in the package.
    const vips = await Vips({ dynamicLibraries: [], preRun: sayNothing });
    vips.blockUntrusted(true);
    vips.concurrency(1);
    given = { kind: 'done', pictures: derive(vips, workerData as DeriveTask) };
  } catch (error) {
    given = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(given);
}

// Bundled it is no ES module, which alone could wait here.
void answer();
