import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type Explanation, explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import { formDataOf } from '../http/form.ts';
import type { Message } from '../http/write.ts';

/** Maximum size of an uploaded image, in bytes. */
const maxBytes = 10 * 1024 * 1024;

const kinds = [
  { type: 'image/png', ending: 'png', begins: (bytes: Buffer) => bytes.subarray(0, 8).equals(pngHead) },
  { type: 'image/jpeg', ending: 'jpg', begins: (bytes: Buffer) => bytes.subarray(0, 3).equals(jpegHead) },
  {
    type: 'image/webp',
    ending: 'webp',
    begins: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
] as const;
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegHead = Buffer.from([0xff, 0xd8, 0xff]);

function refused(reason: Explanation, file: string): ServiceError {
  return new ServiceError('not-accepted', reason, file);
}

/**
 * A file as the body of a form with the single field `image`. Only a file with the content of an image leaves this
 * computer, whatever its path. @throws {ServiceError} `not-accepted`
 */
export async function imageForm(file: string): Promise<NonNullable<Message['body']>> {
  const content = await read(file);
  const kind = kinds.find(({ begins }) => begins(content));
  if (kind === undefined) throw refused(explain('no-image'), file);
  // The local file name is private.
  const name = `image.${kind.ending}`;
  return formDataOf(
    {},
    { field: 'image', name, type: kind.type, stream: Readable.from([content]), bytes: content.length },
  );
}

async function read(file: string): Promise<Buffer> {
  const { size } = await stat(path.resolve(file)).catch(() => {
    throw refused(explain('image-gone'), file);
  });
  if (size > maxBytes) throw refused(explain('image-too-large'), file);
  return await readFile(file);
}
