import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** An archive that is written part by part, each of at most {@link maxPartBytes}. */
export type ZipWriter = ReturnType<typeof createZip>;

/** Maximum size in bytes of a part for readers without ZIP64. */
export const maxPartBytes = 0xffff_ff00;

/** Compression level: sheets are so repetitive that a higher one gains little. */
const compressionLevel = 3;

const bufferedBytes = 512 * 1024;

/** @param target a new file; fails with EEXIST if there is one */
export function createZip(target: string) {
  const zip = new ZipFile();
  const stop = new AbortController();
  zip.on('error', (error) => stop.abort(error));
  const written = pipeline(zip.outputStream, createWriteStream(target, { flags: 'wx' }), { signal: stop.signal });
  // Reported to the next call that waits.
  written.catch(() => undefined);
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => undefined);

  return {
    add(name: string) {
      const part = new PassThrough({ highWaterMark: bufferedBytes });
      // A fixed time, so that the same rows yield the same file in every time zone.
      const options = { compressionLevel, mtime: new Date(2000, 0, 1), forceDosTimestamp: true };
      zip.addReadStream(part, name, options);
      return {
        /** Writes bytes, which must not be changed afterwards; resolves when there is room for more. */
        async write(bytes: Uint8Array): Promise<void> {
          if (!part.write(bytes)) await Promise.race([once(part, 'drain'), failed]);
        },
        end: () => void part.end(),
      };
    },
    /** Writes the directory of the parts and closes the file. */
    async finish(): Promise<void> {
      zip.end();
      await written;
    },
    /** Closes the file without finishing it. */
    async abandon(): Promise<void> {
      stop.abort();
      await written.catch(() => undefined);
    },
  };
}
