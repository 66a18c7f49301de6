import { setTimeout as sleep } from 'node:timers/promises';
import { Transformer } from '@napi-rs/image';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readersOf, signalReader } from '../../reading/process/testing/readers-for-test.ts';
import { prepareImage } from './prepare-image.ts';

const largeImage = () => Transformer.fromRgbaPixels(Buffer.alloc(1_200 * 800 * 4, 7), 1_200, 800).png();

/** Sends a signal to each process that starts decoding, until the returned function is called. */
function endDecoders(signal: NodeJS.Signals): () => Promise<void> {
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await sleep(5)) for (const pid of await readersOf(process.pid)) signalReader(pid, signal);
  })();
  return async () => {
    isOver = true;
    await watch;
  };
}

describe('an image whose decoder ended', () => {
  it.skipIf(process.platform !== 'linux').each([
    // As the system does when memory runs out.
    ['SIGKILL', 'takes more memory than is allowed'],
    ['SIGSEGV', 'The decoder crashed'],
  ] as const)('is not reported as the wrong kind: %s', async (signal, said) => {
    const content = await largeImage();
    const stop = endDecoders(signal);
    onTestFinished(stop);
    await expect(prepareImage(content)).rejects.toThrow(said);
    await stop();
    expect((await prepareImage(content)).ending).toBe('png');
  });
});
