import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { runNow } from '../../engine/run-statement.ts';
import { openSession, type Session } from '../../engine/session.ts';
import {
  dayOrTime,
  isAmbiguous,
  isIso,
  isOrdered,
  type MomentForm,
  momentConversion,
  momentForm,
  momentKind,
} from './moment-reading.ts';
import { findMoments, type MomentCandidate } from './stored-moments.ts';
import type { ColumnShapes } from './value-shapes.ts';
import { wordedMoment } from './worded-moments.ts';

let engine: DuckDBInstance;
let session: Session;
beforeAll(async () => {
  engine = await DuckDBInstance.create(':memory:', { threads: '1' });
  session = openSession(await engine.connect(), runNow, undefined);
});
afterAll(() => engine.closeSync());

/** The shapes of texts, as `valueShapes` gathers them from a file. */
function shapesOf(texts: readonly string[], others = 0): ColumnShapes {
  const shapes = texts.map((text) => ({
    shape: text.trim().replace(/\d/g, '9'),
    leadingZero: 'none' as const,
    count: 1,
  }));
  return { values: texts.length + others, shapes, marks: [], others };
}

interface Read {
  readonly value: string | null;
  readonly valid: boolean | null;
  /** What the fast path makes of it; undefined if it leaves the text to the other one. */
  readonly quick: string | null | undefined;
}

/** Reads texts in a form. */
async function read(texts: readonly string[], form: MomentForm, dayFirst = true): Promise<Read[]> {
  const { value, valid, quick } = momentConversion('t', { form, dayFirst });
  const parts =
    quick?.kind === 'tried'
      ? [quick.attempt, quick.stands(quick.attempt)]
      : [quick?.value ?? 'NULL', quick?.holds ?? 'false'];
  const rows = texts.map((text, at) => `(${at}, ${quoteLiteral(text)})`);
  const found = await session.rows(
    `SELECT ${value}, ${valid}, ${parts.join(', ')} FROM (VALUES ${rows.join(', ')}) AS texts(number, t) ORDER BY number`,
  );
  return found.map(([iso, isValid, attempt, stands]) => ({
    value: iso === null || iso === undefined ? null : String(iso),
    valid: isValid as boolean | null,
    quick: stands === true ? (attempt as string | null) : undefined,
  }));
}

/** Texts of a form with what they are in ISO 8601, and texts that look alike but are none. */
type Case = [form: MomentForm, kind: MomentKind, good: Readonly<Record<string, string>>, bad?: readonly string[]];

const cases: Case[] = [
  [
    'year-first',
    'date',
    { '2020-01-31': '2020-01-31', '2020/2/3': '2020-02-03', '1999.12.1': '1999-12-01', ' 2020-01-31 ': '2020-01-31' },
    ['2021-02-29', '2021-13-01', '2021-00-10', '2021-04-31', '2021/2/30'],
  ],
  [
    'date-time',
    'date-time',
    {
      '2020-01-31T10:00': '2020-01-31T10:00',
      '2020-01-31 10:00:59': '2020-01-31T10:00:59',
      '2020-01-31T23:59:60': '2020-01-31T23:59:60',
      '2020-01-31 10:00:00,25': '2020-01-31T10:00:00.25',
      '2020-01-31T10:00:00.123456789Z': '2020-01-31T10:00:00.123456789Z',
      '2020-01-31 10:00 +02:00': '2020-01-31T10:00+02:00',
      '2020-02-29T10:00:00+0200': '2020-02-29T10:00:00+0200',
    },
    ['2020-02-30T10:00', '2020-01-31T24:00', '2020-01-31T10:60', '2020-01-31T10:00:61'],
  ],
  [
    'year-first-time',
    'date-time',
    {
      '2020/1/5 9:30': '2020-01-05T09:30',
      '2020.01.05  19:30:15': '2020-01-05T19:30:15',
      '2020-1-5T9:30:15,5Z': '2020-01-05T09:30:15.5Z',
      '2020/1/5 9:30 +02:00': '2020-01-05T09:30+02:00',
    },
    ['2020/2/30 9:30', '2020/1/5 24:30', '2020/1/5 9:60', '2020/1/5 9:30:61'],
  ],
  [
    'time',
    'time',
    { '10:00': '10:00', '23:59:60': '23:59:60', '10:00:00.123456789': '10:00:00.123456789' },
    ['24:00', '10:60', '10:00:61'],
  ],
  [
    'day-month-year',
    'date',
    { '31/12/2020': '2020-12-31', '1.2.2020': '2020-02-01', '01-02-2020': '2020-02-01' },
    ['31/2/2020', '12/31/2020', '0/1/2020'],
  ],
  [
    'day-month-year-time',
    'date-time',
    {
      '31/12/2020 10:30': '2020-12-31T10:30:00',
      '1.2.2020, 9:05:07': '2020-02-01T09:05:07',
      '01/02/2020 12:30 pm': '2020-02-01T12:30:00',
      '01/02/2020 12:30:15AM': '2020-02-01T00:30:15',
      '01/02/2020 1:30PM': '2020-02-01T13:30:00',
    },
    ['31/2/2020 10:30', '1/2/2020 25:00', '1/2/2020 13:30 PM'],
  ],
  [
    'day-month-short-year',
    'date',
    { '31/12/20': '2020-12-31', '1.2.68': '2068-02-01', '1.2.69': '1969-02-01', '05-06-99': '1999-06-05' },
    ['31/2/20', '12/31/20'],
  ],
  [
    'east-asian-day',
    'date',
    { '2020年1月5日': '2020-01-05', '2020년 12월 31일': '2020-12-31' },
    ['2020年2月30日', '2020年13月1日'],
  ],
  ['east-asian-month', 'month', { '2020年1月': '2020-01', '2020년 12월': '2020-12' }, ['2020年13月']],
  [
    'log-time',
    'date-time-zone',
    {
      '10/Oct/2000:13:55:36 -0700': '2000-10-10T13:55:36-07:00',
      '[10/Oct/2000:13:55:36 +0200]': '2000-10-10T13:55:36+02:00',
    },
    ['31/Feb/2000:13:55:36 -0700', '10/Oct/2000:25:55:36 -0700'],
  ],
  [
    'weekday-day',
    'date',
    { 'Sunday, 5 January 2020': '2020-01-05', 'Sun 2020-01-05': '2020-01-05', 'Sonntag, 5. Januar 2020': '2020-01-05' },
    ['Monday, 5 January 2020', 'Mon 2020-01-05', 'Sunday, 31 February 2020'],
  ],
  [
    'unix-time',
    'date-time',
    { 'Sun Jan  5 09:30:00 2020': '2020-01-05T09:30:00', 'Thu Jan 15 23:59:59 1970': '1970-01-15T23:59:59' },
    ['Mon Jan  5 09:30:00 2020', 'Sun Jan  5 25:30:00 2020'],
  ],
  [
    'worded-time',
    'date-time',
    {
      'Sun, 05 Jan 2020 09:30:00 +0200': '2020-01-05T09:30:00+02:00',
      'January 5, 2020 9:30 PM': '2020-01-05T21:30:00',
      '5 January 2020 at 09:30': '2020-01-05T09:30:00',
      'Sun, 05 Jan 2020 09:30:00 GMT': '2020-01-05T09:30:00Z',
      'Sun, 05 Jan 2020 09:30 UTC': '2020-01-05T09:30:00Z',
    },
    ['Mon, 05 Jan 2020 09:30:00 +0200', 'February 30, 2020 9:30', 'January 5, 2020 25:30'],
  ],
  [
    'named-month',
    'date',
    {
      '5 Jan 2020': '2020-01-05',
      '05Jan2020': '2020-01-05',
      '05-JAN-2020': '2020-01-05',
      'March 3, 2020': '2020-03-03',
    },
    ['31 Feb 2020'],
  ],
  ['named-month-year', 'month', { 'Jan 2020': '2020-01', 'December 2021': '2021-12', 'Feb-2020': '2020-02' }],
  [
    'local-day',
    'date',
    { '1. Januar 2020': '2020-01-01', '14 de septiembre de 2020': '2020-09-14', '1er août 2020': '2020-08-01' },
    ['31. Februar 2020'],
  ],
  ['local-month', 'month', { 'März 2020': '2020-03', 'marzo de 2020': '2020-03' }],
  ['iso-month', 'month', { '2020-01': '2020-01', '1999-12': '1999-12' }, ['2020-13', '2019-20', '2020-00']],
  ['year-month', 'month', { '2020M01': '2020-01', '2020-M12': '2020-12' }, ['2020M13', '2020M00']],
  ['month-year', 'month', { '01/2020': '2020-01', '12/1999': '1999-12' }, ['13/2020', '00/2020']],
  ['quarter', 'quarter', { '2020-Q1': '2020-Q1', '2020q4': '2020-Q4', '2020 Q2': '2020-Q2' }, ['2020-Q5', '2020Q0']],
  ['quarter-year', 'quarter', { 'Q1/2020': '2020-Q1', 'q4 1999': '1999-Q4', Q22020: '2020-Q2' }, ['Q5/2020']],
  ['week', 'week', { '2020-W01': '2020-W01', '2020W53': '2020-W53' }, ['2020-W54', '2020W00']],
  ['compact', 'date', { '20200105': '2020-01-05', '18000101': '1800-01-01' }, ['20201301', '17991231', '21020101']],
  [
    'seconds',
    'date-time-zone',
    { '1578216600': '2020-01-05T09:30:00Z', '631152000': '1990-01-01T00:00:00Z', '4102444800': '2100-01-01T00:00:00Z' },
    ['631151999', '4102444801', '0631152000'],
  ],
  [
    'milliseconds',
    'date-time-zone',
    { '1578216600250': '2020-01-05T09:30:00.250Z', '631152000000': '1990-01-01T00:00:00.000Z' },
    ['631151999999', '4102444800001'],
  ],
];

/** The name of a column that must say what its numbers are. */
const nameOf: Partial<Record<MomentForm, string>> = { compact: 'sales_date', seconds: 'ts', milliseconds: 'created' };

describe('a column of texts in one form', () => {
  test.each<Case>(cases)('%s', async (form, kind, good, bad = []) => {
    const name = nameOf[form] ?? 'x';
    expect(momentKind(form)).toBe(kind);
    // The same texts as a column, and each alone, are recognised by their shapes, whether they are dates or not.
    for (const text of [...Object.keys(good), ...bad]) expect(momentForm(shapesOf([text]), name), text).not.toBeNull();
    expect(momentForm(shapesOf(Object.keys(good)), name)).toBe(form);
    const found = await read([...Object.keys(good), ...bad, ''], form);
    for (const [at, [text, iso]] of Object.entries(good).entries()) {
      expect(found[at], text).toMatchObject({ value: iso, valid: true });
      expect([iso, undefined], text).toContain(found[at]?.quick);
    }
    for (const [at, text] of bad.entries()) {
      const none = { value: null, valid: false, quick: undefined };
      expect(found[Object.keys(good).length + at], text).toMatchObject(none);
    }
    expect(found.at(-1)).toMatchObject({ valid: true });
  });

  test('a form that texts only resemble is none', () => {
    for (const texts of [
      [],
      ['2020-01-31', '31/01/2020'],
      ['2020-01/31'],
      ['2020-1-5 9:30 PM'],
      ['1.2/2020'],
      ['31/12/202'],
      ['2020-W1'],
      ['Q1-20'],
      ['12345678'],
      ['1578216600'],
      ['10:00:00,5'],
      ['hello 2020'],
    ]) {
      expect(momentForm(shapesOf(texts), 'n'), texts.join()).toBeNull();
    }
    expect(momentForm(shapesOf(['2020-01-31'], 1), 'day')).toBeNull();
    expect(momentForm(shapesOf(['20200105']), 'Datum')).toBe('compact');
    expect(momentForm(shapesOf(['20200105']), 'update')).toBeNull();
    expect(momentForm(shapesOf(['1578216600']), 'my time')).toBe('seconds');
    expect(momentForm(shapesOf(['1578216600']), 'sometimes')).toBeNull();
  });

  test('the order of days and months decides where both are possible, and nowhere else', async () => {
    const both = {
      'day-month-year': '01/02/2020',
      'day-month-year-time': '01/02/2020 10:00',
      'day-month-short-year': '01/02/20',
    };
    for (const [form, , good] of cases) {
      const text = (both as Partial<Record<MomentForm, string>>)[form];
      expect(isOrdered(form), form).toBe(text !== undefined);
      expect(isAmbiguous(form), form).toBe(form === 'day-month-short-year');
      if (text !== undefined) continue;
      const texts = Object.keys(good);
      expect(await read(texts, form, false), form).toEqual(await read(texts, form, true));
    }
    for (const [form, text, monthFirst] of [
      ['day-month-year', '01/02/2020', '2020-01-02'],
      ['day-month-year-time', '01/02/2020 10:00', '2020-01-02T10:00:00'],
      ['day-month-short-year', '01/02/20', '2020-01-02'],
    ] as const) {
      expect((await read([text], form, false))[0]?.value).toBe(monthFirst);
    }
  });

  test('what is in ISO 8601 already is stored as it is, by a fast path', async () => {
    const already: Partial<Record<MomentForm, readonly [same: readonly string[], others: readonly string[]]>> = {
      'year-first': [
        ['2020-02-29', '1999-12-31'],
        ['2020-2-3', '2020/02/03'],
      ],
      'date-time': [
        ['2020-01-28T10:00', '2020-12-30T23:59:59.5Z', '2020-01-31T00:00:00+02:00'],
        ['2020-01-28 10:00', '2020-01-28T10:00:00,5', '2020-01-28T10:00 Z'],
      ],
      time: [['10:00', '23:59:59.123'], []],
      'iso-month': [['2020-01', '2020-12'], []],
      quarter: [
        ['2020-Q1', '2020-Q4'],
        ['2020Q1', '2020-q1'],
      ],
      week: [['2020-W01', '2020-W53'], ['2020W01']],
    };
    for (const [form, , good] of cases) {
      const [same, others] = already[form] ?? [[], Object.keys(good)];
      for (const text of same) {
        expect(isIso(form, shapesOf([text])), text).toBe(true);
        expect(await read([text], form), text).toEqual([{ value: text, valid: true, quick: text }]);
      }
      for (const text of others) expect(isIso(form, shapesOf([...same, text])), text).toBe(false);
    }
    // The slower path decides about these.
    expect(await read(['2020-02-29T10:00'], 'date-time')).toMatchObject([{ valid: true, quick: undefined }]);
    expect(await read(['2021-02-29'], 'year-first')).toMatchObject([{ valid: false, quick: undefined }]);
  });
});

test('forms with words are those that the shapes of values are taken from', () => {
  const eastAsian = ['east-asian-day', 'east-asian-month'];
  const named = ['named-month', 'named-month-year', 'local-day', 'local-month'];
  const worded = [...eastAsian, ...named, 'log-time', 'weekday-day', 'unix-time', 'worded-time'];
  const pattern = new RegExp(`^(?:${wordedMoment('[0-9]')})$`, 'iu');
  for (const [form, , good] of cases) {
    for (const text of Object.keys(good)) expect(pattern.test(text), text).toBe(worded.includes(form));
  }
});

test('days and times of day that are mixed in a sheet are times', async () => {
  const day = shapesOf(['2020-01-31']);
  const time = shapesOf(['2020-01-31T10:00:00']);
  const both = shapesOf(['2020-01-31', '2020-01-31T10:00:00']);
  expect([day, time].map(dayOrTime)).toEqual([null, null]);
  expect(dayOrTime(both)).toBe('day-or-time');
  expect(dayOrTime({ ...both, others: 1 })).toBeNull();
  expect(dayOrTime(shapesOf(['2020-01-31', '2020-01-31T10:00:00', '10:00']))).toBeNull();
  expect(dayOrTime(shapesOf(['2020-01-31', '2020-01-31T10:00:00.5']))).toBe('day-or-time');
  expect(momentKind('day-or-time')).toBe('date-time');
  const texts = ['2020-01-31', '2020-01-31T10:00:00.5', '2020-02-30', '2020-01-31T25:00:00'];
  expect((await read(texts, 'day-or-time')).map(({ value }) => value)).toEqual([
    '2020-01-31T00:00:00',
    '2020-01-31T10:00:00.5',
    null,
    null,
  ]);
});

describe('stored texts', () => {
  /** What is found in columns, each given by its values. */
  async function found(
    columns: readonly (readonly (string | null)[])[],
    planned: (at: number) => MomentCandidate['planned'] = () => null,
  ): Promise<(MomentKind | null)[]> {
    const rows = Math.max(...columns.map((values) => values.length));
    const records = Array.from({ length: rows }, (_, row) => {
      const cells = columns.map((values, at) => {
        const value = values[row] ?? null;
        return `${value === null ? 'NULL::VARCHAR' : quoteLiteral(value)} AS c${at}`;
      });
      return `SELECT ${cells.join(', ')}`;
    });
    const candidates = columns.map((values, at): MomentCandidate => {
      const texts = values.filter((value) => value !== null).sort();
      const [least, greatest] = [texts[0], texts.at(-1)];
      const ends = least === undefined || greatest === undefined ? null : ([least, greatest] as const);
      return { reference: `c${at}`, planned: planned(at), ends };
    });
    return findMoments(session, `(${records.join(' UNION ALL ')})`, candidates);
  }

  test.each<[MomentKind | null, (string | null)[]]>([
    ['date', ['2020-01-31', null, '0001-01-01']],
    [null, ['2020-02-30', '2020-01-31']],
    [null, ['2020-01-01', '2020-02-30', '2020-03-01']],
    [null, ['2020-01-01', 'then', '2020-03-01']],
    ['date-time', ['2020-01-31T10:00', '2020-01-31T10:00:59.5', '2020-01-31T10:00Z']],
    ['date-time', ['2020-01-31T10:00', '2020-01-31T10:00:60']],
    ['date-time-zone', ['2020-01-31T10:00Z', '2020-01-31T10:00:00-05:30', '2020-01-31T10:00:00.5+02']],
    [null, ['2020-01-31T10:00', '2020-02-30T10:00', '2020-03-01T10:00']],
    ['time', ['10:00', '23:59:60.25']],
    ['month', ['2020-01', '2020-12']],
    ['month', ['2009-10', '2010-12']],
    [null, ['2009-10', '2010-11']],
    [null, ['1998-99', '1999-00']],
    [null, ['2010-11', '2011-12']],
    ['quarter', ['2020-Q1', '2020-Q4']],
    [null, ['2020-Q1', '2020-Q5']],
    ['week', ['2020-W01', '2020-W53']],
    [null, ['2020-01-31', '2020-01']],
    [null, [null, null]],
  ])('are %s: %j', async (kind, values) => {
    expect(await found([values])).toEqual([kind]);
  });

  test('of many columns are each what they are', async () => {
    const columns = Array.from({ length: 120 }, (_, at) =>
      at % 3 === 1 ? ['2020-01-31', 'x'] : ['2020-01-31', `2020-02-0${(at % 9) + 1}`],
    );
    expect(await found(columns)).toEqual(columns.map(([, second]) => (second === 'x' ? null : 'date')));
  });

  test('of a column that was checked on the way in are what the plan says', async () => {
    const checked = (kind: MomentKind) => () => ({ kind, checked: true });
    // Only whether all have an offset, or all look like seasons, is left to find.
    expect(await found([['2020-01-31', '2020-02-01']], checked('date'))).toEqual(['date']);
    expect(await found([['2020-01-31T10:00Z', '2020-01-31T11:00Z']], checked('date-time'))).toEqual(['date-time-zone']);
    expect(await found([['2020-01-31T10:00Z', '2020-01-31T11:00']], checked('date-time-zone'))).toEqual(['date-time']);
    expect(await found([['2010-11', '2011-12']], checked('month'))).toEqual([null]);
    expect(await found([['2010-11', '2011-01']], checked('month'))).toEqual(['month']);
    expect(await found([['10:00']], checked('time'))).toEqual(['time']);
  });

  test('of a column that was only planned must be so', async () => {
    const planned = () => ({ kind: 'date', checked: false }) as const;
    expect(await found([['2020-01-31']], planned)).toEqual(['date']);
    expect(await found([['2020-01-31', 'soon']], planned)).toEqual([null]);
    expect(await found([[null]], planned)).toEqual(['date']);
  });
});
