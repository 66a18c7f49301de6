import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';

/** Files by other programs, which are not part of the project. */
const corpora = resolve(import.meta.dirname, '../../../../../shared/corpora');
const there = existsSync(corpora);

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe.skipIf(!there)('files by other programs', () => {
  const files = there
    ? readdirSync(corpora, { recursive: true })
        .map(String)
        .filter(
          (name) => /\.(?:csv|tsv|txt|json|parquet)(?:\.gz)?$/.test(name) && statSync(join(corpora, name)).isFile(),
        )
    : [];

  it(`keep their columns, of which none is a period, and their records: ${files.length} files`, {
    timeout: 600_000,
  }, async () => {
    const turned: string[] = [];
    const totals: string[] = [];
    let read = 0;
    for (const name of files) {
      const preview = await store.rows.preview({ path: join(corpora, name) }, 'show', store.folder).catch(() => null);
      if (preview === null) continue;
      read += 1;
      if (preview.periods?.applied === true) turned.push(name);
      for (const { line, label } of preview.survey.totals ?? []) totals.push(`${name}:${line} ${label}`);
    }
    expect(read).toBeGreaterThan(100);
    expect(turned).toEqual([]);
    expect(totals).toEqual([]);
  });
});

/** Names of columns that look like periods to a careless reader. */
const careless = [
  ['id', '1', '2', '3'],
  ['name', '100', '200', '300'],
  ['wavelength', '400', '500', '600'],
  ['id', 'q1', 'answer', 'q2'],
  ['respondent', 'Q1', 'Q2', 'Q3', 'Q4'],
  ['code', '0-4', '5-9', '10-14'],
  ['place', 'lat', 'lon'],
  ['mar', 'jan', 'dec'],
  ['user', '2019 rank', 'score'],
  ['station', 'h1', 'h2'],
  ['x', 't1', 't2'],
  ['sample', 's1', 's2'],
  ['model', '10.5', '11.2'],
  ['version', '1.2.2020', 'note'],
  ['id', 'male', 'female'],
  ['id', 'm', 'f'],
  ['town', 'Men', 'Women', 'Total'],
  ['industry', '0-9', '10-49', '50-249', '250+'],
  ['well', 'A01', 'A02', 'B01', 'B02'],
  ['time', 'CH1', 'CH2', 'CH3', 'CH4', 'CH5', 'CH6', 'CH7', 'CH8'],
  ['x', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  ['stock', 'AL', 'AR', 'AZ', 'CA', 'CO', 'DE', 'GA', 'ID'],
];

it.each(careless)('a table with the columns %j keeps them', async (...names) => {
  const random = seededRandom(names.length);
  const rows = Array.from({ length: 20 }, (_, at) => [
    `r${at}`,
    ...names.slice(1).map(() => Math.floor(random() * 100)),
  ]);
  const path = await store.file('careless.csv', [names, ...rows].map((row) => row.join(',')).join('\n'));
  expect((await store.rows.preview({ path }, 'show', store.folder)).periods?.applied ?? false).toBe(false);
});
