import { systemCodeOf } from '../../../lib/errors/system-code.ts';

/** Whether the reader of a pipe has ended, as `head` does once it has enough. */
export function isBrokenPipe(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

/** What a command prints after the reader of its output has ended is dropped: it ends as usual, without a message. */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  }
}
