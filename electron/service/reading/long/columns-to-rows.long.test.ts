import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import { IngestError, type ReadingOptions } from '../reading.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** What a file is previewed as, and what its version then has. */
async function publish(text: string, asked: Partial<ReadingOptions> = {}, name = 'wide.csv') {
  const path = await store.file(name, text);
  const preview = await store.rows.preview({ path, ...asked }, 'show', store.folder);
  number += 1;
  const version = await store.rows.ingest(`long-${number}`, preview.plan, {}, {});
  const rows = await store.page(version);
  const survey = await store.rows.survey(preview.plan, { rows: 0, whole: true }, {});
  return { preview, version, rows, survey };
}

const population = 'Land;2019;2020;2021\nBayern;13,1;13,1;13,2\nBremen;0,7;..;0,7\n';

describe('columns of years', () => {
  it('become rows, in the preview as in the version', async () => {
    const { preview, version, rows, survey } = await publish(population);
    expect(rows).toEqual([
      { Land: 'Bayern', year: 2019, value: 13.1 },
      { Land: 'Bayern', year: 2020, value: 13.1 },
      { Land: 'Bayern', year: 2021, value: 13.2 },
      { Land: 'Bremen', year: 2019, value: 0.7 },
      { Land: 'Bremen', year: 2020, value: null },
      { Land: 'Bremen', year: 2021, value: 0.7 },
    ]);
    expect(preview.survey.rows).toEqual(
      rows.map((row) => Object.values(row as object).map((v) => (v === null ? null : String(v)))),
    );
    expect(preview.survey.lines).toEqual([2, 2, 2, 3, 3, 3]);
    expect(preview.periods).toEqual({ applied: true, count: 3, first: '2019', last: '2021' });
    expect(survey.records).toBe(6);
    expect(version.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'Land char',
      'year integer',
      'value float',
    ]);
    expect(version.conversions).toContainEqual({ code: 'columns-to-rows', values: { count: 3, column: 'year' } });
  });

  it('stay columns if that is said', async () => {
    const { preview, version } = await publish(population, { rowsFrom: null });
    expect(version.columns.map(({ name }) => name)).toEqual(['Land', '2019', '2020', '2021']);
    expect(preview.periods).toBeNull();
  });

  it('stay columns, and are offered, if another number would be repeated', async () => {
    const text = 'Land;2019;2020;Change\nBayern;1;2;100\nBremen;1;3;200\n';
    const { preview, version } = await publish(text);
    expect(version.columns).toHaveLength(4);
    expect(preview.periods).toEqual({ applied: false, count: 2, first: '2019', last: '2020' });
    const long = await publish(text, { rowsFrom: {} });
    expect(long.rows).toHaveLength(4);
    expect(long.rows[0]).toEqual({ Land: 'Bayern', Change: 100, year: 2019, value: 1 });
  });

  it('become rows by a pattern with the names that are said', async () => {
    const rowsFrom = { pattern: '20*', into: ['jahr', 'einwohner'] };
    const { rows } = await publish(population, { rowsFrom });
    expect(rows[1]).toEqual({ Land: 'Bayern', jahr: 2020, einwohner: 13.1 });
    await expect(publish(population, { rowsFrom: { pattern: '19*', into: ['a', 'b'] } })).rejects.toBeInstanceOf(
      IngestError,
    );
  });

  it('can be typed, named and dropped as columns of the long table', async () => {
    const columns = [
      { source: 'year', type: 'text', name: 'Jahr' },
      { source: 'Land', drop: true },
    ] as const;
    const { rows } = await publish(population, { columns });
    expect(rows[0]).toEqual({ Jahr: '2019', value: 13.1 });
  });

  it('stay columns for who names one', async () => {
    const { version } = await publish(population, { columns: [{ source: '2019', type: 'text' }] });
    expect(version.columns.map(({ name }) => name)).toContain('2019');
  });
});

describe('columns become rows beside', () => {
  it.each([
    ['a year and a month', 'Year,Month,AT,BE,BG,CY,CZ,DE,DK,EL', '2020,1,1,2,3,4,5,6,7,8', '2020,2,1,2,3,4,5,6,7,9'],
    ['a year and an age', 'Year,Age,Men,Women', '2020,0,5,6', '2020,1,7,8'],
    ['a year of reporting', 'Land,Berichtsjahr,Jan,Feb,Mär', 'A,2020,1,2,3', 'A,2021,4,5,6'],
    ['codes by their names', 'Kreis,Kreisschlüssel,AGS,2020,2021', 'A,7,1001,1,2', 'B,7,1002,3,4'],
    ['a rank', 'Land,Rang,2020,2021', 'A,7,1,2', 'B,9,3,4'],
    ['a code before its name', 'Region,Part,Name,2020,2021', 'A,1,x,1,2', 'A,2,y,3,4'],
    ['a number of the record', 'N,Land,2020,2021', '1,A,1,2', '2,B,3,4'],
    ['coordinates', 'Town,lat,lon,2020,2021', 'A,50.5,10.5,1,2', 'B,51.5,11.5,3,4'],
    ['nothing between them', 'Land,2020,,2021', 'A,1,,2', 'B,3,,4'],
    ['a remark on the record', 'Land,2020,2021,Remark', 'A,1,2,x', 'B,3,4,y'],
  ])('%s', async (_, ...lines) => {
    const path = await store.file('beside.csv', `${lines.join('\n')}\n`);
    const { periods } = await store.rows.preview({ path }, 'show', store.folder);
    expect(periods?.applied).toBe(true);
  });
});

describe('columns are only offered as rows beside', () => {
  it.each([
    ['their total', 'Comunidad,Ambos sexos,Hombres,Mujeres', 'Galicia,100,40,60', 'Murcia,200,95,105'],
    ['their total at the beginning', 'Ambos sexos,Comunidad,Hombres,Mujeres', '101,A,40,60', '201,B,95,105'],
    ['their sum at the beginning', 'Inhabitants,Town,Men,Women', '3,A,1,2', '7,B,3,4'],
    ['the total of months', 'Year,Total,Jan,Feb,Mar', '2020,7,1,2,3', '2021,9,2,3,4'],
    ['the year of quarters', 'Region,2023,Q1 2023,Q2 2023', 'A,10,1,2', 'B,14,2,3'],
    ['a change', 'Land,Change 2021,2020,2021', 'A,5,10,15', 'B,7,20,27'],
    ['a measure', 'Land,Population,2020,2021', 'A,100,10,15', 'B,200,20,27'],
    ['a measure before its unit', 'Land,Population,Unit,2020,2021', 'A,100,persons,1,2', 'B,200,persons,3,4'],
    ['last year', 'Land,Vorjahr,Jan,Feb,Mär', 'A,5,1,2,3', 'B,7,2,3,4'],
    ['a group of them', 'Jahr,EU27,AT,BE,BG,CY,CZ,DE,DK,EL', '2019,37,1,2,3,4,5,6,7,8', '2020,38,1,2,3,4,5,6,7,8'],
    ['marks without a name', 'Region,2020,,2021,', 'A,10.5,p,12.5,', 'B,10.5,,11.5,b'],
    ['marks after the last one', 'Region,2020,2021,', 'A,10.5,12.5,p', 'B,10.5,11.5,b'],
    ['marks with a name', 'Region,2020,Flag,2021,Flag', 'A,10.5,p,12.5,', 'B,10.5,,11.5,b'],
    ['marks before them', 'Region,Flag,2020,Flag,2021', 'A,p,10.5,,12.5', 'B,,10.5,b,11.5'],
    ['marks of sexes', 'Town,Men,Note,Women,Note', 'A,1,p,2,', 'B,3,,4,b'],
  ])('%s', async (_, ...lines) => {
    const path = await store.file('beside.csv', `${lines.join('\n')}\n`);
    const { periods } = await store.rows.preview({ path }, 'show', store.folder);
    expect(periods?.applied).toBe(false);
  });
});

it('sexes and ages become rows where they can be nothing else, and stay columns if that is said', async () => {
  const text = 'Land;unter 15 Jahre;15 bis 64 Jahre;65 Jahre\nBayern;1,5;2,5;3,5\nBremen;4,5;5,5;6,5\n';
  const { preview, rows } = await publish(text.replace('65 Jahre', '65 bis 99 Jahre'));
  expect(preview.periods).toMatchObject({ applied: true, group: 'age', count: 3 });
  expect(rows[1]).toEqual({ Land: 'Bayern', age: '15 bis 64 Jahre', value: 2.5 });
  const sexes = await publish('town,Men,Women\nUlm,1,2\nKöln,3,4\n', { rowsFrom: null });
  expect(sexes.version.columns).toHaveLength(3);
  const offered = await publish('town,male,female\nUlm,1,0\nKöln,0,1\n');
  expect([offered.preview.periods?.applied, offered.version.columns.length]).toEqual([false, 3]);
});

it('measures of periods become a column each, with a type of its own', async () => {
  const text = 'Land,2019,,2020,\n,Births,Note,Births,Note\nA,1,x,2,\nB,3,,4,y\n';
  const { rows, version } = await publish(text, { rowsFrom: {}, headerRows: 2 });
  expect(rows[0]).toEqual({ Land: 'A', year: 2019, Births: 1, Note: 'x' });
  expect(version.columns.map(({ type }) => type)).toEqual(['char', 'integer', 'integer', 'char']);
});

it('months and quarters are dates in ISO 8601', async () => {
  const { version, rows } = await publish('Land,Jan 2023,Feb 2023,März 2023\nA,1,2,3\nB,4,5,6\n');
  expect(rows.map((row) => (row as { month: string }).month).slice(0, 3)).toEqual(['2023-01', '2023-02', '2023-03']);
  expect(version.columns[1]).toMatchObject({ name: 'month', moment: 'month' });
});

it('days that can be read in two orders are turned once one is chosen, by a pattern too', async () => {
  const text = 'Région;01/01/2020;01/02/2020\nCorse;1,5;2,5\nBretagne;4,5;5,5\n';
  const { preview, version } = await publish(text);
  expect([preview.periods?.applied, version.columns.length]).toEqual([false, 3]);
  const chosen = await publish(text, { dates: 'month-first' });
  expect(chosen.rows[1]).toEqual({ Région: 'Corse', date: '2020-01-02', value: 2.5 });
  const rowsFrom = { pattern: '0*', into: ['day', 'rate'] };
  const unclear = await publish(text, { rowsFrom });
  expect(unclear.rows[1]).toEqual({ Région: 'Corse', day: '01/02/2020', rate: 2.5 });
  const stated = await publish(text, { rowsFrom, dates: 'day-first' });
  expect(stated.rows[1]).toEqual({ Région: 'Corse', day: '2020-02-01', rate: 2.5 });
  const evident = await publish(text.replace('01/02', '01/31').replace('01/01', '02/01'), { rowsFrom });
  expect(evident.rows[0]).toEqual({ Région: 'Corse', day: '2020-02-01', rate: 1.5 });
});

it('a bad value is named with the line of its record', async () => {
  const text = `Land,2019,2020\n${'A,1,2\n'.repeat(3)}B,1,many\n`;
  const preview = await store.rows.preview({ path: await store.file('bad.csv', text) }, 'show', store.folder);
  const columns = [{ source: 'value', type: 'integer' }] as const;
  const rejects = await store.file('rejects.csv', '');
  const failure = await store.rows.ingest('bad', { ...preview.plan, columns }, {}, {}).catch((error) => error);
  expect(failure.badValues).toMatchObject([{ line: 5, column: 'value', value: 'many' }]);
  const version = await store.rows.ingest('kept', { ...preview.plan, columns }, { rejects }, {});
  expect([version.rows, version.rejected]).toEqual([7, 1]);
});

it("next year's file is appended to a long dataset although its columns differ", async () => {
  const first = await publish(population);
  const path = await store.file('next.csv', 'Land;2022;2023\nBayern;13,4;13,4\nBremen;0,7;0,7\n');
  const { plan } = await store.rows.preview({ path }, 'show', store.folder);
  const both = await store.rows.ingest('both', plan, { appendTo: first.version }, {});
  expect(both.rows).toBe(10);
  expect(both.columns.map(({ name }) => name)).toEqual(['Land', 'year', 'value']);
  expect((await store.page(both)).at(-1)).toEqual({ Land: 'Bremen', year: 2023, value: 0.7 });
});

it('units below the headings are offered as such first, and then describe the values', async () => {
  const path = await store.file('units.csv', 'Land;2020;2021\n;1000 t;1000 t\nA;1,5;2,5\nB;3,5;4,5\nC;5,5;6,5\n');
  const first = await store.rows.preview({ path }, 'show', store.folder);
  expect([first.periods?.applied, first.unitsRows]).toEqual([false, 1]);
  const { periods, notes, survey } = await store.rows.preview({ path, leaveOut: [2] }, 'show', store.folder);
  expect(periods?.applied).toBe(true);
  expect(survey.rows[0]).toEqual(['A', '2020', '1.5']);
  expect(notes?.columns).toEqual([{ source: 'value', description: '1000 t' }]);
});

it('files of several years are combined as one long table', async () => {
  const files = [
    await store.file('a.csv', 'Land,2019,2020\nA,1,2\nB,3,4\n'),
    await store.file('b.csv', 'Land,2021,2022\nA,5,6\nB,7,8\n'),
  ];
  const { plan } = await store.rows.preview({ path: store.folder, combine: { files } }, 'show', store.folder);
  const version = await store.rows.ingest('combined', plan, {}, {});
  expect(await store.page(version)).toHaveLength(8);
});

it('JSON becomes rows too', async () => {
  const records = JSON.stringify([
    { country: 'A', 2019: 1.125, 2020: 2 },
    { country: 'B', 2019: '..', 2020: null },
  ]);
  const { rows } = await publish(records, {}, 'wide.json');
  expect(rows).toEqual([
    { country: 'A', year: 2019, value: 1.125 },
    { country: 'A', year: 2020, value: 2 },
    { country: 'B', year: 2019, value: null },
    { country: 'B', year: 2020, value: null },
  ]);
});

it('10,000 records of 1,000 periods become ten million rows', { timeout: 240_000 }, async () => {
  const days = Array.from({ length: 1000 }, (_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10));
  const record = (at: number) => `region ${at},${days.map((_, day) => (at * day) % 1000).join(',')}\n`;
  const text = `region,${days.join(',')}\n${Array.from({ length: 10_000 }, (_, at) => record(at)).join('')}`;
  const { version } = await publish(text);
  expect(version.rows).toBe(10_000_000);
  expect(version.columns.map(({ name }) => name)).toEqual(['region', 'date', 'value']);
});
