import { expect, test } from 'vitest';
import { type Proposal, possibleKeys, proposedCharts } from './proposals.ts';
import { type OfficeTable, officeTables } from './testing/office-tables.ts';
import { identifying, knownTable, type PlainTable } from './testing/plain-table.ts';
import { vegaRows } from './testing/vega-tables.ts';

function proposalsOf(given: PlainTable): readonly Proposal[] {
  const table = knownTable(given);
  return proposedCharts(table, identifying(given.rows, possibleKeys(table)));
}

/** Kind, horizontal column with its step, colour and measure. */
function textOf({ kind, chart: { x, color, measure } }: Proposal): string {
  const step = x.function === null || x.function === 'auto' || x.function === 'Cell' ? '' : `.${x.function}`;
  return `${kind} ${x.column}${step} ${color?.column ?? '–'} ${measure.function} ${measure.column ?? '–'}`;
}

/** Tables of the package `vega-datasets`, of which the samples are made, with the chart that one would draw first. */
const publicTables: readonly (readonly [
  file: string,
  title: string,
  first: string,
  columns?: PlainTable['columns'],
])[] = [
  ['airports.csv', 'Airports of the United States', 'map longitude – Count –'],
  ['anscombe.json', 'Anscombe', 'two-measures Y – Count –'],
  ['barley.json', 'Barley', 'ranking variety – Average yield'],
  ['birdstrikes.csv', 'Bird strikes', 'over-time Flight Date – Count –'],
  ['budgets.json', 'Budget forecasts', 'over-time budgetYear forecastYear Value value'],
  ['burtin.json', 'Antibiotics', 'ranking Bacteria – Value Penicillin'],
  [
    'co2-concentration.csv',
    'Carbon dioxide in the air at Mauna Loa',
    'over-time Date.Month – Value CO2',
    { CO2: { label: 'Carbon dioxide' } },
  ],
  ['countries.json', 'Countries', 'over-time year country Value fertility'],
  ['crimea.json', 'Deaths in the Crimean war', 'over-time date.Month – Value wounds'],
  ['disasters.csv', 'Deaths by natural disasters', 'over-time Year Entity Value Deaths'],
  ['driving.json', 'Driving', 'over-time year – Value miles'],
  [
    'earthquakes.json',
    'A week of earthquakes',
    'map geometry – Count –',
    { detail: { description: 'Address of the Survey’s data on the event.' } },
  ],
  ['flights-10k.json', 'Flights within the United States', 'over-time date – Count –'],
  [
    'flights-airport.csv',
    'Routes between airports, 2008',
    'ranking origin – Sum count',
    { count: { label: 'Flights' } },
  ],
  ['football.json', 'Football results, 2013–2017', 'over-time date – Count –'],
  ['gapminder-health-income.csv', 'Health and income', 'two-measures health – Count –'],
  [
    'gapminder.json',
    'Life expectancy and fertility',
    'over-time year country Value life_expect',
    { life_expect: { label: 'Life expectancy' } },
  ],
  ['github.csv', 'Contributions by hour', 'over-time time.Hour – Value count'],
  ['global-temp.csv', 'Global temperature', 'over-time year – Value temp'],
  ['income.json', 'Income by state', 'ranking name – Sum total'],
  ['iowa-electricity.csv', 'Electricity in Iowa', 'over-time year.Year source Value net_generation'],
  ['jobs.json', 'Jobs', 'over-time year sex Sum count'],
  ['la-riots.csv', 'Deaths in the riots of Los Angeles', 'map longitude – Count –'],
  ['lookup_people.csv', 'People', 'ranking name – Value age'],
  ['movies.json', 'Films', 'over-time Release Date – Count –'],
  ['normal-2d.json', 'Points', 'two-measures v – Count –'],
  ['obesity.json', 'Obesity', 'ranking state – Value rate'],
  ['ohlc.json', 'Prices of a share', 'over-time date.Day – Value close'],
  ['penguins.json', 'Penguins of the Palmer Archipelago', 'two-measures Beak Depth (mm) – Count –'],
  ['population.json', 'Population', 'over-time year sex Sum people'],
  ['population_engineers_hurricanes.csv', 'States', 'ranking state – Value population'],
  ['seattle-weather-hourly-normals.csv', 'Weather by hour', 'over-time date.Hour – Value pressure'],
  ['seattle-weather.csv', 'Weather in Seattle, 2012–2015', 'over-time date.Day – Value precipitation'],
  ['sp500-2000.csv', 'S&P 500', 'over-time date.Day – Value close'],
  ['sp500.csv', 'S&P 500', 'over-time date.Month – Value price'],
  ['species.csv', 'Where four animals live', 'ranking common_name – Average habitat_yearround_pct'],
  ['stocks.csv', 'Stocks', 'over-time date.Month symbol Value price'],
  ['unemployment-across-industries.json', 'Unemployment', 'over-time date.Month series Value count'],
  ['unemployment.tsv', 'Unemployment by county', 'distribution rate – Count –'],
  ['us-employment.csv', 'Employment', 'over-time month.Month – Value nonfarm'],
  ['us-state-capitals.json', 'Capitals', 'map lon – Count –'],
  ['weather.csv', 'Weather of two cities', 'over-time date.Day location Value precipitation'],
  ['wheat.json', 'Wheat and wages', 'over-time year – Value wheat'],
  ['windvectors.csv', 'Wind', 'map longitude – Count –'],
  ['zipcodes.csv', 'ZIP codes of the United States', 'map longitude – Count –'],
];

const tables: readonly OfficeTable[] = [
  ...publicTables.map(([file, title, first, columns]) => ({
    name: file,
    title,
    rows: vegaRows(file),
    first,
    ...(columns !== undefined && { columns }),
  })),
  ...officeTables,
];

test.each(tables)('$name', (table) => {
  const proposals = proposalsOf(table);
  expect(proposals[0] === undefined ? '' : textOf(proposals[0])).toBe(table.first);
  expect(proposals.length).toBeLessThanOrEqual(6);
  expect(new Set(proposals.map(({ chart }) => chart.id)).size).toBe(proposals.length);
  // The number of rows and their share look the same.
  const counted = proposals.filter(({ chart: { mark, measure } }) => mark === 'bar' && measure.column === null);
  const bars = counted.map(({ chart: { x, y, color } }) => JSON.stringify([x, y, color]));
  expect(new Set(bars).size).toBe(bars.length);
});

test('groups of very many things are compared before a few of these', () => {
  const rows = Array.from({ length: 400 }, (_, at) => ({
    Title: `Film ${(at * 7919) % 4001}`,
    Genre: ['Drama', 'Comedy', 'Action', 'Western'][at % 4],
    Gross: 1000 + ((at * 613) % 977),
  }));
  const proposals = (count: number) => proposalsOf({ title: 'Films', rows: rows.slice(0, count) }).map(textOf);
  expect(proposals(400).slice(0, 2)).toEqual(['ranking Genre – Average Gross', 'ranking Title – Value Gross']);
  expect(proposals(20)[0]).toBe('ranking Title – Value Gross');
});

test('countries and states of a table without a course may be seen on a map', () => {
  const names = ['Kenya', 'Ghana', 'Peru', 'Chile', 'Japan', 'Nepal', 'Spain', 'Malta'];
  const rows = names.map((Country, at) => ({ Country, population: 1_000_000 * (at + 1) + 7 * at }));
  const proposals = proposalsOf({ title: 'People', rows }).map(textOf);
  expect(proposals[0]).toBe('ranking Country – Value population');
  expect(proposals).toContain('map Country – Value population');
  const others = proposalsOf({ title: 'People', rows: rows.map((row, at) => ({ ...row, Country: `Town ${at}` })) });
  expect(others.map(({ kind }) => kind)).not.toContain('map');
});
