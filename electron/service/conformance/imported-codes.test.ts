import { expect, it, vi } from 'vitest';
import { fileWithUnlabelledValue, statisticsFile } from '../reading/formats/stated/testing/statistics-files.ts';
import { actingOn, namespaces } from './testing/acting.ts';
import { datasets, form, publishingTo, reviewed } from './testing/publishing.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as } = actingOn(under);
const { publish } = publishingTo(under);

/** A JSON-stat table of two regions and their country by year. */
const table = (values: readonly number[], bavaria = 'Bavaria') =>
  JSON.stringify({
    version: '2.0',
    class: 'dataset',
    id: ['region', 'year'],
    size: [3, 2],
    dimension: {
      region: {
        category: {
          index: ['DE', 'BY', 'BE'],
          label: { DE: 'Germany', BY: bavaria, BE: 'Berlin' },
          child: { DE: ['BY', 'BE'] },
        },
      },
      year: { category: { index: ['2020', '2021'] } },
    },
    value: values,
  });

const px = `CHARSET="ANSI";
CODEPAGE="utf-8";
MATRIX="T";
TITLE="People by sex";
STUB="sex";
HEADING="year";
VALUES("sex")="Women","Men";
CODES("sex")="F","M";
VALUES("year")="2020","2021";
DATA=
1 2
3 4;
`;

const publishNew = async (slug: string, content: string | Buffer, name: string) => {
  const body = form(content, name, { slug, label: slug });
  const got = await under.ask(datasets, as('owner', { method: 'POST', body }));
  expect([got.status, got.text]).toEqual([202, expect.any(String)]);
  const read = async () => await under.ask(`${datasets}${slug}/data/`, as('owner'));
  await vi.waitUntil(async () => (await read()).json?.count > 0, { timeout: 60_000 });
  return `${datasets}${slug}/`;
};

const codesOf = async (dataset: string) => {
  const { results = [] } = (await under.ask(`${dataset}columns/`)).json;
  return Object.fromEntries(
    results.flatMap((one: { name: string; codes: string | null }) =>
      one.codes === null ? [] : [[one.name, one.codes]],
    ),
  );
};

it('A statistical table brings its code lists, one for the same content', async () => {
  const first = await publishNew('people-1', table([1, 2, 3, 4, 5, 6]), 'people.json');
  const { region } = await codesOf(first);
  expect(await codesOf(first)).toEqual({ region: expect.stringMatching(/region-codes-[0-9a-f]{12}/) });
  const list = region.slice(under.base.length);
  expect((await under.ask(`${list}data/`)).json.results).toEqual([
    { code: 'DE', label: 'Germany', parent: null, order: 1 },
    { code: 'BY', label: 'Bavaria', parent: 'DE', order: 2 },
    { code: 'BE', label: 'Berlin', parent: 'DE', order: 3 },
  ]);
  expect((await under.ask(`${first}data/?region__under=DE`)).json.count).toBe(6);
  const { versions } = (await under.ask(first)).json;
  const metadata = JSON.parse(Buffer.from(versions[0].metadata, 'base64').toString('utf8'));
  expect(metadata.codes).toEqual({ region: expect.stringMatching(/^city\/region-codes-[0-9a-f]{12}@\d{20}$/) });
  const second = await publishNew('people-2', table([6, 5, 4, 3, 2, 1]), 'other.json');
  expect(await codesOf(second)).toEqual({ region });

  // Before it is published, the list that it will bring is known.
  const other = await reviewed(
    under.service,
    'people-2',
    'hamburg.json',
    table([1, 1, 1, 1, 1, 1]).replaceAll('BE', 'HH'),
  );
  expect(other?.unlisted).toEqual([]);

  // A later version brings its list, unless the column has another one, or none.
  await publish(second, { body: table([1, 1, 1, 1, 1, 1], 'Bayern'), headers: { 'content-type': 'application/json' } });
  const { region: changed } = await codesOf(second);
  expect(changed).not.toBe(region);
  const removed = await under.ask(`${second}columns/region/`, as('owner', { method: 'PATCH', json: { codes: null } }));
  expect(removed.status).toBe(200);
  await publish(second, { body: table([2, 2, 2, 2, 2, 2]), headers: { 'content-type': 'application/json' } });
  expect(await codesOf(second)).toEqual({});
});

it('A table that is added to another keeps the codes of the rows before', async () => {
  const dataset = await publishNew('added', table([1, 2, 3, 4, 5, 6]), 'first.json');
  const { region } = await codesOf(dataset);
  const add = async (content: string) =>
    await publish(dataset, { body: form(content, 'more.json', { mode: 'append' }) });
  // Nothing new: the same list.
  await add(table([7, 8, 9, 10, 11, 12]));
  expect(await codesOf(dataset)).toEqual({ region });
  await add(table([7, 8, 9, 10, 11, 12], 'Bayern').replaceAll('BE', 'HH').replace('Berlin', 'Hamburg'));
  const { region: both } = await codesOf(dataset);
  const { results } = (await under.ask(`${both.slice(under.base.length)}data/`)).json;
  expect(results.map(({ code, label }: Record<string, string>) => `${code} ${label}`)).toEqual([
    'DE Germany',
    'BY Bayern',
    'BE Berlin',
    'HH Hamburg',
  ]);
  const { json } = await under.ask(`${dataset}columns/region/unlisted/`);
  expect([json.codes, json.count]).toEqual([both, 0]);
});

it('A hidden dataset has lists of its own, which are hidden too', async () => {
  const body = form(table([1, 2, 3, 4, 5, 6]), 'people.json', { slug: 'people-hidden', label: 'x', hidden: 'true' });
  expect((await under.ask(datasets, as('owner', { method: 'POST', body }))).status).toBe(202);
  const column = `${datasets}people-hidden/columns/region/`;
  const read = async () => (await under.ask(column, as('owner'))).json.codes ?? null;
  await vi.waitUntil(async () => (await read()) !== null, { timeout: 60_000 });
  const list = (await read()).slice(under.base.length);
  expect([(await under.ask(list, as('owner'))).json.hidden, (await under.ask(list)).status]).toEqual([true, 404]);
  const twin = form(table([9, 9, 9, 9, 9, 9]), 'people.json', { slug: 'people-twin', label: 'x', hidden: 'true' });
  expect((await under.ask(datasets, as('owner', { method: 'POST', body: twin }))).status).toBe(202);
  const ofTwin = async () =>
    (await under.ask(`${datasets}people-twin/columns/region/`, as('owner'))).json.codes ?? null;
  await vi.waitUntil(async () => (await ofTwin()) !== null, { timeout: 60_000 });
  expect((await ofTwin()).slice(under.base.length)).toBe(list);

  // They are shown with the last dataset that has them.
  const show = (slug: string) =>
    under.ask(`${datasets}${slug}/`, as('owner', { method: 'PATCH', json: { hidden: false } }));
  expect((await show('people-hidden')).status).toBe(200);
  expect([(await under.ask(column)).json.codes, (await under.ask(list)).status]).toEqual([null, 404]);
  expect((await show('people-twin')).status).toBe(200);
  expect([(await under.ask(column)).json.codes, (await under.ask(list)).status]).toEqual([under.base + list, 200]);
});

it('A PC-Axis table brings its code lists beside its labels', async () => {
  const dataset = await publishNew('people-by-sex', px, 'people.px');
  expect((await under.ask(`${dataset}data/?limit=1`)).json.results[0]).toMatchObject({ sex: 'F', sex_label: 'Women' });
  const { sex } = await codesOf(dataset);
  expect((await under.ask(`${sex.slice(under.base.length)}data/`)).json.results).toEqual([
    { code: 'F', label: 'Women', order: 1 },
    { code: 'M', label: 'Men', order: 2 },
  ]);
  expect(sex).toContain(`${namespaces}city/datasets/sex-codes-`);
});

const sizesIn = new Map<string, string>();

it.each([
  ['byte.sav', '1', '2'],
  ['zlib.sav', '1', '2'],
  ['13.dta', '0', '1'],
  ['15.dta', '0', '1'],
  ['old.dta', '0', '1'],
] as const)('The labels of values in %s are a code list, one for the same labels', async (name, large, small) => {
  const dataset = await publishNew(`labels-${name.replace('.', '-')}`, statisticsFile(name), name);
  const codes = await codesOf(dataset);
  expect(codes).toEqual({ size: sizesIn.get(large) ?? expect.stringMatching(/size-codes-/) });
  sizesIn.set(large, codes.size);
  expect((await under.ask(`${codes.size.slice(under.base.length)}data/`)).json.results).toEqual([
    { code: large, label: 'large', order: 1 },
    { code: small, label: 'small', order: 2 },
  ]);
  expect((await under.ask(`${dataset}data/?fields=size&_labels=true&limit=1`)).json.results).toEqual([
    { size: Number(large), size_label: 'large' },
  ]);
  expect((await under.ask(`${dataset}columns/size/unlisted/`)).json.count).toBe(0);
});

it('Codes that look like missing values are codes', async () => {
  const category = {
    index: ['NA', '-', 'null', '1e3'],
    label: { NA: 'Namibia', '-': 'Total', null: 'None', '1e3': 'E' },
  };
  const dimension = { land: { category }, year: { category: { index: ['2020'] } } };
  const content = {
    version: '2.0',
    class: 'dataset',
    id: ['land', 'year'],
    size: [4, 1],
    dimension,
    value: [1, 2, 3, 4],
  };
  const dataset = await publishNew('like-missing', JSON.stringify(content), 'like-missing.json');
  const labels = ['Namibia', 'Total', 'None', 'E'];
  const { results } = (await under.ask(`${dataset}data/?_labels=true`)).json;
  expect(results.map((row: { land: string; land_label: string }) => [row.land, row.land_label])).toEqual(
    category.index.map((code, at) => [code, labels[at]]),
  );
  const { land } = await codesOf(dataset);
  expect((await under.ask(`${land.slice(under.base.length)}data/`)).json.results).toEqual(
    category.index.map((code, at) => ({ code, label: labels[at], order: at + 1 })),
  );
  expect((await under.ask(`${dataset}columns/land/unlisted/`)).json.count).toBe(0);
});

it('A value without a label in a file of labels is in no list', async () => {
  const dataset = await publishNew('unlabelled', fileWithUnlabelledValue(), 'unlabelled.sav');
  const { size } = await codesOf(dataset);
  expect((await under.ask(`${size.slice(under.base.length)}data/`)).json.results).toEqual([
    { code: '1', label: 'large', order: 1 },
    { code: '5', label: 'small', order: 2 },
  ]);
  const { count, values } = (await under.ask(`${dataset}columns/size/unlisted/`)).json;
  expect([count, values]).toEqual([1, [{ value: '2', rows: 1, listed: false }]]);
});

it('A column that is left out has no list', async () => {
  const columns = JSON.stringify([
    { source: 'region', name: 'place' },
    { source: 'year', drop: true },
  ]);
  const body = form(table([1, 2, 3, 4, 5, 6]), 'renamed.json', { slug: 'renamed', label: 'renamed', columns });
  const got = await under.ask(datasets, as('owner', { method: 'POST', body }));
  expect([got.status, got.text]).toEqual([202, expect.any(String)]);
  await vi.waitUntil(async () => Object.keys(await codesOf(`${datasets}renamed/`)).length > 0, { timeout: 60_000 });
  expect(Object.keys(await codesOf(`${datasets}renamed/`))).toEqual(['place']);
});
