import type { PlainRow, PlainTable } from './plain-table.ts';

/** A table as statistical offices publish them, with the chart that one would draw of it first. */
export interface OfficeTable extends PlainTable {
  readonly name: string;
  /** Kind, horizontal column, colour and measure of the first chart. */
  readonly first: string;
}

type Values = readonly (string | number)[];

/** A row for each combination of keys, with a measure or several that follow no pattern and repeat. */
function crossed(keys: Readonly<Record<string, Values>>, measures: readonly string[], skip = 0): PlainRow[] {
  let rows: PlainRow[] = [{}];
  for (const [name, values] of Object.entries(keys)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
  }
  const kept = skip === 0 ? rows : rows.filter((_, at) => at % skip !== skip - 1);
  return kept.map((row, at) => ({
    ...row,
    ...Object.fromEntries(
      measures.map((name, which) => [name, ((at * 7919 + which * 104_729) % 9973) / (which % 2 === 0 ? 1 : 100) + 0.5]),
    ),
  }));
}

function upTo(first: number, count: number, step = 1): number[] {
  return Array.from({ length: count }, (_, at) => first + at * step);
}

const years = upTo(1991, 30);
const quarters = upTo(2005, 15).flatMap((year) => [1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`));
const compactQuarters = quarters.map((text) => text.replace('-', ''));
const spacedQuarters = quarters.map((text) => text.replace('-', ' '));
const months = upTo(2010, 10).flatMap((year) =>
  upTo(1, 12).map((month) => `${year}-${String(month).padStart(2, '0')}`),
);
const eurostatMonths = months.map((text) => text.replace('-', 'M'));
const names = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const namedMonths = months.map((text) => `${text.slice(0, 4)} ${names[Number(text.slice(5)) - 1]}`);
const firstDays = months.map((text) => `${text}-01`);
const lastDays = months.map((text) =>
  new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5)), 0)).toISOString().slice(0, 10),
);
const days = upTo(0, 400).map((day) => new Date(Date.UTC(2019, 0, 1 + day)).toISOString().slice(0, 10));
const weekdays = days.filter((day) => new Date(day).getUTCDay() % 6 !== 0);
const weeks = upTo(2018, 3).flatMap((year) => upTo(1, 52).map((week) => `${year}-W${String(week).padStart(2, '0')}`));
const hours = days
  .slice(0, 20)
  .flatMap((day) => upTo(0, 24).map((hour) => `${day}T${String(hour).padStart(2, '0')}:00:00`));
const yearDays = years.map((year) => `${year}-01-01`);
const quarterDays = quarters.map(
  (text) => `${text.slice(0, 4)}-${String(Number(text.at(-1)) * 3 - 2).padStart(2, '0')}-01`,
);
const seconds = upTo(Date.UTC(2020, 0, 1) / 1000, 500, 3600);
const milliseconds = upTo(Date.UTC(2020, 0, 1), 500, 3_600_000);
const countries = ['Austria', 'Belgium', 'Croatia', 'Denmark', 'Estonia', 'Finland', 'Germany', 'Hungary'];
const codes = ['AT', 'BE', 'HR', 'DK', 'EE', 'FI', 'DE', 'HU'];
const regions = upTo(1, 40).map((at) => `Region ${at}`);
const towns = upTo(1, 25).map((at) => `Town ${String.fromCharCode(64 + at)}`);
const sexes = ['Female', 'Male'];
const ages = upTo(0, 20, 5);

function table(
  name: string,
  title: string,
  rows: readonly PlainRow[],
  first: string,
  columns?: PlainTable['columns'],
): OfficeTable {
  return { name, title, rows, first, ...(columns !== undefined && { columns }) };
}

/** Events: a row each, of which several fall on a day. */
function events(time: (at: number) => unknown, more: (at: number) => PlainRow): PlainRow[] {
  return upTo(0, 1200).map((at) => ({ at: time(at), ...more(at) }));
}

const weekdayOf = (at: number) => days[(at * at * 37) % days.length] ?? '';

/** One series: each has its value over time. */
const single: OfficeTable[] = [
  table('years as integers', 'Gross domestic product', crossed({ year: years }, ['gdp']), 'over-time year – Value gdp'),
  table('years in German', 'Bevölkerung', crossed({ Jahr: years }, ['Einwohner']), 'over-time Jahr – Value Einwohner'),
  table('years in French', 'Taux de chômage', crossed({ Année: years }, ['taux']), 'over-time Année – Value taux'),
  table('years in Spanish', 'Población', crossed({ Año: years }, ['habitantes']), 'over-time Año – Value habitantes'),
  table('years in Italian', 'Prezzi', crossed({ Anno: years }, ['indice']), 'over-time Anno – Value indice'),
  table(
    'years as text',
    'Births',
    crossed({ TIME_PERIOD: years.map(String) }, ['OBS_VALUE']),
    'over-time TIME_PERIOD – Value OBS_VALUE',
  ),
  table('years as first days', 'Births', crossed({ date: yearDays }, ['births']), 'over-time date.Year – Value births'),
  table(
    'every five years',
    'Census',
    crossed({ year: upTo(1900, 22, 5) }, ['people']),
    'over-time year – Value people',
  ),
  table(
    'quarters in ISO form',
    'National accounts',
    crossed({ period: quarters }, ['gdp']),
    'over-time period – Value gdp',
  ),
  table(
    'quarters of Eurostat',
    'National accounts',
    crossed({ TIME: compactQuarters }, ['Value']),
    'over-time TIME – Value Value',
  ),
  table(
    'quarters of the United Kingdom',
    'National accounts',
    crossed({ Title: spacedQuarters }, ['GDP']),
    'over-time Title – Value GDP',
  ),
  table(
    'quarters as first days',
    'House prices',
    crossed({ quarter: quarterDays }, ['price']),
    'over-time quarter.Quarter – Value price',
  ),
  table('months in ISO form', 'Prices', crossed({ month: months }, ['index']), 'over-time month – Value index'),
  table(
    'months of Eurostat',
    'Prices',
    crossed({ TIME_PERIOD: eurostatMonths }, ['OBS_VALUE']),
    'over-time TIME_PERIOD – Value OBS_VALUE',
  ),
  table('months by name', 'Prices', crossed({ Title: namedMonths }, ['CPI']), 'over-time Title – Value CPI'),
  table('months as first days', 'Prices', crossed({ date: firstDays }, ['cpi']), 'over-time date.Month – Value cpi'),
  table('months as last days', 'Money', crossed({ date: lastDays }, ['m3']), 'over-time date.Month – Value m3'),
  table('months with gaps', 'Prices', crossed({ date: firstDays }, ['cpi'], 9), 'over-time date.Month – Value cpi'),
  table('days', 'Weather', crossed({ date: days }, ['rain', 'sun']), 'over-time date.Day – Value rain'),
  table('trading days', 'Exchange rates', crossed({ date: weekdays }, ['usd']), 'over-time date.Day – Value usd'),
  table('weeks', 'Deaths by week', crossed({ week: weeks }, ['deaths']), 'over-time week – Value deaths'),
  table('hours', 'Load of the grid', crossed({ time: hours }, ['load']), 'over-time time.Hour – Value load'),
  table(
    'seconds since 1970',
    'Sensor',
    crossed({ timestamp: seconds }, ['value']),
    'over-time timestamp.Bin – Value value',
  ),
  table(
    'milliseconds since 1970',
    'Sensor',
    crossed({ time: milliseconds }, ['value']),
    'over-time time.Bin – Value value',
  ),
  table(
    'a measure of the title before the first',
    'Unemployment rate',
    crossed({ year: years }, ['employed', 'unemployment rate']),
    'over-time year – Value unemployment rate',
  ),
  table(
    'a running number beside',
    'Prices',
    crossed({ year: years }, ['cpi']).map((row, at) => ({ id: at + 1, ...row })),
    'over-time year – Value cpi',
  ),
  table('a constant beside', 'Prices', crossed({ geo: ['DE'], year: years }, ['cpi']), 'over-time year – Value cpi'),
];

/** Several series: each is a line. */
const several: OfficeTable[] = [
  table(
    'countries and years',
    'GDP',
    crossed({ country: countries, year: years }, ['gdp']),
    'over-time year country Value gdp',
  ),
  table(
    'codes and years',
    'GDP',
    crossed({ geo: codes, TIME_PERIOD: years.map(String) }, ['OBS_VALUE']),
    'over-time TIME_PERIOD geo Value OBS_VALUE',
  ),
  table(
    'countries and years with gaps',
    'GDP',
    crossed({ country: countries, year: years }, ['gdp'], 7),
    'over-time year country Value gdp',
  ),
  table(
    'countries and months',
    'Prices',
    crossed({ month: firstDays, country: countries }, ['cpi']),
    'over-time month.Month country Value cpi',
  ),
  table(
    'countries and quarters',
    'GDP',
    crossed({ TIME: compactQuarters, GEO: countries }, ['Value']),
    'over-time TIME GEO Value Value',
  ),
  table(
    'many regions',
    'Population',
    crossed({ region: regions, year: upTo(2000, 20) }, ['population']),
    'over-time year region Value population',
  ),
  table(
    'sexes and years',
    'Employment rate',
    crossed({ year: years, sex: sexes }, ['rate']),
    'over-time year sex Value rate',
  ),
  table(
    'sexes as numbers',
    'People',
    crossed({ year: years, sex: [1, 2] }, ['people']),
    'over-time year sex Value people',
  ),
  table(
    'countries, sexes and years',
    'Unemployed',
    crossed({ geo: countries, sex: sexes, year: years }, ['persons']),
    'over-time year geo Sum persons',
  ),
  table(
    'regions, sexes and years',
    'Unemployed',
    crossed({ region: regions, sex: sexes, year: upTo(2000, 12) }, ['persons']),
    'over-time year sex Sum persons',
  ),
  table(
    'ages, sexes and years',
    'Population',
    crossed({ year: years, age: ages, sex: sexes }, ['people']),
    'over-time year sex Sum people',
  ),
  table(
    'countries with codes beside',
    'GDP',
    crossed({ country: countries, year: years }, ['gdp']).map((row) => ({
      code: codes[countries.indexOf(String(row.country))],
      ...row,
    })),
    'over-time year country Value gdp',
  ),
  table(
    'two measures of countries',
    'Fertility',
    crossed({ year: years, country: countries }, ['life', 'fertility']),
    'over-time year country Value fertility',
  ),
  table(
    'stocks and trading days',
    'Stocks',
    crossed({ symbol: ['A', 'B', 'C'], date: weekdays }, ['price']),
    'over-time date.Day symbol Value price',
  ),
];

/** Tables without a course over time. */
const others: OfficeTable[] = [
  table('towns', 'Towns', crossed({ town: towns }, ['people']), 'ranking town – Value people'),
  table(
    'towns with codes',
    'Towns',
    crossed({ town: towns }, ['people']).map((row, at) => ({ code: `X${at}`, ...row })),
    'ranking town – Value people',
  ),
  table(
    'regions in one year',
    'Income',
    crossed({ year: [2020], region: regions }, ['income']),
    'ranking region – Value income',
  ),
  table(
    'regions and sexes in one year',
    'Income',
    crossed({ region: regions, sex: sexes }, ['income']),
    'ranking region – Average income',
  ),
  table(
    'two years',
    'Turnout',
    crossed({ year: [2017, 2021], region: regions }, ['turnout']),
    'ranking region – Average turnout',
  ),
  table(
    'measurements of things',
    'Flowers',
    crossed({ n: upTo(0, 150) }, ['length', 'width']).map(({ n: _, ...row }, at) => ({
      ...row,
      species: ['a', 'b', 'c'][at % 3],
    })),
    'two-measures width – Count –',
  ),
  table(
    'one measure',
    'Sizes',
    crossed({ n: upTo(0, 200) }, ['size']).map(({ n: _, ...row }) => row),
    'distribution size – Count –',
  ),
  table(
    'answers to a question',
    'Survey',
    upTo(0, 300).map((at) => ({ answer: ['yes', 'no', 'do not know'][(at * 7) % 3] })),
    'ranking answer – Count –',
  ),
  table(
    'codes with their meanings',
    'Incomes',
    crossed({ n: upTo(0, 160) }, ['income']).map(({ n: _, ...row }, at) => ({
      region: at % 8,
      region_label: `Region ${'ABCDEFGH'[at % 8]}`,
      ...row,
    })),
    'ranking region_label – Average income',
  ),
  table(
    'series of codes with their meanings',
    'Unemployment rate',
    crossed({ time: years, geo: codes }, ['rate']).map((row) => ({
      ...row,
      geo_label: countries[codes.indexOf(String(row.geo))],
    })),
    'over-time time geo_label Value rate',
  ),
  table(
    'places',
    'Stops',
    upTo(0, 90).map((at) => ({ name: `Stop ${at}`, geometry: { type: 'Point', coordinates: [at, at] } })),
    'map geometry – Count –',
  ),
  table(
    'places by coordinates',
    'Stops',
    upTo(0, 90).map((at) => ({ name: `Stop ${at}`, lat: at / 2 + 0.5, lon: at + 0.5 })),
    'map lon – Count –',
  ),
  table(
    'accidents',
    'Accidents',
    events(weekdayOf, (at) => ({ severity: ['slight', 'serious', 'fatal'][at % 3], speed: 20 + ((at * 31) % 90) })),
    'over-time at – Count –',
  ),
  table(
    'permits with amounts',
    'Permits',
    events(weekdayOf, (at) => ({
      permit_id: `P-${at}`,
      district: `District ${at % 12}`,
      amount: (at * 7919) % 100_000,
    })),
    'over-time at – Count –',
  ),
  table(
    'events with a year alone',
    'Fires',
    events(
      (at) => 1990 + ((at * 7) % 30),
      (at) => ({ cause: ['arson', 'lightning', 'other'][at % 3] }),
    ).map(({ at, ...row }) => ({ year: at, ...row })),
    'over-time year – Count –',
  ),
];

export const officeTables: readonly OfficeTable[] = [...single, ...several, ...others];
