import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Writes columns side by side, each padded with its first value, and returns each as stored. */
async function stored(columns: Readonly<Record<string, readonly string[]>>, source: Partial<ReadingOptions> = {}) {
  const names = Object.keys(columns);
  const length = Math.max(...Object.values(columns).map((values) => values.length));
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const separator = source.delimiter ?? ',';
  const lines = Array.from({ length }, (_, at) =>
    names.map((name) => quoted(columns[name]?.[at] ?? columns[name]?.[0] ?? '')).join(separator),
  );
  const text = `${names.join(separator)}\n${lines.join('\n')}\n`;
  const version = await store.take(text, { header: true, ...source });
  const rows = (await store.page(version)) as Record<string, unknown>[];
  return Object.fromEntries(
    names.map((name, at) => [
      name,
      { type: version.columns[at]?.type, values: rows.slice(0, columns[name]?.length).map((row) => row[name]) },
    ]),
  );
}

/** Ingests a column `c0`, `c1` … for each of the late values, which stands far below many equal ones. */
async function farAbove(usual: string, late: readonly string[]) {
  const count = 25_000;
  const record = (values: readonly string[]) => `${values.join(',')}\n`;
  const names = late.map((_, at) => `c${at}`);
  const text = record(names) + record(late.map(() => usual)).repeat(count) + record(late);
  const version = await store.take(text);
  const [last = {}] = (await store.page(version, {}, count)) as Record<string, unknown>[];
  return { version, last: names.map((name) => last[name]) };
}

describe('texts that the engine would read as different numbers stay texts', () => {
  const texts = {
    joined: ['2020_01', '2020_02'],
    pairs: ['1_1', '2_1'],
    hexadecimal: ['0x10', '0x11'],
    batches: ['12E10', '13E11'],
    exponents: ['1e5', '2e5'],
    phones: ['+390612345678', '+390687654321'],
    callingCodes: ['+39', '+1'],
    padded: ['00.50', '01.25'],
    codes: ['007', '010'],
    ordinals: ['1.', '2.'],
    accounts: ['(1,234)', '12'],
    trailingMinus: ['12-', '13'],
    shares: ['5 %', '6 %'],
    prices: ['€ 5', '€ 6'],
    arabic: ['١٢٣', '٤٥٦'],
    lists: ['1,2,3', '4,5,6'],
    beyond64Bits: ['9223372036854775808', '1'],
    identifiers: ['9007199254740993', '1.5'],
    money: ['12345678901234567.89', '0.10'],
    cents: ['1234567890123456.78', '0.10'],
    smallAmounts: ['1234567890.12345678', '0.10'],
    manyDigits: ['3.14159265358979323846', '0.10'],
    addresses: ['100.200.100.200', '192.168.100.100'],
    minusZero: ['-0', '5_0'],
    tiny: ['1.5e-400', '2.5e-3'],
    huge: ['1.5e400', '2.5e3'],
  };
  test.each([',', ';', '\t'])('in fields separated by %j', async (delimiter) => {
    const found = await stored(texts, { delimiter });
    for (const [name, values] of Object.entries(texts)) expect(found[name], name).toEqual({ type: 'char', values });
  });

  test('even if they only occur far down', async () => {
    const late = ['2020_01', '0x10', '+390612345678', '007', '1e5', '12-'];
    const { version, last } = await farAbove('12', late);
    expect(version.columns.map(({ type }) => type)).toEqual(late.map(() => 'char'));
    expect(last).toEqual(late);
  });
});

it('groups of thousands far below plain numbers raise a question, and are never read as decimals', async () => {
  const text = `a,b\n${'12000,1\n'.repeat(25_000)}"1,234",2\n`;
  const version = await store.take(text);
  expect(version.columns[0]?.type).toBe('char');
  expect(await store.page(version, {}, 25_000)).toEqual([{ a: '1,234', b: 2 }]);
  const decided = await store.take(text, { thousands: ',' });
  expect(await store.page(decided, {}, 24_999)).toEqual([
    { a: 12000, b: 1 },
    { a: 1234, b: 2 },
  ]);
});

// A note is part of the version's record, whose JSON cannot contain an unpaired surrogate.
const long = `${'a'.repeat(59)}😀`;
it('numbers far above another text are text, with a note', async () => {
  const late = ['people', '1-2', '2020_01', '12 km', '1.2.3', long];
  const { version } = await farAbove('12', late);
  expect(version.columns.map(({ type }) => type)).toEqual(late.map(() => 'char'));
  const noteOn = (text: string, at: number) => {
    const value = text === long ? `${'a'.repeat(59)}…` : text;
    return { code: 'about', values: { subject: `c${at}`, what: { code: 'became-text', values: { count: 1, value } } } };
  };
  expect(version.conversions).toEqual(late.map(noteOn));
});

it.each([
  ['far below what is examined', 30_000],
  ['below the beginning that shows the layout', 15_000],
])('another table %s is noted', async (_, count) => {
  const first = Array.from({ length: count }, (_, at) => `town number ${at},${at},${at / 4}\n`).join('');
  const version = await store.take(`name,people,area\n${first}\nname,visitors,stays\na,5,6\nb,7,8\nc,9,10\n`);
  const line = count + 3;
  expect(version.conversions).toContainEqual({ code: 'table-below', values: { line, above: line - 1 } });
  expect(version.rows).toBe(count + 4);
});

it('a record of words far below numbers is not a table', async () => {
  const rows = Array.from({ length: 25_000 }, (_, at) => `t${at},${at}\n`).join('');
  const version = await store.take(`name,people\n${rows}\nnowhere,none\nother,closed\n`);
  expect(version.conversions.map(({ code }) => code)).toEqual(['about']);
});

it('dates far above another text stay dates if it is one', async () => {
  const late = ['2015-02-31', '2015-04-31', '2015-02-29', '2016-02-29', '2015-12-31'];
  const { version, last } = await farAbove('2016-01-30', late);
  expect(version.columns.map(({ moment }) => moment)).toEqual([undefined, undefined, undefined, 'date', 'date']);
  expect(version.conversions).toHaveLength(3);
  expect(last).toEqual(late);
});

describe('numbers', () => {
  const plain = {
    integers: [
      ['1', '-20', ' 5 '],
      [1, -20, 5],
    ],
    floats: [
      ['1.5', '.5', '-2.25', '3.'],
      [1.5, 0.5, -2.25, 3],
    ],
    allDigitsOfDoubles: [
      ['-4.050778976429903', '-.9197118897435307', '.1234567890123456'],
      [-4.050778976429903, -0.9197118897435307, 0.1234567890123456],
    ],
    // Not the shortest texts of these doubles: other programs round the last digit in other ways.
    printedDoubles: [
      ['72.72000122070313', '518.2000000000001', '.1000000014901162', '0.12345678901234567'],
      [72.72000122070312, 518.2, 0.1000000014901162, 0.12345678901234566],
    ],
    signed: [
      ['+5', '-3', '0'],
      [5, -3, 0],
    ],
    exponents: [
      ['1.5e10', '2E-3', '1e5'],
      [1.5e10, 0.002, 1e5],
    ],
    smallExponents: [
      ['1.5e-300', '0e-5', '0.0', '4.9e-324', '-0.0e10'],
      [1.5e-300, 0, 0, 5e-324, -0],
    ],
    money: [
      ['12345678901234.56', '0.10'],
      [12345678901234.56, 0.1],
    ],
    doubles: [
      ['0.30000000000000004', '0.10000000000000001'],
      [0.30000000000000004, 0.1],
    ],
    commaGroups: [
      ['1,234', '12', '1,234,567.5'],
      [1234, 12, 1234567.5],
    ],
    spacesFromFiveDigits: [
      ['12 345', '1234', ' 9 883 670'],
      [12_345, 1234, 9_883_670],
    ],
    spaceGroups: [
      ['1 234', '12', '123 456'],
      [1234, 12, 123456],
    ],
    narrowGroups: [
      ['1\u202f234', '12'],
      [1234, 12],
    ],
    thinGroups: [
      ['1\u2009234', '12'],
      [1234, 12],
    ],
    typesetMinus: [
      ['\u22125', '-3', '\u22121234567', '4'],
      [-5, -3, -1234567, 4],
    ],
    typesetFloats: [
      ['\u22121\u2009234,5', '12,25', ' \u22123', '\u22120,5'],
      [-1234.5, 12.25, -3, -0.5],
    ],
    onlyTypeset: [
      ['\u22120.5', '\u22120.7', '\u2212', '\u22120.9'],
      [-0.5, -0.7, null, -0.9],
    ],
    noBreakGroups: [
      ['1\u00a0234.5', '12'],
      [1234.5, 12],
    ],
    apostrophes: [
      ["1'234", "1'234'567.25"],
      [1234, 1234567.25],
    ],
    pointGroups: [
      ['1.234.567', '12'],
      [1234567, 12],
    ],
    indianGroups: [
      ['12,34,567.25', '1,50,000'],
      [1234567.25, 150000],
    ],
    decimalCommas: [
      ['1,5', '2,25'],
      [1.5, 2.25],
    ],
    both: [
      ['1.234,5', '12,5'],
      [1234.5, 12.5],
    ],
  } as const;
  test('are read in the notation of their own column', async () => {
    const texts = Object.fromEntries(Object.entries(plain).map(([name, [values]]) => [name, values]));
    const found = await stored(texts);
    for (const [name, [, values]] of Object.entries(plain)) expect(found[name]?.values, name).toEqual(values);
  });

  it.each([
    ['1.234 beside decimal commas', { a: ['1.234', '5.678'], b: ['1,5', '2,5'] }, ';', [1234, 5678]],
    ['1.234 beside decimal points', { a: ['1.234', '5.678'], b: ['1.5', '2.25'] }, ';', [1.234, 5.678]],
    ['1.234 alone between commas', { a: ['1.234', '5.678'], b: ['x', 'y'] }, ',', [1.234, 5.678]],
    ['1.234 alone between semicolons', { a: ['1.234', '5.678'], b: ['x', 'y'] }, ';', ['1.234', '5.678']],
    ['41,902 alone', { a: ['41,902', '12,345'], b: ['x', 'y'] }, ',', ['41,902', '12,345']],
    ['41,902 beside short numbers', { a: ['41,902', '902'], b: ['x', 'y'] }, ',', [41902, 902]],
    ['41,902 beside decimal points', { a: ['41,902', '12,345'], b: ['1.5', '2.25'] }, ',', [41902, 12345]],
    ['41,902 beside decimal commas', { a: ['41,902', '12,345'], b: ['1,5', '2,25'] }, ';', [41.902, 12.345]],
    ['0,902', { a: ['0,902', '12,345'], b: ['x', 'y'] }, ',', [0.902, 12.345]],
  ] as const)('%s', async (_, columns, delimiter, values) => {
    expect((await stored(columns, { delimiter })).a?.values).toEqual(values);
  });

  test('that fit two readings are read as the user says', async () => {
    const columns = { a: ['41,902', '12,345'], b: ['x', 'y'] };
    expect((await stored(columns, { decimalComma: true })).a?.values).toEqual([41.902, 12.345]);
    expect((await stored(columns, { decimalComma: false })).a?.values).toEqual([41902, 12345]);
    expect((await stored(columns, { thousands: ',' })).a?.values).toEqual([41902, 12345]);
    const requested = (type: 'integer' | 'float') => ({ columns: [{ source: 'a', type }] });
    expect((await stored(columns, requested('integer'))).a?.values).toEqual([41902, 12345]);
    expect((await stored(columns, requested('float'))).a?.values).toEqual([41.902, 12.345]);
  });

  test('are decided by one value far down', async () => {
    const version = await store.take(`a;b\n${'1.234;x\n'.repeat(25_000)}1.234.567;y\n`);
    expect(version.columns[0]?.type).toBe('integer');
    expect(await store.page(version, {}, 25_000)).toEqual([{ a: 1234567, b: 'y' }]);
    const decimal = await store.take(`a;b\n${'1.234;x\n'.repeat(25_000)}0.5;y\n`);
    expect(await store.page(decimal, {}, 25_000)).toEqual([{ a: 0.5, b: 'y' }]);
  });

  const withSigns = {
    shares: [
      ['39%', '5%', '100%'],
      [39, 5, 100],
    ],
    commas: [
      ['5,25 %', '-0,5 %', '12 %'],
      [5.25, -0.5, 12],
    ],
    dollars: [
      ['$4,000.50', '$12,500', '$7'],
      [4000.5, 12_500, 7],
    ],
    pounds: [
      ['-£3.50', '£ 1.25', '+£2'],
      [-3.5, 1.25, 2],
    ],
    euros: [
      ['1.234,50 €', '7,00 €', '12.345,75 €'],
      [1234.5, 7, 12_345.75],
    ],
    typeset: [
      ['−€5', '€ 6', '−7,50 €'],
      [-5, 6, -7.5],
    ],
    before: [
      ['%5', '% 6', '%7,5'],
      [5, 6, 7.5],
    ],
    inside: [
      ['$-5', '$ 6', '$7'],
      [-5, 6, 7],
    ],
  } satisfies Record<string, [string[], number[]]>;

  test.each(Object.entries(withSigns))(
    'with signs of units become numbers if they are requested: %s',
    async (name, [texts, values]) => {
      expect(await stored({ [name]: texts }, { delimiter: ';' })).toEqual({ [name]: { type: 'char', values: texts } });
      const requested = { delimiter: ';', columns: [{ source: name, type: 'float' as const }] };
      expect(await stored({ [name]: texts }, requested)).toEqual({ [name]: { type: 'float', values } });
    },
  );

  test('with signs of units are whole ones if they are requested as such', async () => {
    const requested = { columns: [{ source: 'a', type: 'integer' as const }] };
    expect(await stored({ a: ['39%', '5 %'] }, requested)).toEqual({ a: { type: 'integer', values: [39, 5] } });
    await expect(store.take('a,b\n39%,1\n5.5%,1\n', requested)).rejects.toThrow(/not a whole number/);
  });

  test.each(['5%%', '$5%', '$5', '%', '$', '5%5', '€ x'])('requested as such are not %j', async (text) => {
    const requested = { columns: [{ source: 'a', type: 'float' as const }] };
    await expect(store.take(`a,b\n5%,1\n"${text}",1\n`, requested)).rejects.toThrow(/not a number/);
  });

  test('that are requested are read as a person would read them', async () => {
    const requested = { columns: [{ source: 'a', type: 'integer' as const }] };
    await expect(store.take('a,b\n2020_01,1\n', requested)).rejects.toThrow(/not a whole number/);
    await expect(store.take('a,b\n1_1,1\n', { columns: [{ source: 'a', type: 'float' }] })).rejects.toThrow(
      /not a number/,
    );
  });
});

describe('marks for missing values', () => {
  test('are missing among numbers and stay among words', async () => {
    const marks = ['NA', '-', '..', ':', 'n/a', 'NULL', '#N/A', '(X)', 'NaN', 'inf', '-Infinity', '\\N', '#DIV/0!'];
    const columnsOf = (mark: string) => ({
      [`number ${mark}`]: ['1', mark, '2.5'],
      [`day ${mark}`]: ['2020-01-05', mark, '2020-12-31'],
      [`text ${mark}`]: ['x', mark, 'y'],
    });
    const found = await stored(Object.assign({}, ...marks.map(columnsOf)));
    for (const mark of marks) {
      expect(found[`number ${mark}`], mark).toEqual({ type: 'float', values: [1, null, 2.5] });
      expect(found[`day ${mark}`]?.values, mark).toEqual(['2020-01-05', null, '2020-12-31']);
      expect(found[`text ${mark}`]?.values, mark).toEqual(['x', mark, 'y']);
    }
  });

  test('are judged over the whole column, and named', async () => {
    const version = await store.take(`a,b\n${'1,x\n'.repeat(30_000)}NA,NA\n`);
    expect(version.columns.map(({ type }) => type)).toEqual(['integer', 'char']);
    expect(await store.page(version, {}, 30_000)).toEqual([{ a: null, b: 'NA' }]);
    expect(version.conversions.map(englishText)).toContain('a: "NA" read as missing');
  });

  test('are those that the user names, and no others', async () => {
    expect(await stored({ a: ['1', 'NA', '2'] }, { missing: [] })).toMatchObject({ a: { values: ['1', 'NA', '2'] } });
    expect(await stored({ a: ['1', '-9', '2'], b: ['x', '-9', 'y'] }, { missing: ['-9'] })).toMatchObject({
      a: { type: 'integer', values: [1, null, 2] },
      b: { values: ['x', null, 'y'] },
    });
  });

  test('are not marks if there are other words too', async () => {
    expect(await stored({ a: ['1', 'NA', 'none of them'] })).toMatchObject({
      a: { type: 'char', values: ['1', 'NA', 'none of them'] },
    });
  });
});

describe('dates and times become ISO 8601', () => {
  const cases = {
    iso: [
      ['2020-01-05', '2019-12-31'],
      ['2020-01-05', '2019-12-31'],
    ],
    slashes: [
      ['2020/1/5', '2019/12/31'],
      ['2020-01-05', '2019-12-31'],
    ],
    dayFirst: [
      ['05/01/2020', '31/12/2019'],
      ['2020-01-05', '2019-12-31'],
    ],
    monthFirst: [
      ['01/05/2020', '12/31/2019'],
      ['2020-01-05', '2019-12-31'],
    ],
    dotted: [
      ['5.1.2020', '31.12.2019'],
      ['2020-01-05', '2019-12-31'],
    ],
    clock: [
      ['5.1.2020 9:30', '31.12.2019 23:59:58'],
      ['2020-01-05T09:30:00', '2019-12-31T23:59:58'],
    ],
    american: [
      ['1/5/2020 9:30 PM', '12/31/2019 12:00 AM'],
      ['2020-01-05T21:30:00', '2019-12-31T00:00:00'],
    ],
    spaced: [
      ['2020-01-05 09:30', '2019-12-31 23:59:58.5'],
      ['2020-01-05T09:30', '2019-12-31T23:59:58.5'],
    ],
    slashed: [
      ['2020/01/05 09:30:00', '2019/12/31 23:59:58.5+00'],
      ['2020-01-05T09:30:00', '2019-12-31T23:59:58.5+00'],
    ],
    short: [
      ['2020/1/5 9:30', '2019/12/31 23:59'],
      ['2020-01-05T09:30', '2019-12-31T23:59'],
    ],
    dottedYear: [
      ['2020.01.05 9:30:00', '2019.12.31 23:59:58 Z'],
      ['2020-01-05T09:30:00', '2019-12-31T23:59:58Z'],
    ],
    zoned: [
      ['2020-01-05T09:30:00+02:00', '2019-12-31T23:59:58Z'],
      ['2020-01-05T09:30:00+02:00', '2019-12-31T23:59:58Z'],
    ],
    named: [
      ['5 Jan 2020', '31 December 2019'],
      ['2020-01-05', '2019-12-31'],
    ],
    weekdays: [
      ['Sunday, 5 January 2020', 'Tue, 31 Dec 2019', 'Dienstag, 31. Dezember 2019', 'mardi 31 décembre 2019'],
      ['2020-01-05', '2019-12-31', '2019-12-31', '2019-12-31'],
    ],
    weekdayFirst: [
      ['Sun 2020-01-05', 'Tue 2019-12-31'],
      ['2020-01-05', '2019-12-31'],
    ],
    mail: [
      ['Sun, 05 Jan 2020 09:30:00 +0200', 'Tue, 31 Dec 2019 23:59:58 GMT'],
      ['2020-01-05T09:30:00+02:00', '2019-12-31T23:59:58Z'],
    ],
    afternoon: [
      ['Jan 5, 2020 9:30 AM', 'December 31, 2019, 11:59 pm'],
      ['2020-01-05T09:30:00', '2019-12-31T23:59:00'],
    ],
    unix: [
      ['Sun Jan  5 09:30:00 2020', 'Tue Dec 31 23:59:58 2019'],
      ['2020-01-05T09:30:00', '2019-12-31T23:59:58'],
    ],
    log: [
      ['10/Oct/2000:13:55:36 -0700', '[31/Dec/2019:23:59:58 +0000]'],
      ['2000-10-10T13:55:36-07:00', '2019-12-31T23:59:58+00:00'],
    ],
    chinese: [
      ['2020年1月5日', '2019年12月31日'],
      ['2020-01-05', '2019-12-31'],
    ],
    korean: [
      ['2020년 1월 5일', '2019년 12월 31일'],
      ['2020-01-05', '2019-12-31'],
    ],
    japaneseMonths: [
      ['2020年1月', '2019年12月'],
      ['2020-01', '2019-12'],
    ],
    months: [
      ['2020M01', '2019M12'],
      ['2020-01', '2019-12'],
    ],
    quarters: [
      ['2020Q1', '2019Q4'],
      ['2020-Q1', '2019-Q4'],
    ],
    created_at_timestamp: [
      ['1578216600', '1577836798'],
      ['2020-01-05T09:30:00Z', '2019-12-31T23:59:58Z'],
    ],
    unix_ms: [
      ['1578216600000', '1577836798500'],
      ['2020-01-05T09:30:00.000Z', '2019-12-31T23:59:58.500Z'],
    ],
    report_date: [
      ['20200105', '20191231'],
      ['2020-01-05', '2019-12-31'],
    ],
  } as const;
  test('in all their usual spellings', async () => {
    const texts = Object.fromEntries(Object.entries(cases).map(([name, [values]]) => [name, values]));
    const found = await stored(texts);
    for (const [name, [, values]] of Object.entries(cases)) expect(found[name], name).toEqual({ type: 'char', values });
  });

  test('whose years have two digits raise a question, even if the days determine the order', async () => {
    const texts = {
      either: ['05/01/98', '06/02/21'],
      dayFirst: ['31.12.98', '05.01.21'],
      no: ['40/50/98', '05/01/98'],
    };
    const found = await stored(texts);
    for (const [name, values] of Object.entries(texts)) expect(found[name]?.values, name).toEqual(values);
    const answered = await stored(texts, { dates: 'day-first' });
    expect(answered.either?.values).toEqual(['1998-01-05', '2021-02-06']);
    expect(answered.dayFirst?.values).toEqual(['1998-12-31', '2021-01-05']);
    expect(answered.no?.values).toEqual(texts.no);
    const path = await store.file('short.csv', 'id,day\n1,31.12.98\n2,05.01.21\n');
    const { survey } = await store.rows.preview({ path }, 'show', store.folder);
    expect(survey.columns[1]).toMatchObject({
      reason: { code: 'years-of-two-digits' },
      question: {
        choices: [
          { options: { dates: 'day-first' }, sample: ['1998-12-31', '2021-01-05'] },
          { options: { dates: 'as-text' } },
        ],
      },
    });
  });

  test('whose day of the week is wrong stay unchanged', async () => {
    const texts = { weekday: ['Monday, 5 January 2020', 'Tue, 31 Dec 2019'] };
    expect((await stored(texts)).weekday?.values).toEqual(texts.weekday);
  });

  const spellings = [
    'en',
    'de',
    'de-AT',
    'fr',
    'it',
    'es',
    'pt',
    'nl',
    'sv',
    'da',
    'nb',
    'fi',
    'pl',
    'cs',
    'ru',
  ].flatMap((language) => (['long', 'short'] as const).map((month) => [language, month] as const));
  test('with the months of other languages, as their own programs write them', async () => {
    const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2021, month, 3 + 2 * month)));
    const iso = days.map((day) => day.toISOString().slice(0, 10));
    const written = spellings.flatMap(([language, month]) => {
      const dates = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
      const texts = days.map((day) => dates.format(day).replace(/ г\.$/, ''));
      // Short Finnish and Czech months are numbers.
      return texts.some((text) => /^\d+\. ?\d/.test(text)) ? [] : [[`${language} ${month}`, texts] as const];
    });
    expect(written.length).toBeGreaterThan(25);
    const columns = Object.fromEntries([
      ...written,
      ['german', ['1. Jänner 2020', '2.Feb. 2020', '3. MÄRZ 2020']],
      ['mixed', ['14 de septiembre de 2020', '1er août 2020', '5 сентября 2021', 'March 3rd, 2020']],
      ['bare', ['3 fevrier 2020', '4 aout 2020', '5 decembre 2020']],
    ]);
    const found = await stored(columns);
    for (const [name] of written) expect(found[name]?.values, name).toEqual(iso);
    expect(found.german?.values).toEqual(['2020-01-01', '2020-02-02', '2020-03-03']);
    expect(found.mixed?.values).toEqual(['2020-09-14', '2020-08-01', '2021-09-05', '2020-03-03']);
    expect(found.bare?.values).toEqual(['2020-02-03', '2020-08-04', '2020-12-05']);
    const months = await stored({ german: ['März 2020', 'Dez. 2021'], spanish: ['marzo de 2020', 'ene 2021'] });
    expect(months.german?.values).toEqual(['2020-03', '2021-12']);
    expect(months.spanish?.values).toEqual(['2020-03', '2021-01']);
  });

  test('with names of months stay unchanged if one of them is not a date', async () => {
    const texts = {
      day: ['1. Januar 2020', '31. Februar 2020'],
      word: ['März 2020', 'Marz 2020 neu'],
      no: ['Foo 2020'],
    };
    const found = await stored(texts);
    for (const [name, values] of Object.entries(texts)) expect(found[name]?.values, name).toEqual(values);
  });

  test('unless there is no such day, or nothing determines which comes first', async () => {
    const texts = {
      noDay: ['2020-02-30', '2020/01/01'],
      noMoment: ['2020/02/30 09:30', '2020/01/01 10:00'],
      noHour: ['2020/02/03 24:30', '2020/01/01 10:00'],
      either: ['05/01/2020', '06/01/2020'],
      neither: ['31/12/2020', '12/31/2020'],
      short: ['05/01/20', '31/12/20'],
    };
    const numbers = { id: ['1578216600', '1577836798'], n: ['20200105', '20191231'], year: ['2019', '2020'] };
    const found = await stored({ ...texts, ...numbers });
    for (const [name, values] of Object.entries(texts)) expect(found[name]?.values, name).toEqual(values);
    for (const name of Object.keys(numbers)) expect(found[name]?.type, name).toBe('integer');
  });

  test('as the user says if either could come first', async () => {
    const columns = { d: ['05/01/2020', '06/01/2020'] };
    expect((await stored(columns, { dates: 'day-first' })).d?.values).toEqual(['2020-01-05', '2020-01-06']);
    expect((await stored(columns, { dates: 'month-first' })).d?.values).toEqual(['2020-05-01', '2020-06-01']);
    const sure = { d: ['31/12/2020', '06/01/2020'] };
    expect((await stored(sure, { dates: 'as-text' })).d?.values).toEqual(sure.d);
  });

  test('by one value far down', async () => {
    const version = await store.take(`d,b\n${'05/01/2020,x\n'.repeat(25_000)}31/01/2020,y\n`);
    expect(await store.page(version, {}, 24_999)).toEqual([
      { d: '2020-01-05', b: 'x' },
      { d: '2020-01-31', b: 'y' },
    ]);
    const mixed = await store.take(`d,b\n31/01/2020,x\n${'05/01/2020,x\n'.repeat(25_000)}01/31/2020,y\n`);
    expect(await store.page(mixed, {}, 25_000)).toEqual([
      { d: '05/01/2020', b: 'x' },
      { d: '01/31/2020', b: 'y' },
    ]);
  });
});
