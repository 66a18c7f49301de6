import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser } from '../../electron/service/accounts/administer.ts';
import { everything } from '../../electron/service/conformance/testing/everything-for-test.ts';
import { repairDataFolder } from '../../electron/service/operations/repair/repair.ts';
import { type Service, startService } from '../../electron/service/service.ts';
import type { Dataset } from '../../shared/api/records/dataset.ts';
import type { Namespace } from '../../shared/api/records/namespace.ts';
import { openCollection } from './collection.ts';
import { ensureSamples } from './make.ts';
import type { Sample } from './sample.ts';
import { sampleNamespaces } from './sample-namespaces.ts';
import { readDelimited, readFeatures, type SourceRow } from './source-table.ts';

const scratch = mkdtempSync(join(tmpdir(), 'almanac-published-'));
const folder = join(scratch, 'samples');
const { files } = openCollection();
const samples = sampleNamespaces.flatMap((namespace) => namespace.datasets);
let service: Service;

beforeAll(async () => {
  await ensureSamples(folder);
  service = await startService({ dataFolder: join(scratch, 'data'), samples: folder });
  await service.whenSamplesLoaded;
});
afterAll(async () => {
  await service.close();
  rmSync(scratch, { recursive: true });
});

async function get<Answer>(address: string): Promise<Answer> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  expect([address, response.status]).toEqual([address, 200]);
  return (await response.json()) as Answer;
}

const namespaces = async () => (await get<{ results: Namespace[] }>(`${service.url}api/v1/namespaces/`)).results;

async function dataset(slug: string): Promise<Dataset> {
  const found = (await namespaces()).flatMap((namespace) => namespace.datasets).find((each) => each.slug === slug);
  if (!found) throw new Error(`no dataset ${slug}`);
  return found;
}

/** Reads all rows of a dataset (or of one of its versions), following `next` page by page. */
async function allRows(slug: string, parameters = ''): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  let next: string | null = `${(await dataset(slug)).data}?limit=10000${parameters}`;
  while (next !== null) {
    const page: { count: number; next: string | null; results: SourceRow[] } = await get(next);
    rows.push(...page.results);
    next = page.next;
    if (next === null) expect(rows).toHaveLength(page.count);
  }
  return rows;
}

/** The cell for a delimited file's text in a column of this type. */
function cell(text: unknown, type: string): unknown {
  if (text === '') return null;
  return type === 'integer' || type === 'float' ? Number(text) : text;
}

/** The rows of the source, in the form of the service's responses. */
async function expectedRows(sample: Sample): Promise<SourceRow[]> {
  const types = new Map((await dataset(sample.slug)).columns.map((column) => [column.name, column.type]));
  const file = join(
    sample.preparation.kind === 'topojson' ? folder : files,
    sample.preparation.kind === 'topojson' ? `${sample.slug}.geojson` : sample.file,
  );
  if (sample.format === 'geojson') return readFeatures(file);
  if (sample.format === 'json') return JSON.parse(readFileSync(file, 'utf8'));
  return readDelimited(file).map((row) => {
    const cells = Object.entries(row).map(([name, text]) => [name, cell(text, types.get(name) ?? '')]);
    const point = sample.point && {
      [sample.point.name]: {
        type: 'Point',
        coordinates: [Number(row[sample.point.longitude]), Number(row[sample.point.latitude])],
      },
    };
    return { ...Object.fromEntries(cells), ...point };
  });
}

test('there are three namespaces, each with its texts, and every column is described', async () => {
  const found = await namespaces();
  expect(found.map(({ slug, label, description, published }) => ({ slug, label, description, published }))).toEqual(
    sampleNamespaces.map(({ slug, label, description }) => ({ slug, label, description, published: true })),
  );
  const undescribed = found.flatMap((namespace) =>
    namespace.datasets.flatMap((each) =>
      each.columns.filter((column) => column.description === '').map((column) => `${each.slug}.${column.name}`),
    ),
  );
  expect(undescribed).toEqual([]);
  for (const each of found.flatMap((namespace) => namespace.datasets)) {
    expect([each.slug, each.description]).toEqual([each.slug, expect.stringMatching(/\nSource: .*\n(.*\n)*Licence: /)]);
  }
});

test.each(samples.filter((sample) => sample.format !== 'parquet').map((sample) => [sample.slug, sample] as const))(
  '%s equals its source, cell by cell',
  async (slug, sample) => {
    const expected = await expectedRows(sample);
    const rows = await allRows(slug);
    expect(rows.length).toBe(expected.length);
    // Numeric titles in the source are texts here: the column contains both.
    const asText = (row: SourceRow) => (typeof row.Title === 'number' ? { ...row, Title: String(row.Title) } : row);
    expect(rows).toEqual(expected.map(asText));
  },
);

test('codes keep their leading zeros, because they are text', async () => {
  const rows = await allRows('zipcodes', '&zip_code__startswith=0');
  const zeros = readDelimited(join(files, 'zipcodes.csv')).filter((row) => String(row.zip_code).startsWith('0'));
  expect(zeros.length).toBeGreaterThan(3_000);
  expect(rows.map((row) => row.zip_code)).toEqual(zeros.map((row) => row.zip_code));
  const { columns } = await dataset('species-habitat');
  expect(columns.find((column) => column.name === 'county_id')?.type).toBe('char');
});

test('the messy films are published unchanged', async () => {
  const rows = await allRows('movies');
  const numbers = ['1776', '1941', '1408', '2012', '2046', '21', '300', '9', '54'];
  expect(rows.map((row) => row.Title).filter((title) => numbers.includes(String(title)))).toEqual(numbers);
  expect(rows.filter((row) => row.Title === null)).toHaveLength(1);
  expect(rows.some((row) => row.Title === 'LÈon')).toBe(true);
  expect(rows.filter((row) => /20[2-9]\d$/.test(String(row['Release Date'])))).toHaveLength(19);
});

test('the carbon dioxide series has its eight dated versions, each ending on its day', async () => {
  const { versions } = await dataset('co2-concentration');
  const days = [
    '2020-05-01',
    '2020-01-01',
    '2015-01-01',
    '2010-01-01',
    '2000-01-01',
    '1990-01-01',
    '1980-01-01',
    '1970-01-01',
  ];
  expect(versions.map((version) => [version.datetime, version.ready])).toEqual(
    days.map((day) => [`${day}T00:00:00.000Z`, true]),
  );
  expect(versions.map((version) => version.slug)).toEqual(days.map((day) => `${day.replaceAll('-', '')}000000000000`));
  const whole = await allRows('co2-concentration');
  for (const { slug, datetime } of versions) {
    const grown = await allRows('co2-concentration', `&version=${slug}`);
    expect(grown).toEqual(whole.filter((row) => String(row.Date) < datetime.slice(0, 10)));
  }
  const licence = JSON.parse(Buffer.from(versions[0]?.metadata ?? '', 'base64').toString()).licence;
  expect(licence).toBe('Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/)');
});

test('the three million flights are complete, at both ends and in between', async () => {
  const { data } = await dataset('flights');
  const file = await asyncBufferFromFile(join(files, 'flights-3m.parquet'));
  for (const offset of [0, 1, 999_990, 1_500_000, 2_345_678, 2_999_990]) {
    const page = await get<{ count: number; results: SourceRow[] }>(`${data}?limit=10&offset=${offset}`);
    const source = await parquetReadObjects({
      file,
      rowStart: offset,
      rowEnd: offset + 10,
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    });
    const expected = source.map(({ date, delay, distance, origin, destination }) => {
      return {
        date: date.toISOString().slice(0, 19),
        delay: Number(delay),
        distance: Number(distance),
        origin,
        destination,
      };
    });
    expect(page).toEqual({ ...page, count: 3_000_000, results: expected });
  }
  const beyond = await get<{ count: number; results: SourceRow[] }>(`${data}?offset=3000000`);
  expect(beyond).toMatchObject({ count: 3_000_000, results: [] });
});

test('every flight equals the source’s, in the same position, with the columns and types of the source', async () => {
  const { columns, download } = await dataset('flights');
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'date char',
    'delay integer',
    'distance integer',
    'origin char',
    'destination char',
  ]);
  const taken = join(scratch, 'flights.parquet');
  const answer = await fetch(`${download}?_format=parquet`);
  writeFileSync(taken, Buffer.from(await answer.arrayBuffer()));
  const instance = await DuckDBInstance.create();
  const engine = await instance.connect();
  const source = `SELECT strftime(date, '%Y-%m-%dT%H:%M:%S') AS date, delay, distance, origin, destination FROM read_parquet($source)`;
  const compared = await engine.runAndReadAll(
    `SELECT count(*), count(*) FILTER (WHERE ours IS DISTINCT FROM theirs) FROM
       (SELECT {'d': date, 'l': delay, 's': distance, 'o': origin, 't': destination} AS ours FROM read_parquet($taken))
       POSITIONAL JOIN
       (SELECT {'d': date, 'l': delay, 's': distance, 'o': origin, 't': destination} AS theirs FROM (${source}))`,
    { taken, source: join(files, 'flights-3m.parquet') },
  );
  expect(compared.getRowsJson()).toEqual([['3000000', '0']]);
  engine.closeSync();
  instance.closeSync();
});

test('are restored by repair from the files alone: listing, rows, checksums, labels, access', async () => {
  await addUser(service.deps.catalogue.records, {
    username: 'staff',
    password: 'correct horse battery',
    isStaff: true,
  });
  const addresses = sampleNamespaces.flatMap((namespace) =>
    namespace.datasets.map(({ slug }) => `namespaces/${namespace.slug}/datasets/${slug}/`),
  );
  const before = await everything(service, addresses);
  const versions = await service.deps.catalogue.records.selectFrom('versions').select('id').execute();
  await service.close();
  const dataFolder = join(scratch, 'data');
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataFolder, `catalogue.sqlite${suffix}`), { force: true });
  const report = await repairDataFolder(dataFolder, {});
  expect(report).toMatchObject({
    catalogue: 'rebuilt',
    restored: { datasets: samples.length, versions: versions.length, madePrivate: [] },
    verified: versions.length,
    missing: [],
    differing: [],
    recovered: [],
    damagedDocuments: [],
  });
  service = await startService({ dataFolder, samples: folder });
  await service.whenSamplesLoaded;
  expect(await everything(service, addresses)).toEqual(before);
});
