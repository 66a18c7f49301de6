import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { type Engine, openEngine } from '../../engine/engine.ts';
import type { Session } from '../../engine/session.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import type { Relation } from '../formats/relation.ts';
import type { ColumnReading, ValueOptions } from './column-reading.ts';
import { columnsAtOnce, inferReadings, inferWhole, sampleRecords } from './infer.ts';
import { presentValue } from './missing-marks.ts';
import { momentConversion, momentKind } from './moment-reading.ts';
import { numberConversion, plainNumbers, textConversion } from './text-conversion.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryBytes: 2 ** 28, threads: 1, spillFolder: tmpdir(), functions: {}, alone: true });
});
afterAll(() => engine.close());

const inEngine = <Result>(work: (session: Session) => Promise<Result>) => engine.long({ caller: 'test' }, work);
const text = (value: string | null) => (value === null ? 'NULL' : quoteLiteral(value));

type Values = readonly (string | null)[];
interface Given {
  readonly options?: Partial<ValueOptions>;
  readonly form?: Relation['form'];
  readonly delimiter?: string;
  readonly kind?: Extract<SourceColumn, { form: 'text' }>['kind'];
}

/** A relation of columns side by side; shorter ones are filled up with missing values. */
async function relationOf(
  session: Session,
  columns: Readonly<Record<string, Values>>,
  { options = {}, form = 'delimited', delimiter = ',', kind = 'guess' }: Given = {},
): Promise<Relation> {
  const names = Object.keys(columns);
  const length = Math.max(...Object.values(columns).map((values) => values.length));
  const rows = Array.from(
    { length },
    (_, at) => `(${names.map((name) => text(columns[name]?.[at] ?? null)).join(', ')})`,
  );
  const typed = names.map((_, at) => `c${at}::VARCHAR AS c${at}`).join(', ');
  await session.run(
    `CREATE OR REPLACE TEMP TABLE records AS SELECT ${typed} FROM (VALUES ${rows.join(', ')}) AS t(${names.map((_, at) => `c${at}`).join(', ')})`,
  );
  return {
    from: 'records',
    form,
    delimiter,
    numbers: plainNumbers,
    conversions: [],
    valueOptions: { findMissing: true, ...options },
    columns: names.map((name, at) => ({ form: 'text', name, reference: `c${at}`, kind })),
  };
}

/** The values of a column as its reading converts them. */
async function converted(session: Session, column: SourceColumn, reading: ColumnReading): Promise<unknown[]> {
  const reference = presentValue(
    column.reference,
    reading.missing.map((mark) => mark.text),
  );
  const { type, moment, numbers } = reading;
  const value =
    moment !== null
      ? momentConversion(reference, moment).value
      : type === 'integer' || type === 'float'
        ? numberConversion(reference, type, numbers).value
        : type === 'geometry'
          ? `ST_AsText(${textConversion(reference, type, plainNumbers).value})`
          : reference;
  const rows = await session.rows(`SELECT CASE WHEN ${reference} = '' THEN NULL ELSE ${value} END FROM records`);
  return rows.map(([cell]) => (typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell));
}

/** What columns are inferred to be: type or kind of moment, the converted values, and any doubt. */
async function inferred(columns: Readonly<Record<string, Values>>, given: Given = {}) {
  return await inEngine(async (session) => {
    const relation = await relationOf(session, columns, given);
    const { columns: readings, file } = await inferReadings(session, relation, relation.columns);
    const found: Record<string, { as: string; values: unknown[]; reading: ColumnReading }> = {};
    for (const column of relation.columns) {
      const reading = readings.get(column);
      if (reading === undefined) continue;
      const as =
        reading.doubt?.kind === 'date-order'
          ? `doubt: ${reading.doubt.orders.join(' or ')}`
          : reading.doubt !== null
            ? 'doubt'
            : reading.moment === null
              ? reading.type
              : momentKind(reading.moment.form);
      found[column.name] = { as, values: await converted(session, column, reading), reading };
    }
    return { found, file };
  });
}

async function one(values: Values, given: Given = {}, name = 'a') {
  const { found } = await inferred({ [name]: values }, given);
  const column = found[name];
  if (column === undefined) throw new Error('There is no reading.');
  return column;
}

/** Columns, what they are, and their converted values. Side by side, because a statement of many is as quick as of one. */
const cases: readonly [as: string, values: Values, converted: unknown[], name?: string][] = [
  ['integer', ['1', '-20', ' 5 '], [1, -20, 5]],
  ['integer', ['+5', '-3', '0'], [5, -3, 0]],
  ['integer', ['1,234', '12', '1,234,567'], [1234, 12, 1234567]],
  ['integer', ['12,34,567', '1,50,000', '5'], [1234567, 150000, 5]],
  ['integer', ['1\u202f234', '12'], [1234, 12]],
  ['integer', ['\u22125', '-3', '4'], [-5, -3, 4]],
  ['integer', ['9223372036854775807', '1'], [9223372036854775807n, 1]],
  ['float', ['1.5', '.5', '-2.25', '3.'], [1.5, 0.5, -2.25, 3]],
  ['float', ['1.5e10', '2E-3', '1e5'], [1.5e10, 0.002, 1e5]],
  ['float', ['1.234,5', '12,5'], [1234.5, 12.5]],
  ['float', ['-0', '5'], [-0, 5]],
  ['float', ['0.30000000000000004', '0.1'], [0.30000000000000004, 0.1]],
  ['float', ['12345678901234.56', '0.10'], [12345678901234.56, 0.1]],
  ['float', ['0e-5', '1.5'], [0, 1.5]],
  ['text', ['007', '010'], ['007', '010']],
  ['text', ['1.9', '1.10', '1.1'], ['1.9', '1.10', '1.1']],
  ['text', ['1,50', '1,5', '1,500'], ['1,50', '1,5', '1,500']],
  ['float', ['1.50', '2.5', '3.500'], [1.5, 2.5, 3.5]],
  ['text', ['9223372036854775808', '1'], ['9223372036854775808', '1']],
  ['text', ['12345678901234567.89', '0.10'], ['12345678901234567.89', '0.10']],
  ['text', ['9007199254740993', '1.5'], ['9007199254740993', '1.5']],
  ['text', ['1.5e400', '2.5'], ['1.5e400', '2.5']],
  ['text', ['1.5e-400', '2.5'], ['1.5e-400', '2.5']],
  ['text', ['12', 'x'], ['12', 'x']],
  ['text', ['2020_01', '2020_02'], ['2020_01', '2020_02']],
  ['text', ['', null], [null, null]],
  ['text', ['NA', 'n/a'], ['NA', 'n/a']],
  ['geometry', ['POINT (1 2)', 'LINESTRING (0 0, 1 1)'], ['POINT (1 2)', 'LINESTRING (0 0, 1 1)']],
  ['geometry', ['{"type":"Point","coordinates":[1,2]}', null], ['POINT (1 2)', null]],
  ['geometry', ['SRID=4326;POINT(1 2)'], ['POINT (1 2)']],
  ['geometry', ['0101000000000000000000F03F0000000000000040'], ['POINT (1 2)']],
  ['text', ['POINT (1 2)', 'POINT (1)'], ['POINT (1 2)', 'POINT (1)']],
  ['text', ['POINT (1 2)', 'there'], ['POINT (1 2)', 'there']],
  ['text', ['{"type":"Point"}'], ['{"type":"Point"}']],
  ['date', ['2020-01-05', '2019-12-31'], ['2020-01-05', '2019-12-31']],
  ['date', ['2020/1/5', '2019/12/31'], ['2020-01-05', '2019-12-31']],
  ['date', ['05/01/2020', '31/12/2019'], ['2020-01-05', '2019-12-31']],
  ['date', ['01/05/2020', '12/31/2019'], ['2020-01-05', '2019-12-31']],
  ['date', ['5.1.2020', '31.12.2019'], ['2020-01-05', '2019-12-31']],
  ['date', ['5 Jan 2020', '31 Dec 2019'], ['2020-01-05', '2019-12-31']],
  ['date', ['1. März 2020', '31. Dezember 2019'], ['2020-03-01', '2019-12-31']],
  ['date', ['Sunday, 5 January 2020', 'Tue 2019-12-31'], ['2020-01-05', '2019-12-31']],
  ['date', ['2020年1月5日', '2019年12月31日'], ['2020-01-05', '2019-12-31']],
  ['month', ['2020年1月', '2019年12月'], ['2020-01', '2019-12']],
  ['month', ['Jan 2020', 'Dec 2019'], ['2020-01', '2019-12']],
  ['month', ['März 2020', 'marzo de 2019'], ['2020-03', '2019-03']],
  ['month', ['2020-01', '2019-12'], ['2020-01', '2019-12']],
  ['month', ['2020M01', '2019-M12'], ['2020-01', '2019-12']],
  ['month', ['01/2020', '12/2019'], ['2020-01', '2019-12']],
  ['text', ['2019-20', '2020-21'], ['2019-20', '2020-21']],
  ['quarter', ['2020-Q1', '2019 q4'], ['2020-Q1', '2019-Q4']],
  ['quarter', ['Q1 2020', 'Q4/2019'], ['2020-Q1', '2019-Q4']],
  ['week', ['2020-W01', '2020W53'], ['2020-W01', '2020-W53']],
  ['time', ['09:30', '23:59:58.5'], ['09:30', '23:59:58.5']],
  ['date-time', ['2020-01-05T09:30Z', '2019-12-31 23:59:58,5'], ['2020-01-05T09:30Z', '2019-12-31T23:59:58.5']],
  ['date-time', ['2020/1/5 9:30', '2019/12/31 23:59'], ['2020-01-05T09:30', '2019-12-31T23:59']],
  ['date-time', ['5.1.2020 9:30', '31.12.2019, 11:59 PM'], ['2020-01-05T09:30:00', '2019-12-31T23:59:00']],
  ['date-time', ['Sun, 05 Jan 2020 09:30:00 GMT'], ['2020-01-05T09:30:00Z']],
  ['date-time', ['Sun Jan  5 09:30:00 2020'], ['2020-01-05T09:30:00']],
  ['date-time-zone', ['[05/Jan/2020:09:30:00 +0200]'], ['2020-01-05T09:30:00+02:00']],
  ['text', ['2020-02-30', '2019-12-31'], ['2020-02-30', '2019-12-31']],
  ['text', ['Mon, 05 Jan 2020 09:30:00 GMT'], ['Mon, 05 Jan 2020 09:30:00 GMT']],
  ['text', ['24:00', '25:00'], ['24:00', '25:00']],
  ['doubt: day-first or month-first', ['01/02/2020', '03/04/2020'], ['01/02/2020', '03/04/2020']],
  ['doubt: day-first or month-first', ['01/02/20', '03/04/20'], ['01/02/20', '03/04/20']],
  ['doubt: day-first', ['31/01/20'], ['31/01/20']],
  ['doubt: month-first', ['01/31/20'], ['01/31/20']],
  ['doubt', ['41,902', '12,345'], ['41,902', '12,345']],
  ['date', ['20200105', '20191231'], ['2020-01-05', '2019-12-31'], 'day'],
  ['integer', ['20200105', '20191231'], [20200105, 20191231], 'today_x'],
  ['integer', ['20201305', '20191231'], [20201305, 20191231], 'day'],
  ['integer', ['17991231', '20191231'], [17991231, 20191231], 'day'],
  ['date-time-zone', ['1578216600', '631152000'], ['2020-01-05T09:30:00Z', '1990-01-01T00:00:00Z'], 'timestamp'],
  ['integer', ['1578216600', '631151999'], [1578216600, 631151999], 'timestamp'],
  ['date-time-zone', ['1578216600123'], ['2020-01-05T09:30:00.123Z'], 'created'],
  ['integer', ['1578216600'], [1578216600], 'people'],
];

it('classifies texts, and reads them', async () => {
  const named = cases.map(([, values, , name], at) => [`${at}${name ?? ''}`.replace(/^(\d+)(\D)/, '$1 $2'), values]);
  const { found } = await inferred(Object.fromEntries(named));
  const read = Object.values(found).map(({ as, values }, at) => [as, values.slice(0, cases[at]?.[1].length)]);
  expect(read).toEqual(cases.map(([as, , expected]) => [as, expected]));
});

describe('dates in two orders', () => {
  const both = ['01/02/2020', '03/04/2020'];

  it.each<[Values, ValueOptions['dates'], string, unknown[]]>([
    [both, 'day-first', 'date', ['2020-02-01', '2020-04-03']],
    [both, 'month-first', 'date', ['2020-01-02', '2020-03-04']],
    [both, 'as-text', 'text', both],
    [['31/01/2020'], 'month-first', 'text', ['31/01/2020']],
    [['31/01/2020'], 'day-first', 'date', ['2020-01-31']],
    [['01/31/2020'], 'day-first', 'text', ['01/31/2020']],
    [['31/01/20', '01/02/69'], 'day-first', 'date', ['2020-01-31', '1969-02-01']],
    [['01/31/20', '01/02/68'], 'month-first', 'date', ['2020-01-31', '2068-01-02']],
    [['2020-01-05'], 'month-first', 'date', ['2020-01-05']],
    [['2020-01-05'], 'as-text', 'text', ['2020-01-05']],
  ])('%j are read as the user says: %s', async (values, dates, as, expected) => {
    const found = await one(values, { options: { dates: dates ?? 'as-text' } });
    expect([found.as, found.values]).toEqual([as, expected]);
  });

  it('know whether their texts change', async () => {
    const converts = async (...values: string[]) => (await one(values)).reading.moment?.converts;
    expect(await converts('2020-01-05')).toBe(false);
    expect(await converts('2020-01-05', '2020/1/5')).toBe(true);
    expect(await converts('2020/01/05')).toBe(true);
    expect(await converts('31/12/2020')).toBe(true);
    expect(await converts('2020-01-05T09:30')).toBe(false);
    expect(await converts('2020-01-05 09:30')).toBe(true);
    expect(await converts('2020-Q1')).toBe(false);
    expect(await converts('2020Q1')).toBe(true);
  });
});

describe('marks for missing values', () => {
  it('are missing among numbers and dates, and stay among words', async () => {
    const { found } = await inferred({
      n: ['1', 'NA', ' NA ', '', '2.5'],
      d: ['2020-01-05', '..', '2020-12-31', null, '  '],
      t: ['x', 'NA', 'y', '', null],
    });
    expect(found.n).toMatchObject({ as: 'float', values: [1, null, null, null, 2.5] });
    expect(found.n?.reading).toMatchObject({
      missing: [{ text: 'NA', count: 2 }],
      marks: ['NA'],
      values: 2,
      shaped: 2,
    });
    expect(found.d).toMatchObject({ as: 'date', values: ['2020-01-05', null, '2020-12-31', null, null] });
    expect(found.d?.reading).toMatchObject({ values: 2, shaped: 2 });
    expect(found.t).toMatchObject({ as: 'text', values: ['x', 'NA', 'y', null, null] });
    expect(found.t?.reading).toMatchObject({ missing: [], marks: ['NA'], values: 3, shaped: 0 });
  });

  it('are at most five, or none if they are not looked for', async () => {
    const marks = ['NA', '-', '..', ':', 'n/a', 'NULL'];
    expect((await one(['1', ...marks.slice(0, 5)])).as).toBe('integer');
    expect((await one(['1', ...marks])).as).toBe('text');
    const found = await one(['1', 'NA'], { options: { findMissing: false } });
    expect([found.as, found.values, found.reading.marks]).toEqual(['text', ['1', 'NA'], []]);
    expect((await one(['1', '2'], { options: { findMissing: false } })).as).toBe('integer');
  });

  it('alone are values of no type', async () => {
    const found = await one(['NA', 'NA']);
    expect(found.reading).toMatchObject({ type: 'text', missing: [], marks: ['NA'], values: 2 });
  });
});

describe('the notation of numbers', () => {
  it('is that of the file', async () => {
    const comma = await inferred({ a: ['1.234', '5.678'], b: ['1,5', '2,25'] }, { delimiter: ';' });
    expect(comma.file).toEqual({ decimalPoint: false, decimalComma: true, delimiter: ';' });
    expect(comma.found.a).toMatchObject({ as: 'integer', values: [1234, 5678] });
    const point = await inferred({ a: ['1.234', '5.678'], b: ['1.5', '2.25'] }, { delimiter: ';' });
    expect(point.file).toEqual({ decimalPoint: true, decimalComma: false, delimiter: ';' });
    expect(point.found.a).toMatchObject({ as: 'float', values: [1.234, 5.678] });
  });

  it('is that of the options, also where other values are', async () => {
    const options = { decimalComma: true, thousands: '.' };
    const found = await one(['1.234,5', 'x'], { options });
    expect(found.as).toBe('text');
    expect(found.reading.numbers).toMatchObject(options);
    const unknown = await inferred({ a: ['x'], b: ['1,5'] });
    expect(unknown.found.a?.reading.numbers).toMatchObject({ decimalComma: true, thousands: '' });
    const both = await inferred({ a: ['x'], b: ['1,5'], c: ['1.5'] });
    expect(both.found.a?.reading.numbers).toMatchObject({ decimalComma: false, thousands: '' });
  });
});

describe('the examined records', () => {
  it('are the first, and all if those decide nothing', async () => {
    await inEngine(async (session) => {
      const relation = await relationOf(session, { a: ['1'], b: [null], c: ['1.234'], d: ['1'] }, { delimiter: ';' });
      await session.run(`INSERT INTO records SELECT '1', NULL, '1.234', '1' FROM range(${sampleRecords})`);
      await session.run(`INSERT INTO records VALUES ('x', '7', '1.234.567', '2')`);
      const { columns } = await inferReadings(session, relation, relation.columns);
      const found = relation.columns.map((column) => columns.get(column));
      expect(found.map((reading) => [reading?.type, reading?.whole, reading?.doubt])).toEqual([
        ['integer', false, null],
        ['integer', true, null],
        ['integer', true, null],
        ['integer', false, null],
      ]);
      expect(found[0]?.values).toBe(sampleRecords);
      const whole = await inferWhole(session, relation, relation.columns.slice(0, 1), {
        decimalPoint: false,
        decimalComma: false,
        delimiter: ';',
      });
      expect([...whole.values()]).toMatchObject([{ type: 'text', whole: true, values: sampleRecords + 2 }]);
    });
  });

  it('are those of any number of columns', async () => {
    const columns = Object.fromEntries(
      Array.from({ length: columnsAtOnce + 2 }, (_, at): [string, Values] => [
        `c${at}`,
        at % 4 === 0
          ? ['1', '+2', '-3']
          : at % 4 === 1
            ? ['1.5', '', 'NA']
            : at % 4 === 2
              ? ['POINT (1 2)']
              : ['x', '12/31/2020'],
      ]),
    );
    const { found } = await inferred({ ...columns, day: ['12/31/2020', '01/02/2020'], none: [null] });
    const kinds = ['integer', 'float', 'geometry', 'text'];
    for (const [at, name] of Object.keys(columns).entries())
      expect([name, found[name]?.as]).toEqual([name, kinds[at % 4]]);
    expect(found.day).toMatchObject({ as: 'date', values: ['2020-12-31', '2020-01-02', null] });
    expect(found.none?.as).toBe('text');
  });
});

describe('columns whose format states what they are', () => {
  it('keep the types of JSON, but for marks among numbers', async () => {
    const json = { form: 'json', kind: 'float' } as const;
    expect(await one(['1', 'NaN', '2'], json)).toMatchObject({ as: 'float', values: [1, null, 2] });
    expect(await one(['NaN'], json)).toMatchObject({ as: 'float', values: [null] });
    const numbers = await one(['1', '2'], { form: 'json', kind: 'text' });
    expect([numbers.as, numbers.reading.unit]).toEqual(['text', { sign: '', type: 'integer' }]);
  });

  it('find dates among the texts of JSON only where some are to be written otherwise', async () => {
    const json = { form: 'json', kind: 'text' } as const;
    const marked = await one(['2020-01-05', 'NA'], json);
    expect([marked.as, marked.values]).toEqual(['date', ['2020-01-05', null]]);
    const mixed = await one(['2020-01-05', '2020-01-05T09:30:00'], json);
    expect([mixed.as, mixed.values]).toEqual(['date-time', ['2020-01-05T00:00:00', '2020-01-05T09:30:00']]);
    for (const values of [['2020-01-05'], ['05/01/2020', 'NA'], ['x', 'NA'], ['01/02/20', 'NA']]) {
      expect([values, (await inferred({ a: values }, json)).found]).toEqual([values, {}]);
    }
    const plain = await inferred({ a: ['2020-01-05', 'NA'] }, { ...json, options: { findMissing: false } });
    expect(plain.found).toEqual({});
  });

  it('are not guessed otherwise', async () => {
    const { found } = await inferred({ a: ['1', '2'] }, { kind: 'text' });
    expect(found).toEqual({});
    expect((await one(['1', 'POINT (1 2)'], { form: 'json' })).as).toBe('text');
    expect((await one(['POINT (1 2)'], { form: 'parquet' })).as).toBe('geometry');
  });
});

describe('numbers with the sign of a unit', () => {
  const types = async (values: Values, given: Given = {}) => {
    const { as, values: kept, reading } = await one(values, given);
    expect(kept.filter((value) => value !== null)).toEqual(values.filter((value) => value !== null && value !== ''));
    return [as, reading.unit, reading.values];
  };

  it('stay text, and state the sign and their type without it', async () => {
    expect(await types(['5%', '39 %', null])).toEqual(['text', { sign: '%', type: 'integer' }, 2]);
    expect(await types(['$4,000.50', '$7'])).toEqual(['text', { sign: '$', type: 'float' }, 2]);
    expect(await types(['€1.234', '€12'], { delimiter: ';', options: { decimalComma: true, thousands: '.' } })).toEqual(
      ['text', { sign: '€', type: 'integer' }, 2],
    );
  });

  it('may have marks of missing values among them, which are no values', async () => {
    expect(await types(['5%', 'n/a', '7%'])).toEqual(['text', { sign: '%', type: 'integer' }, 2]);
    expect((await one(['5%', 'n/a', '7%'])).reading.missing).toEqual([]);
  });

  it('are none beside other values, other signs or none', async () => {
    for (const values of [
      ['5%', 'many'],
      ['5%', '$5'],
      ['5%', '5'],
      ['5 %', '1.2.3 %'],
    ])
      expect(await types(values)).toEqual(['text', null, 2]);
  });

  it('raise a question if the mark in them is ambiguous', async () => {
    const { as, reading } = await one(['$4,000', '$2,500']);
    expect(as).toBe('doubt');
    expect(reading.unit).toBeNull();
    expect(reading.doubt).toMatchObject({
      kind: 'numbers',
      readings: [
        { thousands: ',', unitSign: '$' },
        { decimalComma: true, unitSign: '$' },
      ],
    });
  });
});
