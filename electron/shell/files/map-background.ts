import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { MapBackground } from '#shared/rpc/shell/shell-settings.ts';

/** Length of the header of PMTiles version 3, in bytes. */
const headerBytes = 127;

/**
 * Checks the header of a file, as the specification of PMTiles version 3 defines it.
 * @throws {ExplainedError} `map-file-*` if it cannot be read or no tiles can be drawn from it
 */
export async function checkMapBackground(file: string): Promise<void> {
  const bytes = await readPart(file, 0, headerBytes);
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3) {
    throw new ExplainedError(explain('map-file-not-pmtiles', { file }));
  }
  // Loaded only when a file is chosen.
  const { bytesToHeader, Compression, TileType } = await import('pmtiles');
  const drawable = [TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp];
  const readable = [Compression.Unknown, Compression.None, Compression.Gzip];
  const { tileType, tileCompression, internalCompression } = bytesToHeader(new Uint8Array(bytes).buffer);
  if (!drawable.includes(tileType)) {
    throw new ExplainedError(explain('map-file-tiles', { file, kind: TileType[tileType] ?? `type ${tileType}` }));
  }
  for (const compression of [tileCompression, internalCompression]) {
    if (readable.includes(compression)) continue;
    const kind = Compression[compression] ?? `compression ${compression}`;
    throw new ExplainedError(explain('map-file-tiles', { file, kind }));
  }
}

/** The name and size of the file, for the window; 0 bytes if it does not exist. */
export async function describeMapBackground(file: string): Promise<MapBackground> {
  const bytes = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  return { name: path.basename(file), bytes };
}

/**
 * Part of the file as base64, shorter at its end.
 * @throws {ExplainedError} `map-file-gone` or `map-file-unread`
 */
export async function readMapBackground(file: string | null, offset: number, length: number): Promise<string> {
  if (file === null) throw new ExplainedError(explain('map-file-gone', { file: '' }));
  return (await readPart(file, offset, length)).toString('base64');
}

async function readPart(file: string, offset: number, length: number): Promise<Buffer> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ExplainedError(explain('map-file-gone', { file }));
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(explain('map-file-unread', { file, reason }));
  }
}
