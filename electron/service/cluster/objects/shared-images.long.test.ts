import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseObjectAddress, readObjectKey } from '../../../lib/objects/object-address.ts';
import { openImages } from '../../catalogue/images/image-store.ts';
import { type SharedImages, shareImages } from './shared-images.ts';

const address = process.env.ALMANAC_TEST_OBJECTS;

/** A complete picture as far as its name says: the stores do not decode it. */
const image = {
  content: Buffer.from('large'),
  ending: 'png' as const,
  showcase: Buffer.from('b'),
  thumbnail: Buffer.from('c'),
};

describe.skipIf(address === undefined)('images in object storage', () => {
  let folders: string[];
  let nodes: SharedImages[];

  async function openNode(): Promise<{ images: SharedImages; file: (name: string) => string }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-images-'));
    const options = { address: parseObjectAddress(address ?? ''), key: await readObjectKey(process.env) };
    const images = shareImages(await openImages(folder), folder, options);
    folders.push(folder);
    nodes.push(images);
    return { images, file: (name) => path.join(folder, 'media', name) };
  }

  beforeEach(() => {
    folders = [];
    nodes = [];
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  it('are read by a node that has not written them, and fetched again if its copy is damaged', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const names = await a.images.add(image);
    for (const name of Object.values(names)) expect(await b.images.state(name)).toBe('intact');
    expect(await readFile(b.file(names.image), 'utf8')).toBe('large');
    await writeFile(b.file(names.image), 'altered');
    expect(await b.images.state(names.image)).toBe('intact');
    expect(await readFile(b.file(names.image), 'utf8')).toBe('large');
    await a.images.remove(names);
  });

  it('are there once a folder has given them, except those that it has not as they were', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const folder = folders[0] ?? '';
    const local = await openImages(folder);
    const names = await local.add(image);
    const damaged = await local.add({ ...image, content: Buffer.from('other') });
    await writeFile(a.file(damaged.image), 'altered');
    expect(await b.images.state(names.image)).toBe('missing');
    const given = [names.image, names.thumbnailImage, damaged.image, names.image.replace(/.{5}\./, 'aaaaa.')];
    expect(await a.images.share(given)).toEqual(given.slice(2));
    expect(await b.images.state(names.image)).toBe('intact');
    expect(await readFile(b.file(names.thumbnailImage), 'utf8').catch(() => null)).toBeNull();
    expect(await b.images.state(names.thumbnailImage)).toBe('intact');
    expect(await b.images.state(damaged.image)).toBe('missing');
    for (const set of [names, damaged]) await a.images.remove(set);
  });

  it('are missing everywhere once they were removed on one node', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const names = await a.images.add(image);
    await a.images.remove(names);
    for (const { images } of [a, b]) expect(await images.state(names.image)).toBe('missing');
  });

  it('stay at a sweep while they are new, even if no record has them yet', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const names = await a.images.add(image);
    const other = await a.images.add({ ...image, content: Buffer.from('other') });
    await a.images.sweep(async () => new Set(Object.values(other)), new AbortController().signal);
    expect(await b.images.state(names.image)).toBe('intact');
    for (const set of [names, other]) await a.images.remove(set);
  });
});
