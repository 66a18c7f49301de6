import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';

/**
 * The bytes of a whole file, read once, whose last chunk is held back until the SHA-256 of all bytes is verified: if it
 * differs, the stream fails and its reader never receives the announced number of bytes.
 * @param onAltered awaited before the stream fails; returns its error
 */
export function verifiedStream(source: Readable, checksum: string, onAltered: () => Promise<Error>): Readable {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  const verified = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      const ready = held;
      held = piece;
      done(null, ready ?? undefined);
    },
    flush(done) {
      if (hash.digest('hex') === checksum) return done(null, held ?? undefined);
      onAltered().then(done, done);
    },
  });
  source.once('error', (error) => verified.destroy(error));
  verified.once('close', () => source.destroy());
  return source.pipe(verified);
}
