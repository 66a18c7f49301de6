import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  manifestFile,
  manifestFormat,
  type PackedSample,
  packedFiles,
  parseManifest,
  type SampleManifest,
} from '../../electron/service/samples/load-samples.ts';
import { type Collection, licence, openCollection, provenance } from './collection.ts';
import { prepare } from './prepare.ts';
import { makeReference, referenceSources } from './reference.ts';
import type { Sample } from './sample.ts';
import { sampleNamespaces } from './sample-namespaces.ts';

/** Maximum size of the packaged samples, in bytes. */
export const limit = 25_000_000;

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Whether `folder` already contains the complete result for this collection and these texts. */
function isCurrent(folder: string, collection: Collection, authored: string): boolean {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) return false;
  let manifest: SampleManifest;
  try {
    manifest = parseManifest(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
  if (manifest.collection.version !== collection.version || manifest.authored !== authored) return false;
  return packedFiles(manifest).every(
    ({ file, bytes }) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === bytes,
  );
}

async function pack(sample: Sample, collection: Collection, folder: string): Promise<PackedSample> {
  const write = (file: string, content: Uint8Array) => {
    writeFileSync(join(folder, file), content);
    return { file, bytes: content.byteLength, checksum: sha256(content) };
  };
  const prepared = await prepare(sample, collection.files);
  const releases = prepared.map(({ name, content, datetime, lookup }) => ({
    ...write(name, content),
    datetime,
    ...(lookup && { lookup: { ...write(lookup.name, lookup.content), by: lookup.by } }),
  }));
  const { slug, label, format, point, columns } = sample;
  const description = `${sample.description}\n\n${provenance(collection, sample.file)}`;
  const licensed = licence(collection, sample.file);
  return {
    slug,
    label,
    description,
    licence: licensed,
    format,
    ...(point && { point }),
    columns: [...columns],
    releases,
  };
}

async function make(folder: string, collection: Collection, authored: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const namespaces: SampleManifest['namespaces'] = [];
  for (const { slug, label, description, datasets } of sampleNamespaces) {
    const packed: PackedSample[] = [];
    for (const sample of datasets) packed.push(await pack(sample, collection, folder));
    namespaces.push({ slug, label, description, datasets: packed });
  }
  const { name, version } = collection;
  const manifest: SampleManifest = { format: manifestFormat, collection: { name, version }, authored, namespaces };
  const json = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(join(folder, manifestFile), json);
  const reference = makeReference(folder, collection);
  const bytes = packedFiles(manifest).reduce((sum, file) => sum + file.bytes, Buffer.byteLength(json) + reference);
  if (bytes > limit) throw new Error(`The samples weigh ${bytes} bytes; at most ${limit} are allowed.`);
  return bytes;
}

/** Replaces an older folder with the finished one, so that a reader never sees an incomplete one. */
function swapIn(fresh: string, target: string): void {
  const old = `${fresh}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Builds the folder `target` from the installed collection unless it is already complete. Atomic.
 * @returns one line about the result, or null if there was nothing to do
 */
export async function ensureSamples(target: string): Promise<string | null> {
  const collection = openCollection();
  const authored = sha256(JSON.stringify(sampleNamespaces) + referenceSources());
  if (isCurrent(target, collection, authored)) return null;
  const fresh = `${target}.${process.pid}`;
  try {
    const bytes = await make(fresh, collection, authored);
    swapIn(fresh, target);
    return `Made the samples from ${collection.name} ${collection.version}: ${(bytes / 1e6).toFixed(1)} MB.`;
  } catch (error) {
    // Another build may have created the same folder between our check and our rename.
    if (isCurrent(target, collection, authored)) return null;
    throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
