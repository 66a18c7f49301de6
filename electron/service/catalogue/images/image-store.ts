import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder } from '../../../lib/durable-file.ts';
import { setAside } from '../../set-aside.ts';
import type { ImageNames } from '../records/namespaces.ts';
import type { PreparedImage } from './prepare-image.ts';

/** Folder below the data folder that `/media/` serves. */
export const mediaFolder = 'media';

/** Folders below it, by the kind of picture. */
const folders = { image: 'images', showcaseImage: 'images/showcase', thumbnailImage: 'images/thumb' } as const;

/**
 * The files of images. An image and its smaller versions are one immutable set with names that are never reused:
 * durable when `add` resolves, referenced by a record afterwards, and removed once the record references another set.
 */
export interface ImageStore {
  /** Writes a set: every file and its name are durable when this resolves, otherwise none remains. */
  add(image: PreparedImage): Promise<ImageNames>;
  /** Removes the files of an unreferenced set. Missing ones are not an error. */
  remove(names: ImageNames): Promise<void>;
  /** Whether the file of this name below the media folder exists and is intact. */
  state(name: string): Promise<'intact' | 'damaged' | 'missing'>;
  /**
   * Moves aside unreferenced files that were not written in this run; returns their names.
   * @param named called after the files were listed, so that a record created meanwhile keeps its files
   */
  sweep(named: () => Promise<ReadonlySet<string>>, signal: AbortSignal): Promise<string[]>;
}

/** Opens the images of a data folder; creates missing folders. */
export async function openImages(dataFolder: string): Promise<ImageStore> {
  const root = path.join(dataFolder, mediaFolder);
  for (const folder of Object.values(folders)) await mkdir(path.join(root, folder), { recursive: true });
  for (const folder of ['images', '.', '..']) await syncFolder(path.join(root, folder));
  const written = new Set<string>();
  const removeAll = async (names: readonly string[]) => {
    for (const name of names) if (name !== '') await rm(path.join(root, name), { force: true });
  };
  return {
    async add({ content, ending, showcase, thumbnail }) {
      const set = randomBytes(8).toString('hex');
      const files = [
        { name: `${folders.image}/${stemOf(set, content)}.${ending}`, bytes: content },
        { name: `${folders.showcaseImage}/${stemOf(set, showcase)}.webp`, bytes: showcase },
        { name: `${folders.thumbnailImage}/${stemOf(set, thumbnail)}.webp`, bytes: thumbnail },
      ] as const;
      const names = files.map(({ name }) => name);
      for (const name of names) written.add(name);
      try {
        for (const { name, bytes } of files) await writeDurably(path.join(root, name), bytes);
        for (const folder of Object.values(folders)) await syncFolder(path.join(root, folder));
      } catch (error) {
        await removeAll(names);
        throw error;
      }
      return { image: files[0].name, showcaseImage: files[1].name, thumbnailImage: files[2].name };
    },
    remove: ({ image, showcaseImage, thumbnailImage }) => removeAll([image, showcaseImage, thumbnailImage]),
    async state(name) {
      try {
        return isIntact(path.posix.basename(name), await readFile(path.join(root, name))) ? 'intact' : 'damaged';
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'damaged';
      }
    },
    async sweep(named, signal) {
      const found = (await Promise.all(Object.values(folders).map((folder) => filesIn(root, folder)))).flat();
      const kept = await named();
      const left = found.filter((name) => !kept.has(name) && !written.has(name));
      for (const name of left) {
        signal.throwIfAborted();
        await setAside(dataFolder, `${mediaFolder}/${name}`);
      }
      return left;
    },
  };
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
}

async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const target = await open(file, 'wx');
  try {
    await target.writeFile(content);
    await target.sync();
  } finally {
    await target.close();
  }
}

/**
 * The stem of the file of this content within a set: 16 random hexadecimal digits, which the images of a set have in
 * common, and the CRC-32 of the content. So a file can be verified by its name alone, and a name always has the same
 * content.
 */
function stemOf(set: string, content: Uint8Array): string {
  return set + crc32(content).toString(16).padStart(8, '0');
}

/** Whether the content is the one stored under this name. @param name of the file, without its folder */
export function isIntact(name: string, content: Buffer): boolean {
  const [base = ''] = name.split('.');
  return content.length > 0 && stemOf(base.slice(0, 16), content) === base;
}
