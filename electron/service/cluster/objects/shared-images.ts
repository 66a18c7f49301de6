import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ObjectStore } from '../../../lib/objects/object-store.ts';
import { defaultRequestLimits } from '../../../lib/objects/s3-request.ts';
import { type ImageStore, isIntact, mediaFolder } from '../../catalogue/images/image-store.ts';
import { madeWhole } from '../../files/unfinished-name.ts';
import type { ObjectOptions } from './object-files.ts';

/** Minimum age of an object that belongs to no record: a newer one may belong to a record that is being created. */
const graceMs = 24 * 3600_000;

/** An image store whose files several nodes share. */
export interface SharedImages extends ImageStore {
  /** Gives images of the folder to the other nodes. @returns the names of those that are damaged or missing */
  share(names: Iterable<string>, signal?: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Images as objects that several nodes share. The folder has copies of those that were written or read here.
 * @param local the images of the folder
 */
export function shareImages(
  local: ImageStore,
  dataFolder: string,
  { address, key, renewKey }: ObjectOptions,
): SharedImages {
  const store = new ObjectStore(address, key, defaultRequestLimits, renewKey);
  const root = path.join(dataFolder, mediaFolder);
  return {
    async add(image) {
      const names = await local.add(image);
      const contents = [
        [names.image, image.content],
        [names.showcaseImage, image.showcase],
        [names.thumbnailImage, image.thumbnail],
      ] as const;
      try {
        for (const [name, content] of contents) await store.put(objectOf(name), content);
        return names;
      } catch (error) {
        await local.remove(names);
        throw error;
      }
    },
    async remove(names) {
      await local.remove(names);
      // No record names these images any more; a later sweep removes those that the store could not.
      for (const name of [names.image, names.showcaseImage, names.thumbnailImage])
        if (name !== '') await store.remove(objectOf(name)).catch(() => undefined);
    },
    async state(name) {
      const state = await local.state(name);
      if (state === 'intact') return state;
      const content = await store.readWhole(objectOf(name));
      if (content === null) return state;
      if (!isIntact(path.posix.basename(name), content)) return 'damaged';
      await copyTo(path.join(root, name), content);
      return 'intact';
    },
    async sweep(named, signal) {
      const left = await local.sweep(named, signal);
      await sweepObjects(store, named, signal);
      return left;
    },
    async share(names, signal) {
      const without: string[] = [];
      for (const name of names) {
        if ((await local.state(name)) === 'intact')
          await store.put(objectOf(name), await readFile(path.join(root, name)), signal);
        else without.push(name);
      }
      return without;
    },
    close: () => store.close(),
  };
}

const objectOf = (name: string) => `${mediaFolder}/${name}`;

/** Writes a file, which appears only when it is complete. */
async function copyTo(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await madeWhole(file, (part) => writeFile(part, content));
}

/** Removes objects that no record has had for long; none if another catalogue may have them all. */
async function sweepObjects(
  store: ObjectStore,
  named: () => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<void> {
  const now = await store.now();
  const old: string[] = [];
  const found: string[] = [];
  for await (const page of store.list(`${mediaFolder}/`, signal)) {
    for (const { key, modified } of page) {
      found.push(key);
      if (now - modified > graceMs) old.push(key);
    }
  }
  const kept = new Set([...(await named())].map(objectOf));
  if (!found.some((key) => kept.has(key))) return;
  for (const key of old) if (!kept.has(key)) await store.remove(key);
}
