import { neverAborted } from '../../lib/never-aborted.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceApi } from '../service-api.ts';

const maxBytes = 2 * 1024 * 1024;

/**
 * The location of a record's image: an address, a path of the service, or a name among its media. Null for another
 * origin: a service must not make this computer contact others.
 */
function imageAddress(layout: ServiceLayout, image: string): URL | null {
  const name = /^(https?:|\/)/i.test(image) ? image : `media/${image.split('/').map(encodeURIComponent).join('/')}`;
  const address = layout.resolve(name, layout.base);
  return address?.origin === layout.base.origin ? address : null;
}

/** The type of an image by its first bytes; null for anything that is not one, or may contain more than an image. */
export function pictureType(content: Buffer): string | null {
  const start = content.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null;
}

/** A record's image as a `data:` URL; null if there is none that can be shown. */
export async function readImage(
  { client, layout }: ServiceApi,
  image: string,
  signal: AbortSignal = neverAborted,
): Promise<string | null> {
  const address = imageAddress(layout, image);
  if (address === null) return null;
  const pieces: Buffer[] = [];
  let bytes = 0;
  const tooLarge = new AbortController();
  const take = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) tooLarge.abort();
    else pieces.push(piece);
  };
  try {
    if (!(await client.readBytes(address, take, false, AbortSignal.any([signal, tooLarge.signal])))) return null;
  } catch (error) {
    // An image is decoration: without it, nothing is wrong with the record.
    if (error instanceof ServiceError && !signal.aborted) return null;
    throw error;
  }
  const content = Buffer.concat(pieces);
  const type = pictureType(content);
  return type === null || bytes > maxBytes ? null : `data:${type};base64,${content.toString('base64')}`;
}
