import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceFile } from '../../electron/backend/reference.ts';
import {
  manifestFile,
  packedFiles,
  parseManifest,
  type SampleManifest,
} from '../../electron/service/samples/load-samples.ts';
import { openCollection } from './collection.ts';
import { ensureSamples, limit } from './make.ts';
import { sampleNamespaces } from './sample-namespaces.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-samples-'));
const folder = join(scratch, 'samples');
const collection = openCollection();
let manifest: SampleManifest;

const read = (file: string) => readFileSync(join(folder, file));
const source = (file: string) => readFileSync(join(collection.files, file));
const samples = sampleNamespaces.flatMap((namespace) => namespace.datasets);

function packed(slug: string) {
  const found = manifest.namespaces.flatMap((each) => each.datasets).find((each) => each.slug === slug);
  if (!found) throw new Error(`no sample ${slug}`);
  return found;
}

beforeAll(async () => {
  expect(await ensureSamples(folder)).toMatch(/^Made the samples from vega-datasets /);
  manifest = parseManifest(read(manifestFile).toString());
});
afterAll(() => rmSync(scratch, { recursive: true }));

test('an intact folder is left unchanged, a damaged one is rebuilt', async () => {
  const before = statSync(join(folder, manifestFile)).mtimeMs;
  expect(await ensureSamples(folder)).toBeNull();
  expect(statSync(join(folder, manifestFile)).mtimeMs).toBe(before);
  truncateSync(join(folder, 'movies.json'), 100);
  expect(await ensureSamples(folder)).not.toBeNull();
  expect(read('movies.json').equals(source('movies.json'))).toBe(true);
  expect(readdirSync(scratch)).toEqual(['samples']);
});

test('the folder holds exactly the files of its manifest, complete and within the size limit', () => {
  const whole = packedFiles(manifest);
  for (const { file, bytes, checksum } of whole) {
    const content = read(file);
    expect([file, content.byteLength, createHash('sha256').update(content).digest('hex')]).toEqual([
      file,
      bytes,
      checksum,
    ]);
  }
  const files = readdirSync(folder);
  const reference = JSON.parse(read(referenceFile).toString()) as { path: string }[];
  const names = [...whole.map(({ file }) => file), ...reference.map((one) => one.path)];
  expect(files.sort()).toEqual([...names, manifestFile, referenceFile].sort());
  expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(limit);
});

test('a file that is published unchanged equals the collection’s byte for byte', () => {
  for (const sample of samples.filter((each) => each.preparation.kind === 'as-is')) {
    expect([sample.slug, read(sample.file).equals(source(sample.file))]).toEqual([sample.slug, true]);
  }
});

test('every dataset is described, with its source and its licence', () => {
  for (const { slug, description, label } of samples.map((sample) => packed(sample.slug))) {
    expect(label).not.toBe('');
    expect([slug, description]).toEqual([
      slug,
      expect.stringMatching(/\S[\s\S]{40,}\nSource: \S[\s\S]*\nLicence: \S[\s\S]*\nCollection: /),
    ]);
  }
  expect(packed('co2-concentration').description).toContain(
    'Licence: Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/).',
  );
  expect(packed('movies').description).toContain('Licence: not stated by the collection.');
});

test('the described columns are exactly those of the files', () => {
  const columnsOfFile = (file: string, format: string): string[] => {
    if (format === 'csv') return read(file).toString().split(/\r?\n/, 1)[0]?.split(',') ?? [];
    const json = JSON.parse(read(file).toString());
    return format === 'json' ? Object.keys(json[0]) : [...Object.keys(json.features[0].properties), 'geometry'];
  };
  for (const sample of samples.filter((each) => each.format !== 'parquet')) {
    const { columns, point, releases } = packed(sample.slug);
    const described = columns.map((column) => column.name).filter((name) => name !== point?.name && name !== 'id');
    for (const { file } of releases) expect([file, described]).toEqual([file, columnsOfFile(file, sample.format)]);
  }
});

test('the growing series is cut by day: each version starts with the previous one, and the last is the whole file', () => {
  const { releases } = packed('co2-concentration');
  expect(releases.length).toBeGreaterThanOrEqual(6);
  const whole = source('co2-concentration.csv').toString().trimEnd();
  const texts = releases.map((release) => read(release.file).toString().trimEnd());
  for (const [at, text] of texts.entries()) {
    expect(whole.startsWith(`${text}\n`) || whole === text).toBe(true);
    const lastDay = text.slice(text.lastIndexOf('\n') + 1, text.lastIndexOf('\n') + 11);
    const dated = releases[at]?.datetime ?? '';
    expect(lastDay < dated.slice(0, 10) && Date.parse(dated) - Date.parse(lastDay) < 32 * 86_400_000).toBe(true);
  }
  expect(texts.at(-1)).toBe(whole);
});

test('converted topologies keep every feature with its name, within London', () => {
  for (const [file, count, column, kinds] of [
    ['london-boroughs.geojson', 33, 'name', ['MultiPolygon', 'Polygon']],
    ['london-underground.geojson', 394, 'line', ['LineString']],
  ] as const) {
    const { features } = JSON.parse(read(file).toString());
    expect(features).toHaveLength(count);
    expect([...new Set(features.map((each: { geometry: { type: string } }) => each.geometry.type))].sort()).toEqual(
      kinds,
    );
    for (const { properties, geometry } of features) {
      expect(properties[column]).toMatch(/^[A-Z]/);
      const positions: number[] = geometry.coordinates.flat(Number.POSITIVE_INFINITY);
      expect(
        positions.every((value, at) => (at % 2 ? value > 51.2 && value < 51.8 : value > -0.7 && value < 0.4)),
      ).toBe(true);
    }
  }
});
