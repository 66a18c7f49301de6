import { webcrypto } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { explain } from '#shared/failures.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { type ByteRange, DamagedVersionError, type StoredVersion } from '../../files/stored-version.ts';
import { verifiedStream } from '../../files/verified-stream.ts';

/** A file of at most this size is read and verified before its first byte is sent. */
export const smallBytes = 8 * 2 ** 20;

/**
 * The verified bytes of a stored file: a small file is verified before it is sent, a large one while it is sent, and a
 * range of one by reading the whole file, unless that was done recently.
 * @throws {DamagedVersionError} now, or as an error of the stream before its last bytes
 */
export async function readStored(files: StoredFiles, version: StoredVersion, range?: ByteRange): Promise<Readable> {
  await files.assertWhole(version);
  const { start, end } = range ?? { start: 0, end: version.bytes };
  const path = files.path(version);
  const altered = async () => {
    await files.noteDamaged(version);
    return new DamagedVersionError(version.key, explain('version-file-altered'));
  };
  if (version.bytes <= smallBytes) {
    const content = await readFile(path);
    const checksum = Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');
    if (checksum !== version.checksum) throw await altered();
    return Readable.from([content.subarray(start, end)], { objectMode: false });
  }
  const isWhole = start === 0 && end === version.bytes;
  if (!isWhole) await files.assertContent(version, {});
  // Opened before the response starts, so that a removal does not interrupt reading.
  const file = await open(path);
  if (!isWhole) return file.createReadStream({ start, end: end - 1 });
  return verifiedStream(file.createReadStream({ highWaterMark: 2 ** 18 }), version.checksum, altered);
}
